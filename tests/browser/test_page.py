"""The page around the game: sound, power, a server that goes, the keyboard alone, no network."""

import shlex
import signal

import pytest
from support.sim_play import ServedDevice


def test_sound_and_mute(open_page, table):
    gadget = open_page("mouse")
    gadget.press("start", "start")
    gadget.hears()
    gadget.rests()
    sound = gadget.page.get_by_role("switch", name="Sound")
    sound.click()
    assert sound.get_attribute("aria-checked") == "false"
    gadget.press("got")
    assert table.state()["this_turn"]["got"] == 1
    since = gadget.page.evaluate("ear.context.currentTime")
    gadget.page.wait_for_function("since => ear.context.currentTime > since + 0.3", arg=since)
    assert gadget.page.evaluate("loudest()") < 0.0001
    gadget.page.reload()
    gadget.linked()
    assert sound.get_attribute("aria-checked") == "false"  # remembered
    gadget.page.keyboard.press("m")
    assert sound.get_attribute("aria-checked") == "true"
    gadget.sounds("got")


def test_sound_begins_with_a_touch(open_phone):
    gadget = open_phone()
    gadget.sounds("got")


def test_a_page_that_may_not_sound_yet_says_so(open_page):
    player, watcher = open_page("keys"), open_page("keys")
    player.press("got")
    watcher.note("Press any button to hear it")
    watcher.sounds("got")
    assert watcher.page.locator("#note").inner_text() == ""


def test_power_switch(open_page, table):
    gadget = open_page("keys")
    gadget.press("start", "start", "got")
    gadget.down("got")  # held over it
    power = gadget.page.get_by_role("switch", name="Power")
    power.click()
    gadget.note("Switched off")
    gadget.lit(False)
    assert power.get_attribute("aria-checked") == "false"
    gadget.up("got")
    power.click()
    gadget.note("")
    gadget.lit()
    state = table.state()
    assert (state["phase"], state["this_turn"]["got"]) == ("paused", 2)
    assert power.get_attribute("aria-checked") == "true"


def test_a_server_killed_and_started_again(open_page, fresh_table):
    table = fresh_table
    gadget = open_page("keys", url=table.url)
    gadget.press("start", "start", "got")
    gadget.lit()
    gadget.down("got")  # and still when it comes back
    http, tcp = (int(address.rsplit(":", 1)[1]) for address in (table.url, table.tcp))
    told = table.state()
    table.end(signal.SIGKILL)
    gadget.note(f"sim play --http {http}”")
    page = gadget.page
    note, below = (page.locator(css).first.bounding_box() for css in ("#note", "details"))
    assert note["y"] + note["height"] <= below["y"]
    gadget.lit(False)
    assert gadget.page.title() != "Buzzglass"
    again = ServedDevice(table.flash, http, tcp)
    try:
        gadget.linked()
        gadget.lit()
        state = again.state()
        assert state["phase"] == "paused"
        assert state["this_turn"] == told["this_turn"]
        assert gadget.page.title() == "Buzzglass"
        gadget.open("got")
        gadget.page.keyboard.up("g")
        gadget.press("start")
        assert again.state()["phase"] == "turn"
    finally:
        again.close()


def test_the_keyboard_alone(open_page, table):
    page = open_page().page
    seen = []
    for _ in range(6):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.textContent"))
        ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert ring == "solid", seen
    assert [text.split()[0][:5] for text in seen] == [
        "foulF", "passP", "gotG", "start", "Power", "Sound"
    ]  # fmt: skip
    page.keyboard.press("Space")  # the focused switch's own key, not the big button's
    assert page.locator("#sound").get_attribute("aria-checked") == "false"
    assert table.state()["phase"] == "ready"
    page.locator("[data-button=start]").focus()
    page.keyboard.press("Enter")
    while table.state()["phase"] == "ready":
        pass
    assert table.state()["phase"] == "peek"


@pytest.mark.parametrize("height", [757, 660])
def test_the_panel_beside_it_needs_no_scrolling(open_page, height):
    page = open_page(width=1280, height=height).page
    fits = "aside => aside.scrollHeight <= aside.clientHeight"
    assert page.locator("aside").evaluate(fits)
    assert page.locator("details").first.get_attribute("open") is not None
    assert (page.locator("#serial").get_attribute("open") is None) == (height < 757)


def test_the_command_is_copied_whole_and_never_cut_within_a_word(open_page, table):
    page = open_page(permissions=["clipboard-read", "clipboard-write"]).page
    code = page.locator("#example")
    lines = "spans => spans.map(span => span.getClientRects().length)"
    assert set(code.locator("span").evaluate_all(lines)) == {1}
    page.locator("[data-copy]").click()
    page.wait_for_function("document.querySelector('[data-copy]').textContent !== 'Copy'")
    assert "Copied" in page.locator("[data-copy]").inner_text()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == code.text_content()
    assert shlex.split(copied)[1:5] == ["--port", f"socket://{table.tcp}", "deck", "load"]


def test_clicks_of_assistive_technology(open_page, table):
    gadget = open_page()
    gadget.page.evaluate("document.querySelector('[data-button=start]').click()")
    while table.state()["phase"] == "ready":
        pass
    assert table.state()["phase"] == "peek"


def test_nothing_comes_from_elsewhere(open_page, table):
    gadget = open_page(bypass_csp=False)
    asked, said = [], []
    gadget.page.on("request", lambda request: asked.append(request.url))
    gadget.page.on("console", lambda message: said.append(message.text))
    gadget.page.on("pageerror", lambda error: said.append(str(error)))
    gadget.page.reload()
    gadget.linked()
    gadget.press("start")
    assert not said
    assert len(asked) >= 7
    assert all(url.startswith((table.url + "/", "data:")) for url in asked)
