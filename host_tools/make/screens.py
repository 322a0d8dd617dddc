"""`make screens`: all screens in both languages on one sheet, taken from the virtual device.

Writes build/screens.png (everything) and hardware/screens.png (the README's picture).
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from buzzglass import cli
from buzzglass.decks.files import SHIPPED
from virtual_board.scenario.run import run_scenario

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "screens"
COLUMNS = 4
SCALE = 2  # of the 128x64 panel
GAP = 12
LABEL = 16


class Script:
    """A scenario in the making: `press` and `shot` a second apart."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.lines: list[dict[str, Any]] = [{"setup": setup}]
        self.t = 1.0

    def press(self, *buttons: str) -> Script:
        """Press one after the other."""
        for button in buttons:
            self._add(press=button)
        return self

    def hold(self, button: str, seconds: float) -> Script:
        """Hold a button."""
        self._add(hold=button, s=seconds)
        self.t += seconds
        return self

    def wait(self, seconds: float) -> Script:
        """Let time pass."""
        self.t += seconds
        return self

    def shot(self, name: str) -> Script:
        """Take a picture of the panel."""
        self._add(screenshot=f"{name}.png")
        return self

    def _add(self, **step: Any) -> None:
        self.lines.append({"t": round(self.t, 3), **step})
        self.t += 1.0

    def play(self, name: str, folder: Path) -> None:
        """Play it, its pictures into `folder`; ends the program if a step fails."""
        path = BUILD / f"{name}.jsonl"
        path.write_text("\n".join(json.dumps(line) for line in self.lines) + "\n")
        lines = io.StringIO()
        status = run_scenario(path, cli.main, shots=str(folder), json_out=lines)
        if status:
            print(lines.getvalue(), file=sys.stderr)
            sys.exit(status)


def scripts(language: str) -> Iterator[tuple[str, Script]]:
    """The scenarios that reach every phase: (name, Script)."""
    deck = str(SHIPPED / ("names-en.csv" if language == "en" else "noms-fr.csv"))
    players = ["Ann", "Bob", "Cid", "Dee"]
    base = {"game": "timesup", "edition": language, "players": players, "deck": deck,
            "order": "file", "seed": 7}  # fmt: skip
    draft = Script({**base, "cards": 8})
    draft.shot("draft-closed").press("start").shot("draft").press("foul").shot("draft-discard")
    yield "draft", draft
    game = Script({**base, "cards": 4, "draft": False, "peek": True})
    game.shot("ready").press("start").shot("peek").press("start").shot("turn")
    game.press("pass").shot("turn-refused").press("got").shot("turn-2").press("start")
    game.shot("paused").press("start").press("got", "got").wait(24).shot("review")
    game.press("pass").shot("review-moved").press("start").shot("ready-2")
    game.press("start", "start", "got")
    game.shot("review-last").press("start").shot("round-over").press("pass").press("start")
    game.shot("carry" if language == "en" else "round-2").press("got")
    game.hold("foul", 2.2).shot("menu")
    yield "game", game
    end = Script({**base, "cards": 1, "draft": False, "peek": False, "edition": "fr",
                  "language": language})  # fmt: skip
    for _ in range(3):
        end.press("start", "got", "start", "start")
    end.shot("game-over").press("start").shot("menu-no-game")
    yield "end", end
    ring = Script({**base, "players": [*players, "Eve"], "teams": "ring", "cards": 9,
                   "draft": False, "peek": False})  # fmt: skip
    ring.shot("ring-ready").press("start", "got").wait(30).press("start").shot("ring-next")
    yield "ring", ring
    many = Script({**base, "players": [*players, "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim",
                                       "Leo"], "teams": [[seat, seat + 6] for seat in range(6)],
                   "cards": 2, "draft": False, "peek": False})  # fmt: skip
    many.press("start", "got").wait(30).press("start").shot("ready-six-teams")
    many.press("start", "got", "start", "start")
    if language == "en":
        many.press("got").shot("ready-time-left")
    yield "many", many
    menu = Script({"game": None, "deck": deck})
    if language == "fr":
        menu.press("foul", "start", "pass")
    menu.shot("menu-first").press("start").shot("new-game").press("pass", "start")
    menu.shot("new-game-rules").press("start", "pass", "start").shot("new-game-players")
    menu.press("start", "pass", "start", "start", "pass", "got").shot("spelling").press("start")
    menu.hold("foul", 2.2).press("pass", "pass").shot("new-game-teams").press("start")
    menu.shot("teams").press("pass", "start", "pass", "pass", "pass").shot("new-game-cards")
    menu.press("pass", "pass", "pass").shot("new-game-end").press("pass", "start")
    menu.shot("teams-by-lot").press("start").hold("foul", 2.2).shot("menu-draft")
    menu.press("pass", "start").shot("abandon").press("pass", "start").shot("menu-left")
    yield "menu", menu
    timer = Script({"game": "timer", "turn_s": 20, "language": language})
    timer.shot("timer-ready").press("start").shot("timer-turn").press("start")
    timer.shot("timer-paused").press("start").wait(20).shot("timer-time-up")
    yield "timer", timer
    paper = Script({"game": "timesup", "edition": language, "players": players, "cards": 12})
    paper.press("start").shot("paper-turn")
    yield "paper", paper


def sheet(pictures: list[tuple[str, Image.Image]], columns: int) -> Image.Image:
    """One picture of many: [(label, Image)] -> Image."""
    rows = -(-len(pictures) // columns)
    width, height = 128 * SCALE, 64 * SCALE
    page = Image.new("RGB", (columns * (width + GAP) + GAP, rows * (height + LABEL + GAP) + GAP),
                     "#20242a")  # fmt: skip
    draw = ImageDraw.Draw(page)
    for index, (label, picture) in enumerate(pictures):
        x = GAP + index % columns * (width + GAP)
        y = GAP + index // columns * (height + LABEL + GAP)
        draw.text((x, y), label, fill="#9aa4b2")
        page.paste(picture.convert("RGB").resize((width, height), Image.Resampling.NEAREST),
                   (x, y + LABEL))  # fmt: skip
    return page


def main() -> None:
    """Play, collect, lay out."""
    BUILD.mkdir(parents=True, exist_ok=True)
    pictures: list[tuple[str, Image.Image]] = []
    for language in ("en", "fr"):
        for name, script in scripts(language):
            folder = BUILD / language / name
            folder.mkdir(parents=True, exist_ok=True)
            script.play(f"{language}-{name}", folder)
            for line in script.lines:
                if "screenshot" in line:
                    path = folder / line["screenshot"]
                    pictures.append((f"{language} {path.stem}", Image.open(path)))
    sheet(pictures, COLUMNS).save(ROOT / "build" / "screens.png")
    chosen = ["ready", "turn", "review", "round-over"]
    readme = [(label[3:], picture) for label, picture in pictures if label[3:] in chosen]
    sheet(readme[:4], 2).save(ROOT / "hardware" / "screens.png")
    print(f"build/screens.png: {len(pictures)} screens")


if __name__ == "__main__":
    main()
