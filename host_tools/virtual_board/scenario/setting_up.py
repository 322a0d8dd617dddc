"""A scenario's set-up: the deck loaded, the game begun, through the serial port."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from buzzglass.decks import files
from buzzglass.device.client import Client
from buzzglass.device.loading import load_deck
from buzzglass.errors import ToolError
from virtual_board.board.transport import VirtualTransport
from virtual_board.scenario.calls import Laptop
from virtual_board.scenario.steps import BadScenario

READY_US = 1_000_000  # from power-on until the set-up is sent
OF_THE_BOARD = ("board", "oled")  # keys that no game takes


def set_up(laptop: Laptop, setup: dict[str, Any], line: int) -> int:
    """Switch the device on, load the deck and send the set-up; returns t = 0 in microseconds.

    Raises BadScenario with the set-up's line if a deck or the device refuses it.
    """
    device = laptop.device
    device.power_on()
    device.run_until(READY_US)
    setup = {key: value for key, value in setup.items() if key not in OF_THE_BOARD}
    try:
        client = Client(VirtualTransport(device))
        client.hello(int(laptop.clock()))
        if setup.get("deck") is not None:
            deck = files.parse_deck(_deck_file(laptop.folder, setup["deck"]))
            setup["deck"] = load_deck(client, deck)["name"]
        if setup.get("game", "") is not None:  # null: the device stays at its menu
            client.request("new", setup=setup)
    except ToolError as error:
        raise BadScenario(line, str(error))
    return -(-device.now_us // 1000) * 1000


def _deck_file(folder: Path, name: str) -> Path:
    """A deck file beside the scenario, else the shipped one of that name."""
    path = folder / name
    shipped = files.SHIPPED / f"{name}.csv"
    return shipped if not os.path.isfile(path) and os.path.isfile(shipped) else path
