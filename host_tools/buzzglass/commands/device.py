"""Commands about the device itself: ports, info, settings."""

from __future__ import annotations

import json
from typing import Any

import click

from buzzglass import output
from buzzglass.device import transport
from buzzglass.device.client import Client, field
from buzzglass.errors import ToolError
from buzzglass.options import Group, command, common
from buzzglass.output import shown
from buzzglass.session import Session, ask_hello


@command("ports")
def ports(session: Session) -> None:
    """List the serial ports and which of them are a Buzzglass."""
    found = transport.scan(ask_hello)
    empty = "No USB serial port: plug the device in."
    session.result(found, output.ports(found) if found else empty)


@command("info")
def info(session: Session) -> None:
    """Show name, version, board and free space of the device."""
    with session.device() as client:
        said = client.device
    session.result(said, output.plain(["Device", ""], [[key, str(v)] for key, v in said.items()]))


@click.group(cls=Group)
@common
def settings() -> None:
    """Read and change the device's settings."""


def _settings(client: Client) -> dict[str, Any]:
    return dict(field(client.request("settings_get"), "settings", dict, "settings_get"))


def _settings_table(values: dict[str, Any]) -> Any:
    rows = [[key, _setting_text(value)] for key, value in values.items()]
    return output.plain(["Setting", "Value"], rows)


def _setting_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


@command("list", settings)
def settings_list(session: Session) -> None:
    """List all settings."""
    with session.device() as client:
        values = dict(sorted(_settings(client).items()))
    session.result(values, _settings_table(values))


@command("get", settings)
@click.argument("key")
def settings_get(session: Session, key: str) -> None:
    """Show one setting."""
    with session.device() as client:
        values = _settings(client)
    if key not in values:
        raise ToolError(f"There is no setting '{key}': known are {', '.join(sorted(values))}.")
    session.result({key: values[key]}, f"{shown(key)} = {shown(_setting_text(values[key]))}")


@command("set", settings)
@click.argument("key")
@click.argument("value")
def settings_set(session: Session, key: str, value: str) -> None:
    """Change one setting (numbers, true, false, null or a word)."""
    try:
        parsed = json.loads(value.lower())
        if isinstance(parsed, (dict, list, float)):
            parsed = value
    except ValueError:
        parsed = {"on": True, "off": False, "yes": True, "no": False}.get(value.lower(), value)
    with session.device() as client:
        reply = client.request("settings_set", settings={key: parsed})
        now = field(reply, "settings", dict, "settings_set").get(key, parsed)
    session.result({key: now}, f"{shown(key)} = {shown(_setting_text(now))}")
