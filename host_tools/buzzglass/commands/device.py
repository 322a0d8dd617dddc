"""Commands about the device itself: ports, info, settings."""

from __future__ import annotations

import json
from typing import Any

import click

from buzzglass import tables, transport
from buzzglass.client import Client, field
from buzzglass.errors import ToolError
from buzzglass.tables import shown
from buzzglass.tool import Tool, ask_hello, cli, command, common, ports_table


@command(cli, "ports")
def ports(tool: Tool) -> None:
    """List the serial ports and which of them are a Buzzglass."""
    found = transport.scan(ask_hello)
    tool.result(found, ports_table(found) if found else "No USB serial port: plug the device in.")


@command(cli, "info")
def info(tool: Tool) -> None:
    """Tell what the device says about itself."""
    with tool.device() as client:
        said = client.device
    tool.result(said, tables.plain(["Device", ""], [[key, str(v)] for key, v in said.items()]))


@cli.group()
@common
def settings() -> None:
    """Read and change the device's settings."""


def _settings(client: Client) -> dict[str, Any]:
    return dict(field(client.request("settings_get"), "settings", dict, "settings_get"))


def _settings_table(values: dict[str, Any]) -> Any:
    rows = [[key, _setting_text(value)] for key, value in values.items()]
    return tables.plain(["Setting", "Value"], rows)


def _setting_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


@command(settings, "list")
def settings_list(tool: Tool) -> None:
    """List all settings."""
    with tool.device() as client:
        values = _settings(client)
    tool.result(values, _settings_table(values))


@command(settings, "get")
@click.argument("key")
def settings_get(tool: Tool, key: str) -> None:
    """Tell one setting."""
    with tool.device() as client:
        values = _settings(client)
    if key not in values:
        raise ToolError(f"There is no setting '{key}': known are {', '.join(sorted(values))}.")
    tool.result({key: values[key]}, f"{shown(key)} = {shown(_setting_text(values[key]))}")


@command(settings, "set")
@click.argument("key")
@click.argument("value")
def settings_set(tool: Tool, key: str, value: str) -> None:
    """Change one setting (numbers, true, false, null or a word)."""
    try:
        parsed = json.loads(value.lower())
        if isinstance(parsed, (dict, list, float)):
            parsed = value
    except ValueError:
        parsed = {"on": True, "off": False, "yes": True, "no": False}.get(value.lower(), value)
    with tool.device() as client:
        reply = client.request("settings_set", settings={key: parsed})
        now = field(reply, "settings", dict, "settings_set").get(key, parsed)
    tool.result({key: now}, f"{shown(key)} = {shown(_setting_text(now))}")
