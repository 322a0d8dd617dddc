"""What is read into RAM again and again needs no large block: a heap in use has none."""

import importlib.util
import subprocess
import sys

import pytest
from support.documents import FIRMWARE

if importlib.util.find_spec("micropython_unix") is None:
    pytest.skip("the virtual board is not installed", allow_module_level=True)

# Fills the heap with blocks, lets go of every second one, and reads the words of a game.
SCRIPT = """
import gc
import sys
sys.path.insert(0, {firmware!r})
from glass.ui import words

def fill(size):
    held = None
    try:
        while True:
            one = [held, bytearray(size)]
            held = one
    except MemoryError:
        return held

def run():
    blocks = fill({block})
    rest = fill(1)
    one = blocks
    while one:
        one[1] = None
        one = one[0] and one[0][0]
    gc.collect()
    try:
        found = words.load("timesup/words_fr", "words_fr")
    except MemoryError as error:
        return error
    return found["menu_back"] + found["menu_draw"]

print(run())
"""


def test_the_words_are_read_into_small_blocks():
    script = SCRIPT.format(firmware=str(FIRMWARE), block=512)
    command = [sys.executable, "-m", "micropython_unix", "-X", "heapsize=300K", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "RetourNouveau tirage\n"
