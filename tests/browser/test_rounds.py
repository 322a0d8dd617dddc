"""A round played on the page, by clicks, by keys, and with a finger on a phone."""

import pytest


def play_a_round(gadget, table):
    gadget.lit()
    before = gadget.picture()
    gadget.press("start")
    assert table.state()["phase"] == "peek"
    gadget.press("start")
    assert table.state()["phase"] == "turn"
    for got in (1, 2):
        gadget.press("got")
        assert table.state()["this_turn"]["got"] == got
    gadget.press("start")
    assert table.state()["phase"] == "paused"
    gadget.press("start", "got")
    state = table.state()
    assert (state["phase"], state["this_turn"]["got"]) == ("review", 3)
    assert gadget.picture() != before
    while table.state()["phase"] == "review":  # no button does anything for 750 ms
        gadget.press("start")
    state = table.state()
    assert state["phase"] == "round_over"
    assert state["teams"][0]["rounds"] == [3, 0, 0]
    assert table.run("scores")["teams"][0]["total"] == 3


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_round(open_page, table, by):
    play_a_round(open_page(by), table)


# What a person presses, by phase, who guesses every name in each turn.
NEXT = {"ready": "start", "peek": "start", "turn": "got", "review": "start", "round_over": "start",
        "carry": "pass"}  # fmt: skip


def choose(gadget, table, row):
    """Go down to the menu's line that begins with `row`, and click `start`."""
    for _ in range(20):
        if table.state()["menu"]["row"].startswith(row):
            return gadget.press("start")
        gadget.press("pass")
    raise AssertionError(f"there is no line {row}")


def test_a_whole_game_by_mouse_from_the_menu_to_the_winner(open_page, table):
    gadget = open_page("mouse")
    gadget.down("foul")
    while table.state()["phase"] != "menu":
        pass
    gadget.up("foul")
    for row in ("Abandon", "Yes", "New game", "Cards: people", "people", "Play!"):
        choose(gadget, table, row)
    seen, shown = [], []
    while (state := table.state())["phase"] != "game_over":
        if state["phase"] != (seen or [None])[-1]:
            seen.append(state["phase"])
        if state["phase"] == "peek":
            gadget.lit()
            shown.append(gadget.picture())
        gadget.press(NEXT[state["phase"]])
    assert seen == ["ready", "peek", "turn", "review", "round_over", "carry"] * 2 + [
        "ready", "peek", "turn", "review", "round_over"
    ]  # fmt: skip
    assert len(shown) == 3
    ann, bob = state["teams"]
    assert (ann["rounds"], bob["rounds"]) == ([3, 0, 3], [0, 3, 0])
    assert state["winners"] == [ann["name"]]
    gadget.press("start")
    assert table.state()["phase"] == "menu"


def test_a_round_on_a_phone(open_phone, table):
    play_a_round(open_phone(), table)


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390), (667, 375)])
def test_all_of_it_is_in_a_phones_reach(open_phone, size):
    page = open_phone(*size).page
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for control in ("start", "got", "pass", "foul", "Power", "Sound"):
        role = "switch" if control in ("Power", "Sound") else "button"
        box = page.get_by_role(role, name=control, exact=True).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0], control
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], control
        assert min(box["width"], box["height"]) >= 44, control


def test_a_command_beside_the_play(open_page, table):
    gadget = open_page("keys")
    gadget.press("start", "start", "got")
    for port in filter(None, (f"socket://{table.tcp}", table.pty)):
        state = table.run("status", port=port)
        assert (state["phase"], state["this_turn"]["got"]) == ("turn", 1)
    shown = gadget.page.locator("#ports").inner_text()
    assert f"socket://{table.tcp}" in shown and (not table.pty or table.pty in shown)
    gadget.press("got")
    assert table.state()["this_turn"]["got"] == 2
