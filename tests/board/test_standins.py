"""A stand-in has every attribute of its module that the firmware uses."""

import ast
from pathlib import Path

import virtual_board

ROOT = Path(__file__).resolve().parents[2]
STANDINS = Path(virtual_board.__file__).parent / "standins"
CLASSES = {"_i2c": "I2C", "_pwm": "PWM", "_pins": "Pin", "_timer": "Timer", "Pin": "Pin"}


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
    used = set()
    for path in (ROOT / "firmware").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module in defined:
                used |= {(node.module, alias.name) for alias in node.names}
            elif isinstance(node, ast.Attribute):
                owner = node.value
                name = getattr(owner, "id", getattr(owner, "attr", ""))
                if isinstance(owner, ast.Subscript):
                    name = getattr(owner.value, "attr", "")
                if isinstance(owner, ast.Name) and name in defined:
                    used.add((name, node.attr))
                elif name in CLASSES:
                    used.add(("machine", f"{CLASSES[name]}.{node.attr}"))
    used.discard(("machine", "Pin.index"))
    assert ("machine", "I2C.writeto") in used and ("time", "ticks_ms") in used
    missing = [f"{m}.{n}" for m, n in sorted(used) if n not in defined[m]]
    missing = [name for name in missing if name.split(".")[-1] not in ("append", "names")]
    assert not missing
