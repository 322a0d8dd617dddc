"""Scenario lines held against their JSON Schema, and what is wrong with one in plain English."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource

LINE, SETUP, STATE = (
    "virtual_board/scenario/schemas/scenario-line.json",
    "buzzglass/schemas/setup.json",
    "buzzglass/schemas/state.json",
)
KINDS = {
    "number": "a number",
    "integer": "a whole number",
    "string": "a text",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


def schema(name: str) -> dict[str, Any]:
    """A schema that is shipped: LINE, SETUP or STATE."""
    package, _, file = name.partition("/")
    text = (resources.files(package) / file).read_text(encoding="utf-8")
    return dict(json.loads(text))


def validator(name: str, part: str = "") -> Draft202012Validator:
    """A validator of a schema, or of a part of one, such as "#/$defs/step"."""
    shipped = [(_uri(one), Resource.from_contents(schema(one))) for one in (LINE, SETUP, STATE)]
    registry: Registry[Any] = Registry().with_resources(shipped)
    return Draft202012Validator({"$ref": _uri(name) + part}, registry=registry)


def _uri(name: str) -> str:
    """Schemas refer to each other by their relative paths, so that editors find them, too."""
    return f"file:///{name}"


@cache
def _line_validator(part: str) -> Draft202012Validator:
    return validator(LINE, f"#/$defs/{part}")


def fault(line: dict[str, Any], part: str) -> str | None:
    """What is wrong with a line, as a sentence; None if nothing is. part: "first" or "step"."""
    errors = sorted(_line_validator(part).iter_errors(line), key=lambda error: _rank(error, line))
    return _sentence(errors[0]) if errors else None


def _rank(error: ValidationError, line: dict[str, Any]) -> tuple[int, int]:
    """Unknown keys come first, then what concerns the whole line, then the keys in their order."""
    if error.validator == "additionalProperties" and not error.absolute_path:
        return 0, 0
    if not error.absolute_path:
        return 1, 0
    return 2, list(line).index(str(error.absolute_path[0]))


def _sentence(error: ValidationError) -> str:
    rule = error.schema if isinstance(error.schema, Mapping) else {}
    if "sentence" in rule:
        return str(rule["sentence"])
    if error.validator == "dependentRequired":
        return _alone(rule["dependentRequired"], error.instance)
    if error.validator == "additionalProperties" and not error.absolute_path:
        return _unknown(rule["properties"], error.instance)
    key = next(part for part in reversed(error.absolute_path) if isinstance(part, str))
    each = "each item of " if isinstance(error.absolute_path[-1], int) else ""
    return f'{each}"{key}" must be {_must_be(rule)}.'


def _alone(needs: dict[str, list[str]], line: Any) -> str:
    pairs = [(key, other) for key, others in needs.items() for other in others]
    key, other = next(pair for pair in pairs if pair[0] in line and pair[1] not in line)
    return f'"{key}" needs "{other}" beside it.'


def _unknown(known: dict[str, Any], line: Any) -> str:
    key = next(key for key in line if key not in known)
    return f'there is no key "{key}" for a step: the keys are {", ".join(known)}.'


def _must_be(rule: Mapping[str, Any]) -> str:
    """What a rule allows: "a whole number from 1 to 1000"."""
    if "mustBe" in rule:
        return str(rule["mustBe"])
    if "enum" in rule:
        return f"one of {', '.join(map(str, rule['enum']))}"
    kinds = rule["type"] if isinstance(rule["type"], list) else [rule["type"]]
    text = " or ".join(KINDS[kind] for kind in kinds if kind != "null")
    if "maximum" in rule:
        text += f" from {rule['minimum']:,} to {rule['maximum']:,}"
    return text
