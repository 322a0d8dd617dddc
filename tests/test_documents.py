"""README.md, ARCHITECTURE.md and FAULTS.md: what they name is there, and as they say."""

import ast
import fnmatch
import json
import re

import click
import pytest
from support import documents, firmware_tables
from support.documents import ROOT, names, table

from buzzglass import cli
from glass import memory, registry
from glass.store.journal import SEGMENT_BYTES, SEGMENTS_MAX
from virtual_board.measure import heap

README = documents.read("README.md")
ARCHITECTURE = documents.read("ARCHITECTURE.md")
FAULTS = documents.read("firmware/FAULTS.md")
PAGES = {"README.md": README, "ARCHITECTURE.md": ARCHITECTURE, "firmware/FAULTS.md": FAULTS,
         "firmware/PROTOCOL.md": documents.read("firmware/PROTOCOL.md"),
         "hardware/README.md": documents.read("hardware/README.md"),
         "hardware/emulated-pico.md": documents.read("hardware/emulated-pico.md")}  # fmt: skip


def test_the_readme_has_every_setting_with_its_default_and_values():
    written = {names(row[0])[0]: (row[1], row[2]) for row in table(README, "setting")}
    made = {}
    for key, (default, allowed) in {**firmware_tables.FIELDS, **registry.settings()}.items():
        if isinstance(allowed, tuple):
            values = f"{allowed[0]} to {allowed[1]}"
        else:
            values = ", ".join(f"`{json.dumps(one)}`" for one in allowed if one is not None)
        number = type(default) is int
        made[key] = (str(default) if number else f"`{json.dumps(default)}`", values)
    assert written == made


def words_of(command):
    """The command and its group as in `deck load`, and the options given, of a line of a shell."""
    words = command.partition("  #")[0].split()
    at = words.index(".venv/bin/buzzglass") + 1
    return words[at:], [word.partition("=")[0] for word in words[at:] if word.startswith("--")]


def test_every_command_of_the_tool_is_one_that_it_has():
    lines = re.findall(r"^    (\.venv/bin/buzzglass .*)$", README, re.MULTILINE)
    assert len(lines) >= 8
    for line in lines:
        words, options = words_of(line)
        command = cli.cli
        while isinstance(command, click.Group):
            command = command.commands[words.pop(0)]
        known = {option for one in command.params for option in one.opts + one.secondary_opts}
        assert set(options) <= known, line


def test_every_target_of_make_that_is_named_is_there():
    makefile = documents.read("Makefile")
    for name, page in PAGES.items():
        asked = re.findall(r"(?:^    |`)make ([a-z][a-z-]*)", page, re.MULTILINE)
        for target in asked:
            assert re.search(rf"^{target}:.*##", makefile, re.MULTILINE), (name, target)


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name):
    folder = (ROOT / name).parent
    for link in re.findall(r"\]\(([^)#]+)", PAGES[name]):
        assert (folder / link).exists(), link


def test_every_test_that_faults_names_is_there():
    last = re.findall(r"^\|.*\|([^|]*)\|$", FAULTS, re.MULTILINE)
    stories = documents.read("tests/torture/stories.py")
    named = names(" ".join(last))
    assert len(named) > 50
    for name in named:
        if "." not in name:
            assert f"def {name}(" in stories, name
        elif "/" in name:
            assert (ROOT / name).is_file(), name
        else:
            assert len(list((ROOT / "tests").rglob(name))) == 1, name


def places():
    """Paths of the project's files with and without their endings, and of the folders they are in,
    each from every folder above it on."""
    found = set()
    for top in ("firmware", "host_tools", "hardware", "tests"):
        for path in [ROOT / top, *(ROOT / top).rglob("*")]:
            parts = path.relative_to(ROOT).parts
            for at in range(len(parts)):
                whole = "/".join(parts[at:])
                found |= {whole, whole.removesuffix(path.suffix)}
    return found | {path.name for path in ROOT.iterdir()}


def test_every_file_that_architecture_names_is_there():
    there = places()
    path = r"[\w./*]*(/[\w./*]*|\.(py|md|txt|json))"
    named = {name for name in names(ARCHITECTURE) if re.fullmatch(path, name)}
    assert len(named) > 45
    for name in named:
        pattern = re.sub("NAME|XX", "*", name).rstrip("/")
        assert fnmatch.filter(there, pattern), name


def test_everything_public_in_the_firmware_says_what_it_is():
    for module in documents.MODULES.values():
        where = [module.tree]
        for owner in where:
            public = not getattr(owner, "name", "").startswith("_")
            empty = not owner.body  # an __init__.py that is only there
            assert not public or empty or ast.get_docstring(owner), (module.name, owner)
            kinds = (ast.ClassDef, ast.FunctionDef)
            if not isinstance(owner, ast.FunctionDef):
                where += [node for node in owner.body if isinstance(node, kinds)]


def test_the_numbers_of_the_memory():
    assert f"{memory.RESERVE // 1024} KB held in reserve" in ARCHITECTURE
    assert f"{memory.RESERVE // 1024} KB are held in reserve" in FAULTS
    flat = " ".join(ARCHITECTURE.split())
    assert f"a heap of {heap.BOARD_WK}wK, and {heap.STANDINS_WK}wK for the virtual hardware" in flat
    assert f"of which {heap.SPARE_WK}wK must be free" in flat


def test_the_numbers_of_the_journal_and_the_link():
    assert f"segments of {SEGMENT_BYTES} bytes" in FAULTS
    assert f"more than {SEGMENTS_MAX}" in FAULTS
    link = documents.top("glass.link.serial_port", "READ_MAX").value
    out = documents.top("glass.link.serial_port", "WRITE_MAX").value
    assert f"At most {link} bytes in, {out} out" in ARCHITECTURE
