"""No button is ever stuck: several at once, focus lost, pages reloaded, closed, or two of them."""

import pytest


@pytest.mark.parametrize("by", ["keys", "touch"])
def test_two_buttons_at_once(open_page, open_phone, table, by):
    gadget = open_phone() if by == "touch" else open_page(by)
    gadget.press("start", "start")
    gadget.down("got")
    gadget.down("pass")
    gadget.closed("got")
    gadget.up("got")
    gadget.closed("pass")
    gadget.up("pass")
    state = table.state()
    assert state["phase"] == "turn"
    assert state["this_turn"] == {"got": 1, "pass": 0, "foul": 0}  # no passing in round 1
    gadget.press("got")
    assert table.state()["this_turn"]["got"] == 2


def test_a_key_and_the_mouse_on_one_button(open_page, table):
    gadget = open_page("keys")
    gadget.down("foul")
    gadget.hands.by = "mouse"
    gadget.down("foul")
    gadget.page.mouse.up()
    gadget.hands.by = "keys"
    gadget.press("got")  # seen by the device after that
    gadget.closed("foul")
    gadget.up("foul")


def test_keys_held_as_the_page_loses_focus(open_page, table):
    gadget = open_page("keys")
    gadget.down("start")
    gadget.down("foul")
    # Playwright pretends that every page has the focus; here it must really go.
    gadget.page.context.new_cdp_session(gadget.page).send(
        "Emulation.setFocusEmulationEnabled", {"enabled": False}
    )
    gadget.page.context.new_page().bring_to_front()
    gadget.open("start", "foul")
    assert table.state()["phase"] == "peek"
    gadget.page.bring_to_front()
    gadget.page.keyboard.up("Space")
    gadget.page.keyboard.up("f")
    gadget.press("start")
    assert table.state()["phase"] == "turn"


def test_keys_held_as_the_page_is_hidden(open_page):
    gadget = open_page("keys")
    gadget.down("pass")
    gadget.page.evaluate("""
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    """)
    gadget.open("pass")


def test_a_touch_taken_away(open_phone, table):
    gadget = open_phone()
    gadget.down("start")
    gadget.down("got")
    gadget.hands.cancel_touch()
    gadget.open("start", "got")
    gadget.press("start")


def test_a_finger_that_slides_off_holds_on(open_page):
    gadget = open_page("mouse")
    gadget.down("got")
    gadget.page.mouse.move(1, 1)
    gadget.hands.by = "keys"
    gadget.press("pass")  # seen by the device after that
    gadget.closed("got")
    gadget.hands.by = "mouse"
    gadget.up("got")


def test_a_page_closed_in_the_middle_of_a_press(open_page, table):
    watcher, gadget = open_page(), open_page("keys")
    gadget.down("start")
    watcher.closed("start")
    gadget.page.close()
    watcher.open("start")
    assert table.state()["phase"] == "peek"


def test_a_reload_in_the_middle(open_page, table):
    gadget = open_page("keys")
    gadget.press("start", "start", "got", "start")
    assert table.state()["phase"] == "paused"
    gadget.lit()
    picture = gadget.picture()
    gadget.page.reload()
    gadget.shows(picture)
    gadget.press("start")
    gadget.down("got")
    gadget.page.reload()  # lets go, and comes back at once
    gadget.linked()
    gadget.open("got")
    gadget.lit()
    state = table.state()
    assert (state["phase"], state["this_turn"]["got"]) == ("turn", 2)
    gadget.page.keyboard.up("g")
    gadget.press("got")
    assert table.state()["phase"] == "review"


def test_two_pages_at_once(open_page, table):
    one, other = open_page("keys"), open_page("keys")
    one.press("start")
    assert table.state()["phase"] == "peek"
    one.lit()
    other.shows(one.picture())
    one.down("foul")
    other.down("foul")
    one.page.keyboard.up("f")
    one.press("got")  # seen by the device after that
    other.closed("foul")
    one.down("foul")
    other.down("pass")
    other.page.close()  # it held both
    one.open("pass")
    one.closed("foul")
    one.up("foul")


@pytest.mark.parametrize("key, code, button", [
    ("G", "KeyG", "got"),  # capitals
    ("п", "KeyG", "got"),  # a layout without Latin letters
    ("f", "KeyY", "foul"),  # the letter that the layout has, wherever it is
    ("Process", "KeyP", "pass"),  # an input method in between
    ("ArrowUp", "ArrowUp", "foul"),  # as lists are walked
    ("ArrowDown", "ArrowDown", "pass"),
    ("ArrowRight", "ArrowRight", "got"),
    ("Enter", "Enter", "start"),
])  # fmt: skip
def test_keyboards_of_other_people(open_page, key, code, button):
    gadget = open_page()
    for kind, wait in (("keydown", gadget.closed), ("keyup", gadget.open)):
        gadget.page.evaluate(
            "([kind, key, code]) => document.body.dispatchEvent("
            "new KeyboardEvent(kind, { key, code, bubbles: true }))",
            [kind, key, code],
        )
        wait(button)
