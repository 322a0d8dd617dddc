"""`make exchange`: write the worked exchange of bytes into firmware/PROTOCOL.md.

The host tool's own client talks to the firmware on the virtual board; both sides' lines are put
down as they went over the port.
"""

from __future__ import annotations

import binascii
import tempfile
from pathlib import Path

from buzzglass.decks import packing
from buzzglass.device.client import Client, field
from virtual_board.board.device import VirtualDevice
from virtual_board.board.transport import VirtualTransport

PAGE = Path(__file__).resolve().parents[2] / "firmware" / "PROTOCOL.md"
HEADING = "## A worked exchange"
FIRST_ID = 0x1A04  # of the client's requests
TIME_S = 1_700_000_000
SETUP = {"game": "timesup", "edition": "fr", "language": "en", "cards": 12, "turn_s": 45, "seed": 7,
         "players": ["Ann", "Éva", "Cid", "Dee", "Hal", "Zoé"],
         "teams": [[0, 1], [2, 3], [4, 5]], "team_names": ["Owls", "Cats", "Élans"]}  # fmt: skip


class _Recorder(VirtualTransport):
    """Keeps what goes over the port, a text a line: "> " from the laptop, "< " from the device."""

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device, first_id=FIRST_ID)
        self.lines: list[str] = []
        self._rest = b""

    def write(self, data: bytes) -> None:
        self.lines += ["> " + line for line in data.decode().split("\n")[:-1]]
        super().write(data)

    def read(self, timeout_s: float) -> bytes:
        data = super().read(timeout_s)
        *whole, self._rest = (self._rest + data).split(b"\n")
        self.lines += ["< " + line.decode() for line in whole]
        return data


def lines() -> list[str]:
    """The lines of the exchange: a board that has just got power, a greeting, the scores of no
    game, a deck, and a new game."""
    with tempfile.TemporaryDirectory() as folder:
        device = VirtualDevice(Path(folder) / "flash", mpy=True)
        port = _Recorder(device)
        device.power_on()
        try:
            port.read(1)  # the event that it is there
            client = Client(port)
            client.hello(TIME_S)
            client.request("scores")
            _load(client)
            client.request("new", setup=SETUP)
            port.read(0.1)  # the event that the game has begun
        finally:
            device.power_off()
    return [line.rstrip() for line in port.lines]


def _load(client: Client) -> None:
    """A deck, stored instead of packed: what zlib makes of it differs from one to the other."""
    data = packing.pack("one", "names", [("Ada", "", "", "")])
    size = len(data).to_bytes(2, "little")
    stored = b"\x01" + size + bytes(byte ^ 255 for byte in size) + data
    begun = client.request("deck_begin", name="one", bytes=len(data), crc=binascii.crc32(data),
                           packed=len(stored))  # fmt: skip
    number = field(begun, "upload", int, "deck_begin")
    client.put(number, 0, stored)
    client.request("deck_end", upload=number)


def written(page: str) -> str:
    """The page with the exchange as it is now, indented, in place of the one it has."""
    before, heading, after = page.partition(HEADING)
    rows = after.splitlines(keepends=True)
    inside = [at for at, row in enumerate(rows) if row.startswith(("    > ", "    >\n", "    < "))]
    block = [f"    {line}\n" for line in lines()]
    rows[inside[0] : inside[-1] + 1] = block
    return before + heading + "".join(rows)


def main() -> None:
    """Write the page."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
