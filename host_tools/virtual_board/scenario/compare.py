"""What a step expects against what is: objects as subsets, lists element by element."""

from __future__ import annotations

import json
from typing import Any


def differences(want: Any, got: Any, where: str = "") -> list[str]:
    """What of `want` is not in `got`, a text each; `where` is the path to them, "teams[0].name"."""
    if isinstance(want, dict) and isinstance(got, dict):
        return _in_object(want, got, where)
    if isinstance(want, list) and isinstance(got, list):
        return _in_list(want, got, where)
    if want == got and isinstance(want, bool) == isinstance(got, bool):
        return []
    return [f"{where or 'it'} is {_shown(got)}, expected {_shown(want)}"]


def _in_object(want: dict[str, Any], got: dict[str, Any], where: str) -> list[str]:
    out = []
    for key, value in want.items():
        path = f"{where}.{key}" if where else key
        if key in got:
            out += differences(value, got[key], path)
        else:
            out.append(f"{path} is missing, expected {_shown(value)}")
    return out


def _in_list(want: list[Any], got: list[Any], where: str) -> list[str]:
    if len(want) != len(got):
        return [f"{where or 'it'} has {len(got)} elements, expected {len(want)}"]
    out = []
    for index, (one, other) in enumerate(zip(want, got, strict=True)):
        out += differences(one, other, f"{where}[{index}]")
    return out


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
