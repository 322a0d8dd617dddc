"""What the firmware uses of MicroPython's modules, read from its sources."""

import ast
from pathlib import Path

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
# How the firmware names its objects of machine's classes.
CLASSES = {"_i2c": "I2C", "_pwm": "PWM", "_pins": "Pin", "_timer": "Timer", "Pin": "Pin",
           "I2C": "I2C", "PWM": "PWM"}  # fmt: skip
OF_THE_LIST = ("Pin.index", "Pin.append")  # `_pins` is a list of them


def used(modules):
    """{(module, name)} for the modules named; what belongs to a class of machine as Class.name."""
    found = set()
    for path in FIRMWARE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module in modules:
                found |= {(node.module, alias.name) for alias in node.names}
            elif isinstance(node, ast.Attribute):
                owner = node.value
                name = getattr(owner, "id", getattr(owner, "attr", ""))
                if isinstance(owner, ast.Subscript):
                    name = getattr(owner.value, "attr", "")
                if isinstance(owner, ast.Name) and name in modules:
                    found.add((name, node.attr))
                elif name in CLASSES:
                    found.add(("machine", f"{CLASSES[name]}.{node.attr}"))
    return {pair for pair in found if pair[1] not in OF_THE_LIST}
