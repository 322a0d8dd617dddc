"""What a game sounds like: tunes that can be told apart, no tone that stays."""

import io
import itertools
import json
from pathlib import Path

from support.boards import Board

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
    for (one, notes), (other, more) in itertools.combinations(TUNES.items(), 2):
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


def test_a_click_is_short_while_the_flash_has_much_to_do(tmp_path):
    board = Board(tmp_path).begin()
    board.reach("review")
    board.run(1)
    began_us = board.device.now_us
    for _ in range(3):
        board.press("got", gap_s=0.3)  # a card counted or not
    board.press("start", gap_s=1)  # the review confirmed: the turn is on flash, the pages change
    duties = [one for one in board.buzzer if one[0] >= began_us]
    sounds = [duties[0]] + [b for a, b in itertools.pairwise(duties) if bool(a[1]) != bool(b[1])]
    sounds = sounds[not sounds[0][1] :]
    flash = [at for at in board.flash if at >= began_us]
    assert len(sounds) == 8 and len(flash) >= 4
    for (on_us, duty), (off_us, silent) in zip(sounds[::2], sounds[1::2], strict=True):
        assert duty and not silent
        assert 12_000 <= off_us - on_us <= 20_000
        assert not any(on_us < at < off_us for at in flash)
    board.device.close()


def test_notes_end_in_time_whatever_the_firmware_does(tmp_path):
    board = Board(tmp_path).begin().reach("turn").run(1)
    board.buzzer.clear()
    board.press("got", gap_s=1)
    lengths_ms = [(b[0] - a[0]) / 1000 for a, b in itertools.pairwise(board.buzzer)]
    assert [round(ms) for ms in lengths_ms if ms > 1] == list(tunes.TUNES["got"][1::2])
    board.device.close()
