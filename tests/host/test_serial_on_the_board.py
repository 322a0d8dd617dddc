"""The whole firmware on the virtual board against laptops that vanish, meet each other or make
noise: decks and scores whole, the turn 30.0 s long, and the next try completes."""

import binascii
import importlib.util
import random

import pytest
from support.buttons import PRESS_MS, Buttons

from buzzglass.decks import packing
from buzzglass.device.client import Client
from buzzglass.device.upload import squeezed, upload_deck
from buzzglass.errors import DeviceError, LinkError
from buzzglass.history.database import History
from buzzglass.history.sync import sync
from glass.formats import whole_frame as frame

if importlib.util.find_spec("micropython_unix") is None:
    pytest.skip("the virtual board is not installed", allow_module_level=True)

from virtual_board.board.device import VirtualDevice
from virtual_board.board.transport import VirtualTransport

SETUP = {"game": "timesup", "edition": "fr", "players": ["Ann", "Bob", "Cid", "Dee"], "cards": 30}
TEN_S = 10.0
COUNT = 200


def letters(word, count):
    """So many letters that no packing makes fewer than half of."""
    return "".join(random.Random(word).choices("abcdefghijklmnopqrst", k=count))


def deck(word):
    cards = [(f"{word} {letters(f'{word} {n}', 21)}", "", "", "") for n in range(COUNT)]
    return bytes(packing.pack("mine", "names", cards))


OLD, NEW = deck("Old"), deck("New")


class Gone(LinkError):
    """The laptop is not there any more."""


class Wire(VirtualTransport):
    """A serial port whose laptop vanishes in its `last`-th write, if that is given."""

    def __init__(self, board, last=None, first_id=0):
        super().__init__(board, first_id=first_id)
        self.writes, self.last = 0, last

    def write(self, data):
        self.writes += 1
        if self.last is not None and self.writes >= self.last:
            super().write(data[: len(data) // 2])
            raise Gone("unplugged")
        super().write(data)


class Turn:
    """A turn of the game on the table: one name guessed in it, and 30.0 s to the hundredth."""

    def __init__(self, board):
        self.board = board
        buttons = Buttons(board).run(0.1)
        self.began_us = board.now_us + 1000 * PRESS_MS  # it acts on release
        buttons.press("start", gap_s=1.08)
        buttons.down("got", after_ms=1000).up("got", after_ms=1000 + PRESS_MS)

    def over(self, got=1):
        self.board.run_until(self.began_us + 29_990_000)
        assert self.board.state()["phase"] == "turn"
        self.board.run_until(self.began_us + 30_010_000)
        state = self.board.state()
        assert state["phase"] == "review" and state["this_turn"]["got"] == got


def uploading(client, data, pieces, name="mine"):
    """An upload step by step: begin, so many pieces, end."""
    packed = squeezed(data)
    upload = client.request("deck_begin", name=name, bytes=len(data), crc=binascii.crc32(data),
                            packed=len(packed))["upload"]  # fmt: skip
    size = -(-len(packed) // pieces)
    for at in range(0, len(packed), size):
        yield
        client.put(upload, at, packed[at : at + size])
    yield
    assert client.request("deck_end", upload=upload)["cards"] > 0
    yield


def connected(board, last=None, first_id=None):
    client = Client(Wire(board, last), first_id=first_id)
    client.hello()
    return client


@pytest.mark.parametrize("percent", [1, 50, 99, 100])
def test_a_laptop_that_vanishes_in_an_upload(board, percent):
    client = connected(board)
    upload_deck(client, "mine", OLD)
    client.request("new", setup=SETUP)
    before = client.transport.writes
    upload_deck(client, "mine", OLD)
    writes = client.transport.writes - before + 1  # and the greeting
    turn = Turn(board)
    with pytest.raises(Gone):
        client = connected(board, max(2, writes * percent // 100), first_id=0x7000)
        upload_deck(client, "mine", NEW)
    board.run_until(turn.began_us + 20_000_000)
    client = connected(board, first_id=0x9000)
    assert client.read_file("deck", "mine") == OLD
    assert upload_deck(client, "mine", NEW)["cards"] == COUNT
    assert client.read_file("deck", "mine") == NEW
    turn.over()


def test_a_laptop_that_vanishes_as_the_upload_ends(board):
    """It has sent all, and never hears that the deck is the new one now."""
    client = connected(board)
    upload_deck(client, "mine", OLD)
    request = client.request

    def vanish(do, **args):
        if do == "deck_end":
            client.transport.read = lambda timeout_s: (_ for _ in ()).throw(Gone("unplugged"))
        return request(do, **args)

    client.request = vanish
    with pytest.raises(Gone):
        upload_deck(client, "mine", NEW)
    board.run_until(board.now_us + 2_000_000)
    assert connected(board, first_id=0x9000).read_file("deck", "mine") == NEW


@pytest.mark.parametrize("percent", [1, 50, 99, 100])
def test_a_laptop_that_vanishes_in_a_sync(board, tmp_path, percent):
    client = connected(board)
    games = [client.request("new", setup=SETUP)["game_id"] for _ in range(3)]
    database = History(tmp_path / "dry.sqlite")
    before = client.transport.writes
    sync(client, database)
    database.close()
    writes = client.transport.writes - before + 1
    turn = Turn(board)
    database = History(tmp_path / "scores.sqlite")
    with pytest.raises(Gone):
        sync(connected(board, max(2, writes * percent // 100), 0x7000), database)
    half = {entry["game_id"] for entry in database.games()}
    assert half <= set(games)
    done = sync(connected(board, first_id=0x9000), database)
    assert done["new"] == 3 - len(half)
    assert [entry["game_id"] for entry in database.games()] == games
    turn.over()
    assert sync(connected(board, first_id=0xA000), database)["updated"] == 1
    database.close()


def test_a_deck_that_is_played_with_meanwhile_is_not_replaced(board):
    client = connected(board)
    upload_deck(client, "mine", OLD)
    steps = uploading(client, NEW, 21)
    for _ in range(22):
        next(steps)
    client.request("new", setup={**SETUP, "deck": "mine", "draft": False, "cards": 5})
    with pytest.raises(DeviceError, match="in play"):
        next(steps)
    assert client.read_file("deck", "mine") == OLD


def test_a_full_device_is_synced(tmp_path):
    """As many games as it keeps, in the RAM of a board."""
    board = VirtualDevice(tmp_path / "flash.bin", mpy=True)
    board.power_on()
    board.run_until(1_000_000)
    client = connected(board)
    players = ["Ann", "Bob", "Cid", "Dee"]
    for _ in range(60):
        client.request("new", setup={"game": "timesup", "players": players, "cards": 5})
    database = History(tmp_path / "scores.db")
    assert sync(client, database)["new"] == 60
    database.close()
    board.close()


RINGS = [{"board": "pico"}, {"board": "pico", "ring": 512}, {"board": "esp32"}]


@pytest.mark.parametrize("kind", RINGS, ids=["flow control", "512 bytes", "esp32: 259 bytes"])
def test_100_kb_in_a_turn_in_which_somebody_plays(tmp_path, kind):
    """Presses three times a second: all of them count, the turn is 30.0 s long, the deck arrives
    whole (the device compares the sum of what it has on flash)."""
    board = VirtualDevice(tmp_path / "flash.bin", **kind)
    board.power_on()
    board.run_until(1_000_000)
    client = connected(board)
    client.request("new", setup={**SETUP, "cards": 60})
    cards = [(f"Person {n}", "", letters(n, 90), "") for n in range(1000)]
    data = bytes(packing.pack("big", "names", cards))
    assert len(data) > 100_000 and len(squeezed(data)) > 50_000
    turn = Turn(board)
    for third in range(27):
        after_ms = (turn.began_us - board.now_us) // 1000 + 2300 + third * 300
        Buttons(board).down("got", after_ms).up("got", after_ms + PRESS_MS)
    assert upload_deck(client, "big", data)["cards"] == 1000
    assert board.now_us > turn.began_us + 4_000_000
    if board.now_us < turn.began_us + 29_000_000:
        turn.over(got=28)
    else:  # 115200 baud took longer than the turn
        assert board.state()["phase"] == "review" and board.state()["this_turn"]["got"] == 28
    (listed,) = client.request("deck_list")["decks"]
    assert listed["bytes"] == len(data)
    assert board.crash is None and board.faults == []
    board.close()


class Hub:
    """One serial port, several programs on it: each hears everything the device says."""

    def __init__(self, board):
        self.board, self.heard = board, []

    def join(self, first_id, meanwhile=None):
        """A client; `meanwhile(n)` is called before its n-th wait for an answer."""
        hub, mine = self, bytearray()
        self.heard.append(mine)

        class Port(VirtualTransport):
            waits = 0

            def read(self, timeout_s):
                self.waits += 1
                if meanwhile:
                    meanwhile(self.waits)
                if not mine:
                    data = super().read(timeout_s)
                    for other in hub.heard:
                        other += data
                data = bytes(mine)
                mine.clear()
                return data

        client = Client(Port(self.board), first_id=first_id)
        client.hello()
        return client


def test_two_programs_at_once(board):
    """One asks while the other waits for its answer, again and again."""
    hub = Hub(board)
    other = hub.join(0x4000)
    seen = []

    def meanwhile(count):
        if count % 3 == 0:
            seen.append(other.request("settings_get")["settings"]["lockout_ms"])

    one = hub.join(0x8000, meanwhile)
    assert upload_deck(one, "mine", OLD)["cards"] == COUNT
    game = one.request("new", setup=SETUP)["game_id"]
    assert one.read_file("deck", "mine") == OLD
    assert len(seen) > 10 and set(seen) == {250}
    assert [entry["id"] for entry in one.request("games")["games"]] == [game]


def test_two_uploads_at_once(board):
    """The later one wins; the other says so, and its next try completes."""
    hub = Hub(board)
    other = hub.join(0x4000)

    def meanwhile(count):
        if count == 20:
            upload_deck(other, "mine", OLD)

    one = hub.join(0x8000, meanwhile)
    with pytest.raises((DeviceError, LinkError), match="load the deck again"):
        upload_deck(one, "mine", NEW)
    assert one.read_file("deck", "mine") == OLD
    upload_deck(one, "mine", NEW)
    assert other.read_file("deck", "mine") == NEW


def test_two_uploads_in_turns(board):
    """Each takes the other's place, piece by piece: the deck that stays is whole."""
    client = connected(board)
    upload_deck(client, "mine", OLD)
    hub = Hub(board)
    other = hub.join(0x4000)
    steps = iter(range(10**6))

    begun = {}

    def meanwhile(_count):
        step = next(steps)
        if step == 5:
            begun.update(other.request("deck_begin", name="mine", bytes=len(OLD), crc=1,
                                       packed=1000))  # fmt: skip
        elif 5 < step:
            other.put(begun["upload"], (step - 6) * 9, bytes(9))

    one = hub.join(0x8000, meanwhile)
    with pytest.raises((DeviceError, LinkError)):
        upload_deck(one, "mine", NEW)
    assert client.read_file("deck", "mine") == OLD


SMALL = bytes(packing.pack("mine", "names", [(f"Small {n}", "", "", "") for n in range(4)]))
LESS = bytes(packing.pack("mine", "names", [(f"Lesser {n}", "", "", "") for n in range(4)]))
STEPS = 5  # begin, three pieces, end


def begun_upload(client, data, steps):
    one = uploading(client, data, 3)
    for _ in range(steps):
        next(one)
    return one


@pytest.mark.parametrize("same", [False, True], ids=["another deck", "the same deck"])
def test_the_later_of_two_uploads_wins_at_every_stage(board, same):
    """The earlier one has made `first` steps as the later begins, which has made `second` as the
    earlier goes on: that one is refused, and the deck is the later one's to the last byte."""
    client, other = connected(board, first_id=0x4000), connected(board, first_id=0x8000)
    later = SMALL if same else LESS
    for first in range(1, STEPS):
        for second in range(1, STEPS + 1):
            upload_deck(client, "mine", OLD)
            one, two = begun_upload(client, SMALL, first), begun_upload(other, later, second)
            with pytest.raises(DeviceError, match="Another upload has begun.* load the deck again"):
                next(one)
            assert len(list(two)) == STEPS - second
            assert client.read_file("deck", "mine") == later
    assert upload_deck(client, "mine", SMALL)["cards"] == 4
    assert other.read_file("deck", "mine") == SMALL


class Lossy(VirtualTransport):
    """A wire from which every third piece that comes is lost."""

    count = 0

    def read(self, timeout_s):
        data = super().read(timeout_s)
        self.count += bool(data)
        return b"" if data and self.count % 3 == 0 else data


def test_uploads_take_turns_though_answers_are_lost(board):
    client, other = Client(Lossy(board), first_id=0x4000), Client(Lossy(board), first_id=0x8000)
    for first in range(1, STEPS):
        one = begun_upload(client, SMALL, first)
        assert upload_deck(other, "mine", LESS)["cards"] == 4
        with pytest.raises(DeviceError, match="load the deck again"):
            next(one)
        assert client.read_file("deck", "mine") == LESS


def test_an_upload_from_before_a_restart_does_not_go_on_with_another(board):
    one = connected(board, first_id=0x4000)
    args = {"name": "mine", "bytes": len(SMALL), "crc": binascii.crc32(SMALL), "packed": 99}
    upload = one.request("deck_begin", **args)["upload"]
    board.power_off()
    board.power_on()
    board.run_until(board.now_us + 1_000_000)
    one, other = connected(board, first_id=0x5000), connected(board, first_id=0x8000)
    with pytest.raises(DeviceError, match="it started anew"):
        one.put(upload, 0, b"AAA")
    two = begun_upload(other, LESS, 1)
    with pytest.raises(DeviceError, match="Another upload has begun"):
        one.put(upload, 0, b"AAA")
    list(two)
    assert one.read_file("deck", "mine") == LESS


def test_a_set_up_asked_again_makes_one_game(board):
    """Its answer came late, and another program asked in between."""
    client = connected(board)
    text = '{"do":"new","setup":{"game":"timer"}}'
    new = b"\n" + frame.encode(frame.REQUEST, 0x1234, 0, True, text)
    for _ in range(3):
        board.serial_write(new)
        board.run_until(board.now_us + 400_000)
        client.request("status")
    assert len(client.request("games")["games"]) == 1


@pytest.mark.parametrize("late_ms", [0, 100, 400])
def test_opening_the_port_resets_the_board(board, late_ms):
    """As on an ESP32: the first line is lost in the boot, or comes in the middle of it."""
    client = connected(board)
    client.request("settings_set", settings={"turn_s": 45})

    class Resetting(VirtualTransport):
        def write(self, data):
            super().write(data)
            if not self.opened:
                self.opened = True
                board.run_until(board.now_us + late_ms * 1000)
                board.power_off()
                board.power_on()

        opened = False

    client = Client(Resetting(board), first_id=0x9000)
    start = board.now_us
    assert client.hello()["name"] == "buzzglass"
    assert client.request("settings_get")["settings"]["turn_s"] == 45
    assert board.now_us - start < 5_000_000


@pytest.mark.parametrize("kind", ["any", "control", "json", "frames", "at"])
def test_noise_in_a_turn(board, kind):
    """At 115200 baud for most of a turn: nothing happens, and the next request is answered."""
    from support.link_far_end import noise

    client = connected(board)
    client.request("new", setup=SETUP)
    settings = client.request("settings_get")
    turn = Turn(board)
    pieces = [b"AT\r\n+++\r\nATZ\r\n"] * 500 if kind == "at" else noise(3, 60_000, kind)
    chance = random.Random(2)
    for piece in pieces:
        board.serial_write(piece)
        board.run_until(board.now_us + len(piece) * 87 + chance.randrange(3000))
        board.serial_read()
    assert board.now_us < turn.began_us + 20_000_000
    client = Client(VirtualTransport(board), first_id=0x9000)
    start = board.now_us
    assert client.hello()["name"] == "buzzglass"
    assert board.now_us - start < 1_000_000
    assert client.request("settings_get") == settings
    assert client.request("status")["state"]["this_turn"]["got"] == 1
    turn.over()


def test_a_device_that_is_unplugged_in_an_upload(board):
    """The tool ends within 10 s, with a sentence; the deck is the old one afterwards."""
    client = connected(board)
    upload_deck(client, "mine", OLD)
    steps = []

    def cut(done):
        steps.append(done)
        if len(steps) == 10:
            board.power_off()
            steps.append(board.now_us)

    with pytest.raises(LinkError, match="does not answer"):
        upload_deck(client, "mine", NEW, cut)
    assert (board.now_us - steps[-1]) / 1e6 < TEN_S
    board.power_on()
    board.run_until(board.now_us + 1_000_000)
    client = connected(board, first_id=0x9000)
    assert client.read_file("deck", "mine") == OLD
    upload_deck(client, "mine", NEW)
    assert client.read_file("deck", "mine") == NEW


def test_a_device_that_starts_anew_in_an_upload(board):
    client = connected(board)
    steps = []

    def reset(done):
        steps.append(done)
        if len(steps) == 10:
            board.power_off()
            board.power_on()

    with pytest.raises(LinkError, match="started anew"):
        upload_deck(client, "mine", NEW, reset)
    client = connected(board, first_id=0x9000)
    assert client.request("deck_list")["decks"] == []
    upload_deck(client, "mine", NEW)
