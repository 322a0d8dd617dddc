"""A UART of 115200 baud with a ring of 260 bytes and no flow control, and a flash that stops the
board for 50 to 100 ms: the laptop never has more under way than the ring holds."""

import random

import pytest
from support.fake_device import FakeDevice
from support.slow_board import SlowBoard

from buzzglass.decks import packing
from buzzglass.device.client import Client
from buzzglass.device.upload import upload_deck


def letters(word):
    """90 letters that no packing makes fewer than half of."""
    return "".join(random.Random(word).choices("abcdefghijklmnopqrst", k=90))


CARDS = [(f"Person {n}", "", letters(n), "") for n in range(1000)]
BIG = bytes(packing.pack("big", "names", CARDS))


@pytest.fixture
def slow():
    """slow(**options) -> (device, board, client that has said hello)."""

    def build(**options):
        device = FakeDevice()
        board = SlowBoard(device.handle, **options)
        client = Client(board, first_id=1)
        client.hello()
        return device, board, client

    return build


@pytest.mark.parametrize("ring", [259, 512])
def test_100_kb_arrive_whole(slow, ring):
    device, board, client = slow(ring=ring)
    assert len(BIG) > 100_000
    said = upload_deck(client, "big", BIG)
    assert device.decks["big"] == BIG and board.lost == 0
    assert said["seconds"] < 60
    assert client.read_file("deck", "big") == BIG


def test_nothing_is_sent_twice_though_the_flash_is_slow(slow):
    """100 ms are no reason to ask again."""
    written = []
    for stall_ms in ((0, 0), (50, 100)):
        _, board, client = slow(every=2, stall_ms=stall_ms)
        upload_deck(client, "big", BIG)
        written.append(board.written)
    assert written[0] == written[1]


def test_a_stall_longer_than_the_laptop_waits(slow):
    """What it then sends again overflows the ring; the sums catch it, and nothing is out of
    order."""
    device, board, client = slow(every=10, stall_ms=(700, 1200))
    upload_deck(client, "big", BIG)
    assert device.decks["big"] == BIG and board.lost > 0
    puts = [request["at"] for request in device.done if request["do"] == "deck_put"]
    assert puts == sorted(puts) and len(set(puts)) > 300
