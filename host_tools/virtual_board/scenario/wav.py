"""What the buzzer sounded like, as a WAV file."""

import wave
from collections.abc import Iterable
from pathlib import Path

RATE_HZ = 22050
LOUD = 8000


def save(path: Path, changes: Iterable[tuple[float, int, int]], end_s: float) -> None:
    """changes: (seconds, hz, duty of 65535) in order of time; from 0 to end_s, 16 bit, mono."""
    notes = [(0.0, 0, 0)] + [(max(0.0, t), hz, duty) for t, hz, duty in changes] + [(end_s, 0, 0)]
    out = bytearray()
    phase = 0.0
    for (_, hz, duty), (until, _, _) in zip(notes, notes[1:], strict=False):
        count = int(until * RATE_HZ) - len(out) // 2
        if count <= 0:
            continue
        if not hz or not duty:
            out += bytes(2 * count)
            phase = 0.0
            continue
        # A square wave sounds as its fundamental: sin(pi * duty) of full.
        high = (LOUD).to_bytes(2, "little", signed=True)
        low = (-LOUD).to_bytes(2, "little", signed=True)
        part, step = duty / 65536, hz / RATE_HZ
        for _ in range(count):
            out += high if phase < part else low
            phase = (phase + step) % 1.0
    with open(path, "wb") as raw, wave.open(raw, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(bytes(out))
