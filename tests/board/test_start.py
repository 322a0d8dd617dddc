"""From power-on to the first picture: what may wait comes after it."""

import pytest
from support.boards import Board

from buzzglass.decks import packing
from buzzglass.device.client import Client
from buzzglass.device.upload import upload_deck
from virtual_board.board.transport import VirtualTransport

PICTURE = 1024  # bytes of a whole panel


@pytest.fixture
def board(tmp_path):
    """A board at the menu, with a deck in a block of its own; `seen` is what its hardware does."""
    board = Board(tmp_path)
    names = [(f"Person {n}", f"Nobody {n}", "", "") for n in range(60)]
    data = packing.pack("d", "names", names)
    upload_deck(Client(VirtualTransport(board.device)), "d", data)
    board.run(1)
    board.seen = []
    board.device.trace = lambda at_us, what, more: board.seen.append((what, more))
    yield board
    assert not board.device.faults
    board.device.close()


def damage_deck(board):
    """Let the deck on the flash be of another format."""
    board.device.power_off()
    flash = board.device.flash_path.read_bytes()
    assert flash.count(b"BZD3") == 1
    board.device.flash_path.write_bytes(flash.replace(b"BZD3", b"BZD9"))
    board.seen.clear()


def sent_before_flash(board):
    """Bytes to the panel until the first operation of the flash."""
    count = 0
    for what, more in board.seen:
        if what == "flash":
            return count
        count += more["bytes"] if what == "oled" else 0
    raise AssertionError("nothing was written")


def test_files_are_checked_after_the_first_picture(board):
    damage_deck(board)
    board.device.power_on()
    board.run(1)
    assert sent_before_flash(board) > PICTURE  # then it is set aside
    assert board.request("aside")["aside"]
    assert board.request("deck_list")["decks"] == []


def test_a_press_meanwhile_is_taken(board):
    damage_deck(board)
    board.device.power_on()
    board.run(0.15)
    board.press("pass", gap_s=0.02)
    board.run(1)
    assert board.state()["menu"]["at"] == 1
    assert board.request("deck_list")["decks"] == []
