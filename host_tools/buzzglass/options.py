"""What all commands and groups have in common on the command line."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from buzzglass.session import Session


def _set_json(context: click.Context, _option: click.Parameter, value: bool) -> None:
    if value:
        context.ensure_object(Session).as_json = True


def _json_option(function: Any) -> Any:
    return click.option(
        "--json",
        is_flag=True,
        expose_value=False,
        callback=_set_json,
        help="Print JSON on stdout.",
    )(function)


def _set(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    def keep(context: click.Context, _option: click.Parameter, value: Any) -> None:
        if value is not None:
            setattr(context.ensure_object(Session), name, value)

    return keep


def command(
    name: str, group: click.Group | None = None
) -> Callable[[Callable[..., Any]], click.Command]:
    """A command that takes --json, --port and --db after its name too, and the Session first.

    It is added to `group`, if there is one, else by whoever imports it.
    """

    def make(function: Callable[..., Any]) -> click.Command:
        @click.pass_context
        @functools.wraps(function)
        def run(context: click.Context, /, **options: Any) -> Any:
            return function(context.ensure_object(Session), **options)

        made = click.command(name)(common(run))
        if group is not None:
            group.add_command(made)
        return made

    return make


def common(function: Any) -> Any:
    """The options that every command and group takes."""
    port_help = "The device's port, as pyserial's serial_for_url takes it."
    for option in (
        click.option(
            "--db",
            type=click.Path(path_type=Path, readable=False),  # History says it better
            expose_value=False,
            callback=_set("db"),
            help="The scores' database.",
        ),
        click.option("--port", expose_value=False, callback=_set("port"), help=port_help),
    ):
        function = option(function)
    return _json_option(function)


class Group(click.Group):
    """A group that, named alone, shows its help on stderr and fails as wrong usage."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"no_args_is_help": False, **options})

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), err=True)
            raise click.UsageError("Which command?", ctx)
        return super().parse_args(ctx, args)
