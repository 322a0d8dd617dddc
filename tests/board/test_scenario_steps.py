"""The scenario language's shorthands: "after", rows of presses, and "choose" in the menu."""

import json

import pytest
from support import scenes

MENU = {"game": None}
TIMER = {"game": "timer", "turn_s": 5}


@pytest.fixture
def play(tmp_path):
    """play(setup, *steps, **options of scenario.run) -> (exit status, printed steps)."""

    def played(setup, *steps, **options):
        path = scenes.write(tmp_path / "steps.jsonl", setup, *steps)
        return scenes.play(path, **options)

    return played


def edges(path):
    """[(t, button, level)] of a trace."""
    records = map(json.loads, path.read_text().splitlines())
    return [(r["t"], r["name"], r["level"]) for r in records if r["what"] == "pin"]


def times(steps):
    return [step["t"] for step in steps]


def test_after_counts_from_the_last_edge_of_the_step_before(play):
    status, steps = play(
        TIMER,
        {"after": 0.25, "expect": {"phase": "ready"}},
        {"after": 0.5, "press": "start"},
        {"after": 0.1, "hold": "pass", "s": 0.4},
        {"after": 1, "bounce": "start", "edges": 20, "ms": 15},
        {"after": 0.2, "expect": {"phase": "paused"}},
        {"after": 0.3, "down": "got"},
        {"after": 0, "up": "got"},
    )
    assert (status, len(steps)) == (0, 7)
    # The bounce ends 15 + 80 + 15 ms after 2.33.
    assert times(steps) == [0.25, 0.75, 0.93, 2.33, 2.64, 2.94, 2.94]


def test_a_call_has_no_edges_so_after_counts_from_its_own_time(play):
    status, steps = play(TIMER, {"t": 1, "call": ["status"]}, {"after": 0.5, "press": "start"})
    assert (status, times(steps)) == (0, [1, 1.5])


def test_a_row_of_presses(play, tmp_path):
    trace = tmp_path / "trace"
    status, steps = play(
        TIMER,
        {"t": 1, "press": ["start", 3], "expect": {"phase": "turn"}},
        {"after": 0.5, "expect": {"phase": "turn"}},
        trace=trace,
    )
    assert (status, times(steps)) == (0, [1, 1.98])
    assert edges(trace) == [
        (1.0, "start", 0), (1.08, "start", 1), (1.2, "start", 0), (1.28, "start", 1),
        (1.4, "start", 0), (1.48, "start", 1),
    ]  # fmt: skip


def test_choose_walks_to_a_row_and_takes_it(play, tmp_path):
    trace = tmp_path / "trace"
    status, steps = play(
        MENU,
        {"t": 1, "choose": "Timer", "expect": {"menu": {"title": "Timer", "row": "30 s"}}},
        {"after": 0.5, "choose": "0:45"},
        {"after": 0, "expect": {"phase": "menu"}},
        trace=trace,
    )
    assert status == 1  # there is a row "45 s"
    assert times(steps)[:2] == [1, 1.78]
    assert edges(trace)[:4] == [(1.0, "pass", 0), (1.08, "pass", 1), (1.2, "start", 0),
                                (1.28, "start", 1)]  # fmt: skip
    failed = steps[1]["failed"]
    assert failed.startswith('no row of the page "Timer" begins with "0:45"')
    assert '"45 s"' in failed and '"60:00"' in failed and failed.count('"30 s"') == 1
    assert "failed" not in steps[2]


def test_choose_takes_the_row_it_stands_on_and_the_first_that_begins_so(play):
    status, steps = play(
        MENU,
        {"after": 1, "choose": "Timer"},
        {"after": 0.3, "choose": "3"},
        {"after": 0.2, "expect": {"phase": "ready", "remaining_ms": 30000}},
        {"after": 0.5, "hold": "foul", "s": 2.1},
        {"after": 0.3, "choose": "Abandon"},
        {"after": 0.3, "choose": "Timer"},
        {"after": 0.3, "choose": "1"},
        {"after": 0.2, "expect": {"phase": "ready", "remaining_ms": 60000}},
    )
    assert status == 0, steps


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ([{"t": 1, "power": "off"}], "the device is off"),
        ([{"t": 1, "choose": "Timer"}, {"after": 0.3, "choose": "30"}], "the phase is ready"),
        ([{"t": 1, "choose": "New game"}, {"after": 0.3, "choose": "Name"},
          {"after": 0.3, "choose": "2"}], "is for spelling"),
    ],
)  # fmt: skip
def test_choose_without_a_page_of_rows_is_a_failed_step(play, steps, sentence):
    status, printed = play(MENU, *steps, {"after": 0.5, "choose": "X"}, {"after": 1})
    assert status == 1
    assert sentence in printed[-2]["failed"]
    assert not any("failed" in step for step in [*printed[:-2], printed[-1]])


@pytest.mark.parametrize("text", ["New game", "Timer"])
def test_choose_finds_its_row_on_a_dark_panel(play, text):
    status, steps = play(
        MENU,
        {"t": 0.5, "call": ["settings", "set", "auto_off_s", "10"]},
        {"t": 20, "choose": text},
        {"after": 0.3, "expect": {"menu": {"title": text}}},
    )
    assert status == 0, steps


def test_a_call_lets_a_choose_be_played_on_time(play):
    status, steps = play(
        MENU,
        {"t": 1, "call": ["deck", "load", "names-en"]},
        {"t": 1.001, "choose": "Timer", "expect": {"menu": {"title": "Timer"}}},
        {"after": 0.25, "expect": {"menu": {"title": "Timer"}}},
    )
    assert status == 0, steps
    assert times(steps) == [1, 1.001, pytest.approx(1.531, abs=0.02)]


def test_the_same_bytes_on_every_run(play):
    steps = ({"t": 1, "choose": "New game"}, {"after": 0.3, "press": ["pass", 4]}, {"after": 0.1})
    assert play(MENU, *steps) == play(MENU, *steps) == play(MENU, *steps, mpy=True)


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([{"t": 1, "after": 1}], "line 2: a step has"),
        ([{"after": -1}], 'line 2: "after"'),
        ([{"after": "1"}], 'line 2: "after"'),
        ([{"t": 1, "press": ["pass"]}], 'line 2: "press"'),
        ([{"t": 1, "press": ["pass", 0]}], 'line 2: "press"'),
        ([{"t": 1, "press": ["pass", 2.5]}], 'line 2: "press"'),
        ([{"t": 1, "press": ["pass", True]}], 'line 2: "press"'),
        ([{"t": 1, "press": ["stop", 2]}], 'line 2: "press"'),
        ([{"t": 1, "choose": ""}], 'line 2: "choose"'),
        ([{"t": 1, "choose": 5}], 'line 2: "choose"'),
        ([{"t": 1, "choose": "Timer", "press": "got"}], 'line 2: "choose"'),
        ([{"t": 1, "press": ["pass", 9]}, {"after": 0}, {"t": 2}], "line 4: t = 2"),
    ],
)
def test_what_the_shorthands_refuse(play, capsys, steps, said):
    status, printed = play(MENU, *steps)
    assert (status, printed) == (2, [])
    assert said in capsys.readouterr().err


def test_a_time_that_a_choose_has_passed_is_refused_when_it_is_known(play, capsys):
    status, printed = play(
        MENU, {"t": 1, "choose": "Timer"}, {"after": 1, "expect": {"phase": "menu"}}, {"t": 2}
    )
    assert status == 2 and len(printed) <= 1
    assert "line 4: t = 2 comes after 2.28: steps go by t." in capsys.readouterr().err
