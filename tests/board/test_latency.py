"""The device answers a thumb: figures read from the traces of whole games and awkward moments."""

import json

import pytest
from support import scenes
from support.scenes import Scene

from make import bench
from virtual_board.measure import latency

PLAYERS = ["Ann", "Bob", "Cid", "Dee"]
# Long names take longest to draw: as wide as a card may be.
NAMES = [f"Wilhelmina Fitzgerald-{n} of the Great Northern Islands" for n in range(220)]


def trace_of(tmp_path, scene, cards=200, **setup):
    """Play a scene on a game with long names; returns the trace's lines."""
    deck = tmp_path / "long.txt"
    deck.write_text("\n".join(NAMES) + "\n")
    setup = {"game": "timesup", "edition": "fr", "players": PLAYERS, "deck": "long.txt",
             "cards": cards, "draft": False, "order": "file", "seed": 1, **setup}  # fmt: skip
    setup = {key: value for key, value in setup.items() if value is not None}
    path, trace = tmp_path / "game.jsonl", tmp_path / "trace.jsonl"
    scenes.write(path, setup, *scene.steps)
    status, printed = scenes.play(path, trace=trace)
    assert status == 0, printed[-4:]
    return trace.read_text().splitlines()


def within_bounds(found, *but):
    """Every bound of `latency.report` holds; rows whose name starts with one in `but` left out."""
    assert found.presses and not [p for p in found.presses if p.sound_ms is None]
    for what, value, unit, bound in latency.report(found):
        if not what.startswith(but or ("-",)):
            assert value <= bound, (what, value, unit)


def turns(count, presses, first_s=1.0):
    """`count` whole turns of 30 s; presses: [(seconds after the clock starts, button)] of each."""
    scene = Scene()
    for turn in range(count):
        t = first_s + 33 * turn
        scene.at(t - 0.08).press("start")  # the clock starts at its release
        for after, button in presses:
            scene.at(t + after).press(button)
        scene.at(t + 31.5).press("start")
    return scene


def test_a_whole_game_answers_in_time(tmp_path):
    lines = bench.whole_game(bench.deck(tmp_path, "d432", 432))
    trace = tmp_path / "trace"
    assert bench.play(lines, tmp_path, trace=trace)[0] == 0
    found = latency.measure(trace.read_text().splitlines())
    assert len(found.clocks) == 30 and len(found.presses) == 120 and len(found.time_up_ms) == 27
    within_bounds(found)
    assert found.picture_median_ms > 5  # something was measured
    assert len(found.tick_bytes) > 300


def test_rounds_with_passes_and_fouls_answer_in_time(tmp_path):
    scene = Scene().at(1).press("start", gap_s=0.5)
    scene.press(*["got"] * 8, gap_s=0.7)  # round 1: all guessed
    scene.run(0.5).press("start", gap_s=1).press("start", gap_s=1.5)
    for turn in range(3):
        t = scene.now
        scene.press("start", gap_s=1).press("pass", "foul", "got", gap_s=3.3)
        scene.at(t + 31).press("start").expect(round=2, turn=turn + 3).at(t + 33)
    found = latency.measure(trace_of(tmp_path, scene, cards=8))
    assert len(found.clocks) == 4
    within_bounds(found)


@pytest.mark.parametrize("paper", [False, True])
def test_refusals_answer_in_time(tmp_path, paper):
    scene = turns(2, [(n * 1.7 + 0.3, ("pass", "got")[n % 2]) for n in range(16)])
    found = latency.measure(trace_of(tmp_path, scene, **({"deck": None} if paper else {})))
    assert len(found.presses) == 32
    within_bounds(found)


@pytest.mark.parametrize("button", ["got", "start"])
def test_presses_around_checkpoints_answer_in_time(tmp_path, button):
    """4.6 s after the last event the clock goes to flash; erases come one in ten or so."""
    scene = Scene().at(0.92).press("start", gap_s=0.08)
    for n in range(36):
        scene.run(4.6 + (n % 12 - 4) * 0.003)
        if button == "start":
            scene.press("start", gap_s=0.92).press("start", gap_s=0.08)
        else:
            scene.press(button, gap_s=0)
    found = latency.measure(trace_of(tmp_path, scene, turn_s=120), turn_s=120)
    assert len(found.presses) >= 20
    assert any(p.during_erase for p in found.presses)
    within_bounds(found, "erases", "bytes")


def test_presses_at_second_boundaries_answer_in_time(tmp_path):
    """Just before, while and after the clock's digits are drawn."""
    scene = turns(3, [(n + 1 + (n - 10) * 0.001, "got") for n in range(26)])
    found = latency.measure(trace_of(tmp_path, scene))
    assert len(found.presses) == 78
    within_bounds(found)


@pytest.mark.parametrize("apart_ms", [0, 3, 5, 15, 50])
def test_two_presses_in_quick_succession_answer_in_time(tmp_path, apart_ms):
    """A judgement and the pause while it is kept, told and drawn."""
    scene = Scene().at(0.92).press("start")
    for n in range(24):
        t = 2 + 2 * n
        scene.at(t).press("got").at(t + apart_ms / 1000).press("start").at(t + 0.92).press("start")
    found = latency.measure(trace_of(tmp_path, scene))
    assert len(found.presses) == 48
    within_bounds(found, "bytes")


def test_presses_during_uploads_answer_in_time(tmp_path):
    (tmp_path / "other.txt").write_text("\n".join(NAMES) + "\n")
    scene = turns(1, [(0.5 + n * 0.373, "got") for n in range(76)])
    for n in range(6):
        scene.at(1.6 + 4 * n).call("deck", "load", "other.txt", "--name", f"up{n % 2}")
        scene.at(1.61 + 4 * n).call("settings", "set", "volume", str(2 + n % 2))
    found = latency.measure(trace_of(tmp_path, scene))
    assert any(p.during_erase for p in found.presses)
    within_bounds(found, "erases", "bytes")


@pytest.mark.parametrize("before_ms", [1, 2, 20, 100, 149, 160, 250])
def test_a_press_just_before_the_deadline_counts_and_waits_for_the_flash(tmp_path, before_ms):
    scene = turns(3, [(3, "got"), (30 - before_ms / 1000, "got")])
    scene.at(31.4).expect(phase="review", this_turn={"got": 2})
    lines = trace_of(tmp_path, scene)
    found = latency.measure(lines)
    assert len(found.time_up_ms) == 3 and len(found.presses) == 6
    within_bounds(found)
    records = [json.loads(line) for line in lines]
    for clock in found.clocks:
        edge = clock.deadline_s - before_ms / 1000
        told = [r["t"] for r in records if r["what"] == "serial_out" and '"got"' in r["text"]]
        told = min(t for t in told if t > edge)
        kept = min(r["t"] for r in records if r["what"] == "flash" and r["t"] > edge)
        shown = min(r["t"] for r in records if r["what"] == "oled" and r["t"] > edge + 0.005)
        assert kept < told and kept < shown  # what was told is on flash


def test_requests_leave_the_flash_alone_near_the_deadline(tmp_path):
    """A laptop that asks all the time: its requests wait, and are answered."""
    (tmp_path / "other.txt").write_text("\n".join(NAMES) + "\n")
    scene = turns(2, [(1, "got")])
    for t in (28.5, 29, 30.2, 30.6, 30.9, 61, 62, 63):
        scene.at(t).call("deck", "load", "other.txt", "--name", "up", status=0)
        scene.call("settings", "set", "volume", "2", status=0)
    found = latency.measure(trace_of(tmp_path, scene))
    assert len(found.time_up_ms) == 2
    assert not found.flash_near_deadline and max(found.time_up_ms) <= 10


@pytest.mark.parametrize("turn_s", [30, 99, 120, 700, 3600])
def test_a_tick_of_the_timer_is_few_bytes(tmp_path, turn_s):
    scene = Scene().at(1).press("start").at(min(turn_s, 700) + 2).press("start")
    setup = {"game": "timer", "turn_s": turn_s}
    nulls = dict.fromkeys(("edition", "players", "deck", "cards", "draft", "order", "seed"))
    found = latency.measure(trace_of(tmp_path, scene, **{**nulls, **setup}), turn_s=turn_s)
    assert len(found.tick_bytes) >= min(turn_s, 700) - 6
    if turn_s <= 700:
        assert max(found.time_up_ms) <= 10 and not found.flash_near_deadline
    assert max(found.tick_bytes) <= 256
    assert min(found.tick_bytes) > 0


def test_paper_cards_tick_in_few_bytes(tmp_path):
    for turn_s in (30, 120):
        scene = Scene().at(1).press("start").at(turn_s + 2).step()
        lines = trace_of(tmp_path, scene, deck=None, turn_s=turn_s)
        found = latency.measure(lines, turn_s=turn_s)
        assert max(found.tick_bytes) <= 256 and len(found.tick_bytes) >= turn_s - 6
