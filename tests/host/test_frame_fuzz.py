"""The framing under a fuzzer: the same bytes give the same frames on CPython and on MicroPython."""

import importlib.util
import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.far_end import FarEnd
from support.link_far_end import obey

from buzzglass.decks import packing
from glass.formats import whole_frame as frame

if importlib.util.find_spec("micropython_unix") is None:
    pytest.skip("MicroPython is not installed", allow_module_level=True)

PRINTABLE = st.characters(min_codepoint=32, max_codepoint=126)
FRAMES = st.builds(
    frame.encode,
    st.sampled_from("?=!&"),
    st.integers(0, 0xFFFF),
    st.integers(0, 0xFF),
    st.booleans(),
    st.text(PRINTABLE, max_size=frame.PAYLOAD_MAX),
)
JUNK = st.one_of(
    st.binary(max_size=300),
    st.text('?=!&0123456789abcdefABCDEF*.+{}":do\n\r _-', max_size=300).map(str.encode),
)


@st.composite
def damaged(draw):
    """A frame with a few bytes put in, taken out or written over, or none."""
    data = bytearray(draw(FRAMES))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 2))] = draw(st.binary(max_size=2))
    return bytes(data)


@pytest.fixture(scope="module")
def there():
    far = FarEnd()
    yield far
    far.close()


@given(
    st.sampled_from("?=!&"), st.integers(0, 0xFFFF), st.integers(0, 0xFF), st.booleans(),
    st.text(PRINTABLE, max_size=frame.PAYLOAD_MAX),
)  # fmt: skip
def test_what_is_encoded_is_decoded(kind, ident, seq, last, payload):
    data = frame.encode(kind, ident, seq, last, payload)
    assert len(data) <= frame.LINE_MAX and data.endswith(b"\n") and data.count(b"\n") == 1
    assert frame.decode(data[:-1]) == (kind, ident, seq, last, payload)


@given(st.text(max_size=100))
def test_any_text_goes_over_in_printable_ascii(text):
    written = frame.ascii_json(json.dumps(text, ensure_ascii=False))
    assert all(32 <= ord(letter) <= 126 for letter in written) and json.loads(written) == text
    for size in (1, 7, frame.PAYLOAD_MAX):
        parts = list(packing.pieces(written, size))
        assert "".join(part for part, _ in parts) == written
        assert [last for _, last in parts] == [False] * (len(parts) - 1) + [True]


@given(line=st.one_of(damaged(), JUNK))
@example(line=b"?+00100.*0000")
@example(line=b"?0001 1.*0000")
def test_one_line_on_both_pythons(there, line):
    line = line.rstrip(b"\n")
    got = frame.decode(line)
    assert json.loads(there.ask("decode", line.hex())) == (None if got is None else list(got))
    if got is not None:  # only what encode could have written
        assert frame.encode(*got)[:-1].lower() == line.lower()


@given(st.lists(st.one_of(FRAMES, damaged(), JUNK), max_size=6).map(b"".join))
def test_a_stream_on_both_pythons(there, data):
    _, (here,) = obey(None, ["feed", data.hex()])
    assert json.loads(there.ask("feed", data.hex())) == json.loads(here)


@given(st.lists(st.one_of(FRAMES, damaged(), JUNK), max_size=4), st.integers(0, 0xFFFF))
def test_the_link_on_both_pythons(there, portions, ident):
    """The same requests are answered, and whatever came before, so is the next good one."""
    here, _ = obey(None, ["new"])
    there.do("new")
    last = b"\n" + frame.encode(frame.REQUEST, ident, 0, True, '{"do":"echo","say":"the end"}')
    for portion in [*portions, last]:
        got = here.arrive(portion), there.do("in", portion.hex())[0]
        assert heard(got[0]) == heard(got[1])
    for sent in got:
        assert b'"the end"' in sent and heard(sent)[-1] == (frame.REPLY, ident)


def heard(data):
    """Events whole, of other frames what they answer: the Pythons' JSON differs in what it refuses
    and in which words."""
    decoder = frame.Decoder()
    got = []
    for kind, ident, _, _, text in filter(None, map(decoder.feed, data)):
        one = (kind, json.loads(text)) if kind == frame.EVENT else (kind, ident)
        if one not in got[-1:]:
            got.append(one)
    return got
