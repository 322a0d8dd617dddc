"""A stand-in has every attribute of its module that the firmware uses."""

import ast
from pathlib import Path

from support.micropython_used import used

import virtual_board

STANDINS = Path(virtual_board.__file__).parent / "board" / "standins"


def _defined(module):
    """Names of a stand-in; those of a class as Class.name."""
    names = set()
    tree = ast.parse((STANDINS / f"{module}_.py").read_text())
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.FunctionDef):
                    names.add(f"{node.name}.{item.name}")
                for part in ast.walk(item) if isinstance(item, ast.Assign) else ():
                    if isinstance(part, ast.Name):
                        names.add(f"{node.name}.{part.id}")
        elif isinstance(node, ast.Assign):
            names |= {n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)}
    return names


def test_stand_ins_have_what_the_firmware_uses():
    defined = {module: _defined(module) for module in ("machine", "time", "select")}
    pairs = used(defined)
    assert ("machine", "I2C.writeto") in pairs and ("time", "ticks_ms") in pairs
    missing = [f"{m}.{n}" for m, n in sorted(pairs) if n not in defined[m]]
    assert not missing
