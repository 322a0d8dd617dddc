"""File systems that rows begin with, made once and kept in build/pico for the firmware they are of.

`installed` is what mpremote leaves; the others are played on it by the virtual board, which runs
the same firmware on the same file system in a fraction of the time.
"""

from __future__ import annotations

import csv
import hashlib
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from buzzglass.decks import files
from buzzglass.device.client import Client
from buzzglass.device.loading import load_deck
from pico import collector, install
from pico.device import PicoDevice
from virtual_board.board.device import VirtualDevice
from virtual_board.board.transport import VirtualTransport

KEPT = 4  # MicroPythons and firmwares
OLD_GAMES = 60
FAR_EVENTS = 1069
FOUR = {"players": ["Ann", "Bob", "Cid", "Dee"]}
GAME = {"game": "timesup", "edition": "fr", **FOUR, "deck": "d432", "cards": 40, "draft": False}


def big_deck(path: Path) -> None:
    """Write a deck of 432 cards with notes, which has 49,777 bytes on the device."""
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["yellow", "blue", "yellow_note", "blue_note"])
        for n in range(432):
            rows.writerow(
                [
                    f"Marie Longname {n}",
                    f"Victor Otherone {n}",
                    f"Painter of the year {n}, born by the sea",
                    f"Wrote {n} books about tall ships{'!' * (n < 49)}",
                ]
            )


class Images:
    """images.path("begun") is the file of one, made if it is not there yet."""

    def __init__(self, kit: Path, uf2: Path, firmware: Path, folder: Path) -> None:
        """uf2: MicroPython. firmware: the folder that is installed. folder: where they are kept."""
        self.kit, self.uf2, self.firmware = kit, uf2, firmware
        digest = hashlib.sha256(uf2.read_bytes() + Path(__file__).read_bytes())
        for path in sorted(firmware.rglob("*")):
            if path.is_file():
                digest.update(f"{path.relative_to(firmware)}\0".encode() + path.read_bytes())
        self.key = digest.hexdigest()[:16]  # of MicroPython and the firmware
        self.folder = folder / self.key
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.touch()
        for old in sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime)[:-KEPT]:
            shutil.rmtree(old)
        self._lock = threading.RLock()
        self.deck = self.folder / "d432.csv"
        big_deck(self.deck)

    def path(self, name: str) -> Path:
        """Raises KitError, BoardError."""
        with self._lock:
            path = self.folder / f"{name}.bin"
            if not path.exists():
                new = path.with_suffix(".new")
                if name == "installed":
                    install.install(self.kit, self.uf2, self.firmware, new)
                else:
                    before, play = PLAYED[name]
                    shutil.copyfile(self.path(before), new)
                    self._play(new, play)
                new.replace(path)
            return path

    def collector(self) -> int | None:
        """Where MicroPython's garbage collector is, or None."""
        with self._lock:
            path = self.folder / "collector"
            if not path.exists():
                device = PicoDevice(self.kit, self.uf2, self.path("installed"))
                path.write_text(str(collector.find(device) or ""))
                device.close()
            text = path.read_text()
            return int(text) if text else None

    def _play(self, image: Path, play: Callable[[Played, Images], None]) -> None:
        device = VirtualDevice(image, mpy=True)
        try:
            device.power_on()
            device.run_until(1_500_000)
            play(Played(device), self)
            device.run_until(device.now_us + 1_000_000)
        finally:
            device.close()


class Played:
    """A virtual board on which an image is played."""

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device
        self.client = Client(VirtualTransport(device), 0x100)
        self.client.hello(1_767_225_600)

    def run(self, ms: float) -> None:
        """Let time pass."""
        self.device.run_until(self.device.now_us + round(ms * 1000))

    def press(self, button: str, held: float = 80, then: float = 220) -> None:
        """A press, and `then` ms more."""
        now = self.device.now_us
        self.device.edge(now, button, True)
        self.device.edge(now + round(held * 1000), button, False)
        self.run(held + then)

    def state(self) -> dict[str, Any]:
        """The state."""
        return dict(self.device.state() or {})

    def new(self, **more: Any) -> None:
        """Begin a game."""
        self.client.request("new", setup={**GAME, **more})
        self.run(1500)


def _decked(board: Played, images: Images) -> None:
    load_deck(board.client, files.parse_deck(files.SHIPPED / "names-en.csv"))
    load_deck(board.client, files.parse_deck(images.deck))


def _begun(board: Played, images: Images) -> None:
    board.new()


def _many(board: Played, images: Images) -> None:
    for _ in range(OLD_GAMES):
        board.new(cards=7, turn_s=10)
        board.press("start")
        for _ in range(4):
            board.press("got")
        board.press("start")
        board.run(1000)
    board.new()


def _many_menu(board: Played, images: Images) -> None:
    board.client.request("stop")


def _far(board: Played, images: Images) -> None:
    """A game of 432 cards with FAR_EVENTS events, its clock paused."""
    board.new(cards=432, turn_s=120)
    while (state := board.state())["events"] < FAR_EVENTS:
        board.press(
            "got" if state["phase"] == "turn" else "start",
            then=220 if state["phase"] == "turn" else 1000,
        )
    if state["phase"] == "turn":
        board.press("start")


def _at_80(board: Played, images: Images) -> None:
    """The same after 80 events."""
    board.new(cards=120, turn_s=120)
    board.press("start")
    while board.state()["events"] < 79:
        board.press("got")
    board.press("start")


PLAYED: dict[str, tuple[str, Callable[[Played, Images], None]]] = {
    "decked": ("installed", _decked),
    "begun": ("decked", _begun),
    "many": ("decked", _many),
    "many_menu": ("many", _many_menu),
    "far": ("decked", _far),
    "eighty": ("decked", _at_80),
}
