"""What a game sounds like: tunes that can be told apart, no tone that stays."""

import io
import json
from itertools import combinations
from pathlib import Path

from buzzglass import cli
from glass.ui import tunes
from virtual_board.scenario.run import run_scenario

DEMO = Path(__file__).parent.parent / "scenarios" / "demo.jsonl"
SEMITONE = 2 ** (1 / 12)

TUNES = {
    name: list(zip(notes[::2], notes[1::2], strict=True)) for name, notes in tunes.TUNES.items()
}


def contour(notes):
    """Steps up or down between tones, and where the rests are: what an ear remembers."""
    tones = [hz for hz, _ in notes if hz]
    steps = [(b > a) - (b < a) for a, b in zip(tones, tones[1:], strict=False)]
    return steps, [at for at, (hz, _) in enumerate(notes) if not hz]


def test_tunes_can_be_told_apart():
    for (one, notes), (other, more) in combinations(TUNES.items(), 2):
        first = (notes[0][0], more[0][0])
        ms = [sum(part[1] for part in tune) for tune in (notes, more)]
        apart = max(first) / min(first) > SEMITONE**3 or max(ms) / min(ms) > 1.6
        assert apart or contour(notes) != contour(more), (one, other)


def test_no_tone_stays_and_none_begins_with_another_pitch(tmp_path):
    trace = tmp_path / "trace"
    assert run_scenario(DEMO, cli.main, json_out=io.StringIO(), trace=trace) == 0
    sounds = [r for r in map(json.loads, trace.open()) if r["what"] == "buzzer"]
    known = {hz for notes in TUNES.values() for hz, _ in notes}
    longest = max(ms for notes in TUNES.values() for _, ms in notes)
    assert len(sounds) > 200 and sounds[-1]["duty"] == 0
    for now, later in zip(sounds, sounds[1:], strict=False):
        if now["duty"]:
            assert now["hz"] in known
            assert later["t"] - now["t"] <= longest / 1000 + 0.06
