"""The board's end of the serial line, on MicroPython: bytes in any portion, damaged, too many, or
none of its business."""

import importlib.util
import json

import pytest
from support.far_end import FarEnd, FarWire

from buzzglass.decks import packing
from buzzglass.device.client import Client
from glass.formats import whole_frame as frame

if importlib.util.find_spec("micropython_unix") is None:
    pytest.skip("MicroPython is not installed", allow_module_level=True)

FAULTS = ("lost", "doubled", "changed", "swapped")


@pytest.fixture(scope="module")
def process():
    far = FarEnd()
    yield far
    far.close()


@pytest.fixture
def far(process):
    process.do("new")
    return process


def line(ident, payload, seq=0, last=True):
    return frame.encode(frame.REQUEST, ident, seq, last, payload)


def echo(ident, say="x"):
    return line(ident, json.dumps({"do": "echo", "say": say}, separators=(",", ":")))


def frames(data):
    """[(kind, id, seq, last, payload)] of whole frames."""
    decoder = frame.Decoder()
    got = [decoder.feed(byte) for byte in data]
    return [one for one in got if one]


def answers(data):
    """{id: reply} of what came back."""
    texts = {}
    for kind, ident, seq, _, text in frames(data):
        if kind == frame.REPLY:
            texts[ident] = texts[ident] + text if seq else text
    return {ident: json.loads(text) for ident, text in texts.items()}


def events(data):
    return [json.loads(text) for kind, *_, text in frames(data) if kind == frame.EVENT]


@pytest.fixture
def quiet(far):
    """A far end that has said that it has started."""
    sent, done, _ = far.do("in", "0a")
    assert (events(sent), done) == ([{"event": "boot"}], 0)
    return far


def sized(ident, size):
    """A request of `size` bytes in one line, whether that is allowed or not."""
    spare = size - len(echo(ident, ""))
    return line(ident, json.dumps({"do": "echo", "say": "y" * spare}, separators=(",", ":")))


@pytest.mark.parametrize("byte_by_byte", [False, True])
@pytest.mark.parametrize(
    "size", [1, 41, 63, 64, 65, 127, 128, 129, 239, 240, 241, 255, 256, 257, 511, 512, 513]
)
def test_lines_of_every_size(quiet, size, byte_by_byte):
    data = sized(9, size) if size > 40 else b"?"
    assert len(data) == size
    portions = [data[n : n + 1] for n in range(size)] if byte_by_byte else [data]
    sent = b"".join(quiet.do("in", portion.hex())[0] for portion in portions)
    if 40 < size <= frame.LINE_MAX:
        assert len(answers(sent)[9]["said"]) == size - len(echo(9, ""))
    else:
        assert answers(sent) == {}
        assert events(sent) == ([] if size == 1 else [{"event": "dropped", "why": "too_long"}])
    sent, done, _ = quiet.do("in", (b"\n" + echo(10)).hex())
    assert answers(sent)[10]["said"] == "x" and done == 1 + (40 < size <= frame.LINE_MAX)


@pytest.mark.parametrize("byte_by_byte", [False, True])
@pytest.mark.parametrize("size", [259, 260, 261, 511, 512, 513, 1023, 1024])
def test_requests_of_several_frames_in_one_write(quiet, size, byte_by_byte):
    """From 259 bytes on, the shortest request of two frames."""
    say = ""
    while True:
        parts = list(packing.pieces(json.dumps({"do": "echo", "say": say})))
        data = b"".join(line(9, part, seq, last) for seq, (part, last) in enumerate(parts))
        if len(data) >= size:
            break
        say += "z"
    assert len(data) == size
    portions = [data[n : n + 1] for n in range(size)] if byte_by_byte else [data]
    sent = b"".join(quiet.do("in", portion.hex())[0] for portion in portions)
    assert [kind for kind, *_ in frames(sent)].count(frame.ACK) == len(parts) - 1
    assert quiet.do("in", (b"\n" + echo(10)).hex())[1] == 2


def test_half_a_request_then_silence_then_somebody_else(quiet):
    for half in (line(5, '{"do":', 0, False), echo(6)[:30], b"?0007"):
        quiet.do("in", half.hex())
    sent, done, _ = quiet.do("in", (b"\n" + echo(8)).hex())
    assert list(answers(sent)) == [8] and done == 1
    assert events(sent) == [{"event": "dropped", "why": "damaged"}]


def test_requests_glued_together(quiet):
    sent, done, _ = quiet.do("in", b"".join(echo(n, str(n)) for n in range(10)).hex())
    assert {n: reply["said"] for n, reply in answers(sent).items()} == {
        n: str(n) for n in range(10)
    }
    assert done == 10


def test_a_request_asked_again_is_done_once_though_others_asked_in_between(quiet):
    first = answers(quiet.do("in", echo(1).hex())[0])[1]
    for other in (2, 3, 4):
        quiet.do("in", echo(other).hex())
    sent, done, _ = quiet.do("in", echo(1).hex(), 3)
    assert answers(sent) == {1: first} and done == 4
    # Another request that happens to bear the same id is another request.
    sent, done, _ = quiet.do("in", echo(1, "other").hex())
    assert answers(sent)[1]["said"] == "other" and done == 5


@pytest.mark.parametrize("size", [frame.REQUEST_MAX, frame.REQUEST_MAX + 1, 3 * frame.REQUEST_MAX])
def test_a_request_that_is_too_long_is_told_so(quiet, size):
    text = json.dumps({"do": "echo", "say": "x" * (size - len('{"do": "echo", "say": ""}'))})
    assert len(text) == size
    sent = b""
    for seq, (part, last) in enumerate(packing.pieces(text)):
        sent += quiet.do("in", line(9, part, seq, last).hex())[0]
    got = frames(sent)
    assert [kind for kind, *_ in got].count(frame.ACK) == seq
    reply = answers(sent)[9]
    if size <= frame.REQUEST_MAX:
        assert reply["ok"]
    else:
        assert reply["error"] == "too_long" and str(size) in reply["text"]
    assert answers(quiet.do("in", echo(10).hex())[0])[10]["ok"]


def test_a_laptop_that_does_not_read_costs_a_bounded_queue(quiet):
    quiet.do("drain", 0)
    for ident in range(100):
        sent, done, most = quiet.do("in", echo(ident).hex(), 2)
        assert sent == b"" and most <= 16
    sent, _, _ = quiet.do("drain", 1)
    assert 0 < len(answers(sent)) <= 16
    sent, done, _ = quiet.do("in", echo(99).hex())  # asked again: its reply had no room
    assert answers(sent)[99]["count"] == 100 and done == 100


@pytest.mark.parametrize("kind", ["any", "control", "json", "frames"])
def test_a_million_bytes_of_nonsense_change_nothing(quiet, kind):
    count = 1_000_000 if kind in ("any", "control") else 500_000
    assert quiet.do("poke", 7, count, kind)[1:2] == (0,)
    sent, done, most = quiet.do("in", (b"\n" + echo(9)).hex())
    assert answers(sent)[9] == {"said": "x", "count": 1, "ok": True} and done == 1 and most <= 16


# One fault in every position of an exchange, each direction. The exchange is done once, whole.


def exchange(client):
    """A greeting and requests of one frame, of two, and with an answer of two. Frames are short
    both ways, so that two of them are few bytes."""
    assert client.hello()["name"] == "buzzglass"
    assert client.request("echo", say="short")["said"] == "short"
    assert client.request("echo", say="y" * 30)["said"] == "y" * 30
    assert client.request("long", size=30) == {"text": "x" * 30, "count": 4}


def lengths(far):
    """Bytes out and in of a faultless exchange."""
    far.do("new", 64, 46)
    far.do("in", "0a")
    wire = FarWire(far)
    exchange(Client(wire, first_id=1))
    return wire.count


@pytest.mark.parametrize("direction", ["out", "in"])
@pytest.mark.parametrize("fault", FAULTS)
def test_one_damaged_byte_anywhere(process, fault, direction):
    for at in range(lengths(process)[direction]):
        process.do("new", 64, 46)
        process.do("in", "0a")  # that it has started, it has told somebody else
        wire = FarWire(process, (fault, direction, at))
        exchange(Client(wire, first_id=1))
        assert wire.time < 1, at


@pytest.mark.parametrize(
    ("window", "most"), [(64, 64), (200, 200), (256, 241), (10_000, 241), ('"?"', 241), (-1, 32)]
)
def test_the_window_that_the_device_states_is_kept(process, window, most):
    process.do("new", window)
    wire = FarWire(process)
    client = Client(wire)
    client.hello()
    sizes = []
    wire.write = lambda data, write=wire.write: (sizes.append(len(data)), write(data))
    assert client.request("echo", say="x" * 600)["said"] == "x" * 600
    assert max(sizes) == most
