"""Generated files: the readers of decks, games and settings take them or say ValueError, on both
Pythons, and a segment of a journal never keeps the device from starting."""

import importlib.util
import json
import struct
import subprocess
import sys
from pathlib import Path
from zlib import crc32

import pytest
import readers
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from buzzglass.decks import packing
from glass.formats import event_record, game_file

HERE = Path(__file__).resolve().parent
FIRMWARE = HERE.parent.parent / "firmware"

TEXT = st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF), max_size=12)
CARDS = st.lists(st.tuples(TEXT.filter(bool), TEXT, TEXT, TEXT), min_size=1, max_size=8)
DECKS = st.builds(lambda cards: bytes(packing.pack("d", "names", cards)), CARDS)
EVENTS = st.lists(st.builds(event_record.pack, st.integers(0, 255), st.integers(0, 2**32 - 1),
                            TEXT), max_size=12)  # fmt: skip
VALUES = st.one_of(st.none(), st.booleans(), st.integers(), TEXT, st.lists(st.integers()))
KEYS = st.one_of(TEXT, st.sampled_from(["turn_s", "volume", "language", "peek", "format", "cards"]))
SETTINGS = st.builds(lambda values: json.dumps(values).encode(),
                     st.one_of(st.dictionaries(KEYS, VALUES), VALUES))  # fmt: skip


@st.composite
def games(draw):
    """A game's file (game_file.py)."""
    setup, first = draw(st.binary(max_size=60)), draw(st.integers(0, 9))
    body = setup + b"\n" + b"".join(draw(EVENTS))
    crc = crc32(body, crc32(game_file.head(0, len(setup), first)[8:]))
    return game_file.head(crc, len(setup), first) + body


FILES = {"deck": DECKS, "game": games(), "settings": SETTINGS}


@st.composite
def damaged(draw, kind):
    """A file with bytes changed, cut off or added, often with its sum made right again."""
    data = bytearray(draw(FILES[kind]))
    for _ in range(draw(st.integers(0, 4))):
        if data:
            data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    data = data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data
    data += draw(st.binary(max_size=8)) if draw(st.booleans()) else b""
    if kind != "settings" and len(data) > 8 and draw(st.booleans()):
        data[4:8] = struct.pack("<I", crc32(data[8:]))
    return bytes(data)


@pytest.mark.parametrize("kind", readers.KINDS)
def test_generated_files_on_both_pythons(kind):
    tried = {}

    @seed(1)
    @settings(max_examples=400, deadline=None, database=None)
    @given(st.one_of(damaged(kind), FILES[kind], st.binary(max_size=200)))
    def on_this_one(data):
        tried[data] = readers.outcome(kind, data)

    on_this_one()
    assert len(set(tried.values())) >= 2  # some are taken, some are not
    if importlib.util.find_spec("micropython_unix") is None:
        pytest.skip("MicroPython is not installed")
    lines = "".join(f"{kind} {data.hex()}\n" for data in tried)
    done = subprocess.run(
        [sys.executable, "-m", "micropython_unix", "-X", "heapsize=2M", str(HERE / "readers.py"),
         str(FIRMWARE), str(HERE), str(HERE.parent)],
        input=lines, capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]
    there = done.stdout.splitlines()
    assert len(there) == len(tried)
    for (data, here), other in zip(tried.items(), there, strict=True):
        # The two differ in how strict they are with JSON and UTF-8, in nothing else.
        assert here == other or kind == "settings" or "ValueError" in (here, other), data
