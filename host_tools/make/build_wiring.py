"""`make wiring`: draw the pictures of hardware/ from pins.json, each board from above."""

from __future__ import annotations

import json
import sys
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"

PITCH, TOP = 20, 52  # px
LEFT, RIGHT = 340, 500  # px: the board's edges
WIDTH = 830
COLORS = {"start": "#b8860b", "got": "#1c8f4e", "pass": "#c77700", "foul": "#444c58",
          "SDA": "#2f6fd0", "SCL": "#8a3fc0", "buzzer": "#0f8f9f", "3V3(OUT)": "#d0312d",
          "3V3": "#d0312d", "GND": "#111111"}  # fmt: skip
NOTE = "All grounds are one: buzzer -, OLED GND and the other leg of the four buttons."


def _text(x: int, y: int, text: str, anchor: str = "start", style: str = "") -> str:
    return f'<text x="{x}" y="{y + 4}" text-anchor="{anchor}"{style}>{escape(text)}</text>'


def _row_y(row: int) -> int:
    return TOP + row * PITCH + PITCH // 2


def _board(wiring: dict[str, Any], height: int) -> list[str]:
    """The board itself with its USB socket and its name, `height` px of pins long."""
    middle = (LEFT + RIGHT) // 2
    usb_y = TOP - 30 if wiring["usb"] == "top" else TOP + height - 4
    return [
        f'<rect x="{LEFT}" y="{TOP - 12}" width="{RIGHT - LEFT}" height="{height + 24}" rx="8" '
        'fill="#1f7a4d"/>',
        f'<rect x="{middle - 25}" y="{usb_y}" width="50" height="34" rx="3" fill="#b9bec6"/>',
        _text(middle, usb_y + (16 if wiring["usb"] == "top" else 20), "USB", "middle"),
        f'<text transform="translate({middle + 5} {TOP + height // 2}) rotate(-90)" '
        f'text-anchor="middle" fill="#ffffff">{escape(wiring["caption"])}</text>',
    ]


def _pin(side: int, y: int, label: str, used: bool) -> list[str]:
    """A pin's hole and label; side: -1 left, 1 right."""
    edge, inner = (LEFT, LEFT + 14) if side < 0 else (RIGHT, RIGHT - 14)
    style = ' fill="#ffffff"' + (' font-weight="bold"' if used else ' opacity=".5"')
    return [
        f'<circle cx="{edge}" cy="{y}" r="5" fill="#e0c15a"/>',
        _text(inner, y, label, "start" if side < 0 else "end", style),
    ]


def _wire(side: int, y: int, wire: dict[str, Any]) -> list[str]:
    """A wire from its pin outward, with what it is and where it goes."""
    color = COLORS[wire["signal"]]
    edge = LEFT if side < 0 else RIGHT
    end = edge + side * 60
    name = wire["signal"]
    if "gpio" in wire:
        name += f" ({'GP' if isinstance(wire['pin'], int) else 'IO'}{wire['gpio']})"
    bold = f' fill="{color}" font-weight="bold"'
    lines = [f'<path d="M{edge} {y}H{end}" stroke="{color}" stroke-width="3"/>']
    if side < 0:
        return [*lines, _text(end - 6, y, f"{name}: {wire['to'].split('; ')[0]}", "end", bold)]
    lines.append(_text(end + 6, y, f"{name}:", "start", bold))
    for n, target in enumerate(reversed(wire["to"].split(", "))):  # stacked upward
        lines.append(_text(end + 92, y - n * 16, target, "start", f' fill="{color}"'))
    return lines


def draw(wiring: dict[str, Any]) -> str:
    """The picture (SVG text) of an entry of pins.json. A label that stands at several pins is
    wired at the first, right side first."""
    rows = max(len(wiring["left"]), len(wiring["right"]))
    height = rows * PITCH
    bottom = TOP + height + 80
    waiting = {wire["pin"]: wire for wire in wiring["wires"] + wiring["power"]}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom}" '
        f'width="{WIDTH}" height="{bottom}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{bottom}" fill="#ffffff"/>',
        *_board(wiring, height),
    ]
    for side, pins in ((1, wiring["right"]), (-1, wiring["left"])):
        for row, pin in enumerate(pins):
            wire = waiting.pop(pin, None)
            lines += _pin(side, _row_y(row), str(pin), wire is not None)
            if wire:
                lines += _wire(side, _row_y(row), wire)
    lines += [_text(WIDTH // 2, bottom - 26, NOTE, "middle"), "</svg>"]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the pictures; exit status 0."""
    for wiring in json.loads((HARDWARE / "pins.json").read_text())["wirings"]:
        (HARDWARE / wiring["picture"]).write_text(draw(wiring))
        print(f"Drawn: hardware/{wiring['picture']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
