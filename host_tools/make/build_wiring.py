"""`make wiring`: draw hardware/wiring.svg from pins.json, a Raspberry Pi Pico from above."""

import json
import sys
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "hardware" / "wiring.svg"

PINS = 40  # Pico datasheet, figure 4: 1 to 20 down the left edge, 21 to 40 up the right one
PITCH, TOP = 20, 52  # px
LEFT, RIGHT = 340, 500  # px: the board's edges
WIDTH, HEIGHT = 830, TOP + PINS // 2 * PITCH + 80
COLORS = {"start": "#b8860b", "got": "#1c8f4e", "pass": "#c77700", "foul": "#444c58",
          "SDA": "#2f6fd0", "SCL": "#8a3fc0", "buzzer": "#0f8f9f", "3V3(OUT)": "#d0312d",
          "GND": "#111111"}  # fmt: skip


def _place(pin: int) -> tuple[int, int]:
    """(side: -1 left, 1 right; y in px) of a pin."""
    left = pin <= PINS // 2
    row = pin - 1 if left else PINS - pin
    return (-1 if left else 1), TOP + row * PITCH + PITCH // 2


def _text(x: int, y: int, text: str, anchor: str = "start", style: str = "") -> str:
    return f'<text x="{x}" y="{y + 4}" text-anchor="{anchor}"{style}>{escape(text)}</text>'


def draw(board: dict[str, Any]) -> str:
    """The picture (SVG text) of a board's entry in pins.json, its pins numbered as on a Pico."""
    height = PINS // 2 * PITCH
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<rect x="{LEFT}" y="{TOP - 12}" width="{RIGHT - LEFT}" height="{height + 24}" rx="8" '
        'fill="#1f7a4d"/>',
        f'<rect x="{LEFT + 55}" y="{TOP - 30}" width="50" height="34" rx="3" fill="#b9bec6"/>',
        _text(LEFT + 80, TOP - 14, "USB", "middle"),
        _text(LEFT + 80, TOP + height // 2, "Pico, from above", "middle", ' fill="#ffffff"'),
    ]
    used = {wire["pin"]: wire for wire in board["wires"] + board["power"]}
    for pin in range(1, PINS + 1):
        side, y = _place(pin)
        edge, inner = (LEFT, LEFT + 14) if side < 0 else (RIGHT, RIGHT - 14)
        anchor = "start" if side < 0 else "end"
        wire = used.get(pin)
        lines.append(f'<circle cx="{edge}" cy="{y}" r="5" fill="#e0c15a"/>')
        style = ' fill="#ffffff"' + (' font-weight="bold"' if wire else ' opacity=".5"')
        lines.append(_text(inner, y, str(pin), anchor, style))
        if wire is None:
            continue
        color = COLORS[wire["signal"]]
        end = edge + side * 60
        lines.append(f'<path d="M{edge} {y}H{end}" stroke="{color}" stroke-width="3"/>')
        name = wire["signal"] + (f" (GP{wire['gpio']})" if "gpio" in wire else "")
        outward = "end" if side < 0 else "start"
        bold = f' fill="{color}" font-weight="bold"'
        if side < 0:
            target = wire["to"].split("; ")[0]
            lines.append(_text(end - 6, y, f"{name}: {target}", outward, bold))
            continue
        lines.append(_text(end + 6, y, f"{name}:", outward, bold))
        for n, target in enumerate(reversed(wire["to"].split(", "))):  # stacked upward
            lines.append(_text(end + 92, y - n * 16, target, outward, f' fill="{color}"'))
    note = "All grounds are one: buzzer -, OLED GND and the other leg of the four buttons."
    lines += [_text(WIDTH // 2, HEIGHT - 26, note, "middle"), "</svg>"]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the picture; exit status 0."""
    boards = json.loads((ROOT / "hardware" / "pins.json").read_text())["boards"]
    TARGET.write_text(draw(next(board for board in boards if board["board"] == "pico")))
    print(f"Drawn: {TARGET.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
