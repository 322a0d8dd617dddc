"""`make arch`: draw the rooms of the firmware and the imports between them as an SVG picture.

    python host_tools/make/arch.py [FIRMWARE [PICTURE.svg]]

draws any tree, an older one for instance; without a picture into build/arch.svg, and into
firmware/arch.svg too where FIRMWARE is our own. The rooms stand on a diagonal, each above those
that it may import: an arrow that goes left and up breaks the rules.
"""

from __future__ import annotations

import sys
import textwrap
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from make import house

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
PICTURE = FIRMWARE / "arch.svg"

ORDER = (house.TOP, "link", "ui", "store", "games", "formats", "drivers", house.MEMORY,
         house.BOARDS)  # fmt: skip
TITLES = {house.TOP: "main and glass/", house.MEMORY: "glass/memory", house.BOARDS: "boards/"}
COLORS = {house.TOP: "#33415c", "link": "#8a3fc0", "ui": "#1c6fd0", "store": "#1c8f4e",
          "games": "#b8690b", "formats": "#0f8f9f", "drivers": "#7a5c3e", house.MEMORY: "#6b7280",
          house.BOARDS: "#7a5c3e"}  # fmt: skip
WRONG, GRAY, BLACK, FILL = "#d0201c", "#57606a", "#1f2328", "#f6f8fa"
LEGEND = ("An arrow goes from a room to what it imports; the number counts pairs of modules. What "
          "goes left and up breaks the rules, as all that is red.")  # fmt: skip

# px
MARGIN, GAP, TITLE = 16, 20, 78
LINE, CHAR, LETTER = 15, 6.7, 7.6  # a row of a list; a character of a list and of a heading
HEAD, PAD = 53, 9
ROWS = 14  # files in a column of a box
BESIDE = 15  # between two arrows at a side of a box
NOTES_WIDTH = 240


@dataclass
class Box:
    """A room: its files and where it stands."""

    name: str
    files: list[tuple[str, int, bool]]  # (name in the room, lines, True in a circle)
    notes: list[str]  # what breaks the rules inside it
    lines: int
    inside: str  # how many imports go from one of its files to another
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    free_from: float = 0  # arrows from above arrive right of this x,
    free_to: float = 0  # those from below left of this one

    @property
    def title(self) -> str:
        """What stands at its top."""
        return TITLES.get(self.name, f"glass/{self.name}/")

    @property
    def columns(self) -> int:
        """Columns that its list of files takes."""
        return max(1, -(-len(self.files) // ROWS))

    @property
    def rows(self) -> int:
        """Rows of that list."""
        return -(-len(self.files) // self.columns)

    @property
    def column_width(self) -> float:
        """Width of one column in px."""
        longest = max((len(name) for name, _, _ in self.files), default=0)
        return (longest + 4) * CHAR + 14

    @property
    def note_lines(self) -> list[str]:
        """Its notes, broken into lines that fit its width."""
        fits = int((self.width - 2 * PAD) / CHAR)
        return [
            line
            for note in self.notes
            for line in textwrap.wrap(note, fits, subsequent_indent="  ")
        ]

    @property
    def summary(self) -> str:
        """How many files and lines it has."""
        count = len(self.files)
        return f"{count} file{'s' if count != 1 else ''}, {self.lines:,} lines"

    def measure(self, beside: int) -> None:
        """Choose its size in px; `beside` arrows leave it at one side."""
        self.width = max(
            self.columns * self.column_width + PAD,
            len(self.title) * LETTER + 2 * PAD,
            max(len(self.summary), len(self.inside)) * CHAR + 2 * PAD,
            NOTES_WIDTH if self.notes else 0,
        )
        text = HEAD + (self.rows + len(self.note_lines)) * LINE + PAD
        self.height = max(text, BESIDE * (beside + 1))


@dataclass
class Arrow:
    """Imports from one room to another that all keep the rules or all break them."""

    source: str
    target: str
    wrong: bool
    pairs: set[tuple[str, str]] = field(default_factory=set)  # of modules
    hidden: set[tuple[str, str]] = field(default_factory=set)  # of those by a name in a string

    @property
    def forward(self) -> bool:
        """True if it goes right and down."""
        return ORDER.index(self.source) < ORDER.index(self.target)

    @property
    def label(self) -> str:
        """How many pairs, and how many of them are hidden in strings."""
        return _counted(len(self.pairs), len(self.hidden))


def boxes_and_arrows(modules: dict[str, house.Module]) -> tuple[list[Box], list[Arrow]]:
    """What there is to draw, in ORDER; positions are not set yet."""
    plain = house.ours(house.imports(modules), modules)
    shown = {(one.source, one.target) for one in plain}
    strings = [one for one in house.hidden(modules) if (one.source, one.target) not in shown]
    rooms = house.rooms(modules)
    boxes = [_box(room, modules, rooms, plain, strings) for room in ORDER if room in rooms.values()]
    return boxes, _arrows(plain, strings, rooms)


def _box(
    room: str,
    modules: dict[str, house.Module],
    rooms: dict[str, str],
    plain: list[house.Import],
    strings: list[house.Import],
) -> Box:
    found = plain + strings
    inside = {name: module for name, module in modules.items() if rooms[name] == room}
    circles = [group for group in house.circles(found) if rooms[group[0]] == room]
    wrong = {
        (one.source, one.target)
        for one in found
        if one.source in inside and one.target in inside and not house.is_allowed(one, rooms)
    }
    notes = [f"circle of {len(group)}: {', '.join(map(_short, group))}" for group in circles]
    notes += [f"{_short(source)} imports {_short(target)}" for source, target in sorted(wrong)]
    files = [
        (_short(name), module.lines, any(name in group for group in circles))
        for name, module in inside.items()
        if name not in ("glass", f"glass.{room}") or not module.is_package
    ]
    pairs = {(one.source, one.target) for one in found if one.source in inside}
    pairs = {pair for pair in pairs if pair[1] in inside}
    hidden = pairs - {(one.source, one.target) for one in plain}
    lines = sum(module.lines for module in inside.values())
    return Box(room, files, notes, lines, _counted(len(pairs), len(hidden), " inside"))


def _counted(pairs: int, hidden: int, where: str = "") -> str:
    if not pairs:
        return ""
    return f"{pairs}{where}" + (f" ({hidden} in strings)" if hidden else "")


def _short(name: str) -> str:
    """A module's name as its room lists it: "timesup/rules" for glass.games.timesup.rules."""
    parts = name.split(".")
    if parts[0] in ("glass", "boards") and len(parts) > 1:
        parts = parts[1:]
        if parts[0] in house.ROOMS and len(parts) > 1:
            parts = parts[1:]
    return "/".join(parts)


def _arrows(
    plain: list[house.Import], strings: list[house.Import], rooms: dict[str, str]
) -> list[Arrow]:
    arrows: dict[tuple[str, str, bool], Arrow] = {}
    for one in plain + strings:
        key = rooms[one.source], rooms[one.target], not house.is_allowed(one, rooms)
        if key[0] != key[1]:
            arrow = arrows.setdefault(key, Arrow(*key))
            arrow.pairs.add((one.source, one.target))
            if one in strings:
                arrow.hidden.add((one.source, one.target))
    return sorted(
        arrows.values(), key=lambda a: (ORDER.index(a.source), ORDER.index(a.target), a.wrong)
    )


def _count(arrows: list[Arrow], end: str, room: str, forward: bool) -> int:
    return sum(getattr(a, end) == room and a.forward == forward for a in arrows)


def place(boxes: list[Box], arrows: list[Arrow]) -> tuple[float, float]:
    """Set the boxes along the diagonal; returns the picture's width and height in px.

    A box may stand below another one, but leaves the arrows their way: those from above reach it
    right of all boxes before it, those from below left of all after it.
    """
    right, left, y = 0.0, float(MARGIN), float(TITLE)
    for box in boxes:
        leaving = [_count(arrows, "source", box.name, forward) for forward in (True, False)]
        box.measure(max(leaving))
        room = BESIDE * (_count(arrows, "target", box.name, True) + 1)
        box.x, box.y = max(left, right + room - box.width), y
        box.free_from = max(box.x, right)
        right = box.x + box.width + GAP
        below = _count(arrows, "target", box.name, False)
        box.free_to = box.x + max(BESIDE * (below + 1), box.width / 3)
        left = box.free_to + GAP / 2
        y += box.height + GAP
    return right - GAP + MARGIN, y - GAP + MARGIN


def _spread(low: float, high: float, index: int, count: int) -> float:
    return low + (high - low) * (index + 1) / (count + 1)


def _path(arrow: Arrow, boxes: dict[str, Box], arrows: list[Arrow]) -> list[tuple[float, float]]:
    """Corners of an arrow: beside its source, along its row, along its target's column."""
    source, target = boxes[arrow.source], boxes[arrow.target]
    same = [a for a in arrows if a.forward == arrow.forward]
    leaving = [a for a in same if a.source == arrow.source]
    coming = [a for a in same if a.target == arrow.target]
    # The line to the farthest box is the outer one at both ends: so those of one box never cross.
    leaving.sort(key=lambda a: ORDER.index(a.target), reverse=True)
    coming.sort(key=lambda a: ORDER.index(a.source), reverse=True)
    y = _spread(source.y, source.y + source.height, leaving.index(arrow), len(leaving))
    if arrow.forward:
        right = target.x + target.width
        x = _spread(target.free_from, right, coming.index(arrow), len(coming))
        return [(source.x + source.width, y), (x, y), (x, target.y)]
    x = _spread(target.x, target.free_to, coming.index(arrow), len(coming))
    return [(source.x, y), (x, y), (x, target.y + target.height)]


def _draw_arrow(arrow: Arrow, corners: list[tuple[float, float]]) -> list[str]:
    color = WRONG if arrow.wrong else COLORS[arrow.source]
    width = 1.2 + min(3.0, len(arrow.pairs) / 6)
    (start_x, start_y), (x, _), (_, tip_y) = corners
    back = -9 if arrow.forward else 9
    dashed = ' stroke-dasharray="6 3"' if arrow.hidden == arrow.pairs else ""
    side, anchor = (6, "start") if arrow.forward else (-6, "end")
    return [
        f'<path d="M{start_x:.1f} {start_y:.1f}H{x:.1f}V{tip_y + back:.1f}" fill="none" '
        f'stroke="{color}" stroke-width="{width:.1f}"{dashed}/>',
        f'<path d="M{x - 5:.1f} {tip_y + back:.1f}h10L{x:.1f} {tip_y:.1f}z" fill="{color}"/>',
        f'<text x="{start_x + side:.1f}" y="{start_y - 4:.1f}" text-anchor="{anchor}" '
        f'font-size="11" fill="{color}" class="halo">{escape(arrow.label)}</text>',
    ]


def _mono(x: float, y: float, text: str, color: str, more: str = "") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" class="mono" fill="{color}"{more} '
        f'xml:space="preserve">{escape(text)}</text>'
    )


def _draw_box(box: Box) -> list[str]:
    color, x = COLORS[box.name], box.x + PAD
    lines = [
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" rx="6" fill="{FILL}" stroke="{color}" stroke-width="2"/>',
        f'<text x="{x:.1f}" y="{box.y + 17:.1f}" font-weight="bold" fill="{color}">'
        f"{escape(box.title)}</text>",
        f'<text x="{x:.1f}" y="{box.y + 32:.1f}" font-size="11" fill="{GRAY}">{box.summary}</text>',
        f'<text x="{x:.1f}" y="{box.y + 46:.1f}" font-size="11" fill="{GRAY}">{box.inside}</text>',
    ]
    column = max(box.column_width, (box.width - PAD) / box.columns)
    for index, (name, size, in_circle) in enumerate(box.files):
        left = x + index // box.rows * column
        y = box.y + HEAD + (index % box.rows + 1) * LINE - 3
        end = left + column - 14
        lines += [
            _mono(left, y, name, WRONG if in_circle else BLACK),
            _mono(end, y, str(size), GRAY, ' text-anchor="end"'),
        ]
    for index, note in enumerate(box.note_lines):
        lines.append(_mono(x, box.y + HEAD + (box.rows + index + 1) * LINE, note, WRONG))
    return lines


def _verdict(boxes: list[Box], arrows: list[Arrow]) -> str:
    """What breaks the rules, in a sentence; "" if nothing does."""
    notes = [note for box in boxes for note in box.notes]
    circles = sum(note.startswith("circle of") for note in notes)
    wrong = sum(len(arrow.pairs) for arrow in arrows if arrow.wrong) + len(notes) - circles
    if not notes and not wrong:
        return ""
    return (
        f"Against the rules: {wrong} import{'s' if wrong != 1 else ''}, "
        f"{circles} circle{'s' if circles != 1 else ''}, and all that is hidden in strings."
    )


def draw(firmware: Path) -> str:
    """The picture (SVG text) of a firmware folder, the same for the same sources."""
    modules = house.read(firmware)
    boxes, arrows = boxes_and_arrows(modules)
    width, height = place(boxes, arrows)
    width = max(width, 900)
    by_name = {box.name: box for box in boxes}
    total = sum(module.lines for module in modules.values())
    verdict = _verdict(boxes, arrows)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="Helvetica, Arial, sans-serif" '
        'font-size="13">',
        "<style>.mono{font:11px 'DejaVu Sans Mono',Menlo,Consolas,monospace}"
        ".halo{paint-order:stroke;stroke:#fff;stroke-width:3px}</style>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
        f'<text x="{MARGIN}" y="22" font-size="16" font-weight="bold">The rooms of the firmware: '
        f"{len(modules)} files, {total:,} lines</text>",
        f'<text x="{MARGIN}" y="41" font-size="12" fill="{GRAY}">{escape(LEGEND)}</text>',
        f'<text x="{MARGIN}" y="58" font-size="12" fill="{WRONG if verdict else GRAY}">'
        f"{escape(verdict or 'Nothing breaks the rules.')}</text>",
    ]
    for arrow in sorted(arrows, key=lambda one: one.wrong):  # red ones on top
        lines += _draw_arrow(arrow, _path(arrow, by_name, arrows))
    for box in boxes:
        lines += _draw_box(box)
    return "\n".join([*lines, "</svg>"]) + "\n"


def main(arguments: list[str]) -> int:
    """Draw; exit status 0, or 2 without a firmware there."""
    firmware = Path(arguments[0]) if arguments else FIRMWARE
    if not (firmware / "main.py").exists():
        print(f"There is no firmware in {firmware}: name its folder.", file=sys.stderr)
        return 2
    targets = [Path(arguments[1])] if len(arguments) > 1 else [ROOT / "build" / "arch.svg"]
    if firmware.resolve() == FIRMWARE and len(arguments) < 2:
        targets.append(PICTURE)
    picture = draw(firmware)
    for target in targets:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(picture, encoding="utf-8")
        print(f"Drawn: {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
