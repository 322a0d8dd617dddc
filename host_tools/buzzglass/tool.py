"""What every command shares: where it prints, which device, which database, its options."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from buzzglass import __version__, tables, transport
from buzzglass.client import Client
from buzzglass.history import History

TransportFactory = Callable[[str | None], transport.Transport]


@dataclass
class Tool:
    """What a command needs: where to print, which device, which database."""

    out: TextIO
    clock: Callable[[], float]
    transport_factory: TransportFactory | None = None
    data_dir: Path | None = None
    port: str | None = None
    db: Path | None = None
    as_json: bool = False
    console: Console = field(default_factory=lambda: Console(stderr=True, emoji=False))

    def result(self, value: Any, *people: Any) -> None:
        """Print a result: JSON on stdout if asked for, else tables and texts on stderr."""
        if self.as_json:
            self.out.write(tables.json_visible(json.dumps(value, ensure_ascii=False)) + "\n")
            self.out.flush()
            return
        for item in people:
            self.console.print(item, highlight=False)

    @contextmanager
    def device(self) -> Iterator[Client]:
        """A client that has said hello, closed afterwards."""
        client = Client(self._open())
        try:
            client.hello(int(self.clock()))
            yield client
        finally:
            client.close()

    def _open(self) -> transport.Transport:
        if self.transport_factory is not None:
            return self.transport_factory(self.port)
        if self.port is not None:
            return transport.SerialTransport(self.port)
        return transport.SerialTransport(transport.choose(transport.scan(ask_hello), self._ask()))

    def _ask(self) -> Callable[[list[dict[str, Any]]], str] | None:
        if self.as_json or not (sys.stdin and sys.stdin.isatty() and self.console.is_terminal):
            return None

        def ask(ours: list[dict[str, Any]]) -> str:
            self.console.print(ports_table(ours))
            names = [entry["port"] for entry in ours]
            return str(click.prompt("Which one", type=click.Choice(names), err=True))

        return ask

    def database(self) -> Path:
        """The scores' database: --db, else in the user's data folder."""
        if self.db is not None:
            return self.db
        folder = self.data_dir
        if folder is None:
            import platformdirs

            folder = platformdirs.user_data_path("buzzglass", appauthor=False)
        return folder / "scores.sqlite"

    def history(self) -> History:
        """The database, opened."""
        return History(self.database())

    @contextmanager
    def progress(self, label: str) -> Iterator[Callable[[int, int], None]]:
        """A bar on stderr where that is a terminal; yields tell(done, total)."""
        if not self.console.is_terminal:
            yield lambda done, total: None
            return
        with Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            console=self.console,
            transient=True,
        ) as bar:
            task = bar.add_task(tables.shown(label), total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)


def ask_hello(port: str) -> dict[str, Any]:
    """What a Buzzglass on that port says of itself. Raises LinkError, DeviceError."""
    client = Client(transport.SerialTransport(port))
    try:
        return client.hello()
    finally:
        client.close()


def ports_table(found: list[dict[str, Any]]) -> Any:
    """Ports as a table for people."""
    rows = [
        [e["port"], e["name"], e["serial"],
         "yes" if e["buzzglass"] else e.get("problem", "not asked")]
        for e in found
    ]  # fmt: skip
    return tables.plain(["Port", "Name", "Serial number", "Buzzglass"], rows)


def _set_json(context: click.Context, _option: click.Parameter, value: bool) -> None:
    if value:
        context.ensure_object(Tool).as_json = True


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
            setattr(context.ensure_object(Tool), name, value)

    return keep


def command(group: click.Group, name: str) -> Callable[[Callable[..., Any]], click.Command]:
    """A command that takes --json, --port and --db after its name too, and the Tool first."""

    def make(function: Callable[..., Any]) -> click.Command:
        @click.pass_context
        @functools.wraps(function)
        def run(context: click.Context, /, **options: Any) -> Any:
            return function(context.ensure_object(Tool), **options)

        return group.command(name)(common(run))

    return make


def common(function: Any) -> Any:
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

    group_class = type

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"no_args_is_help": False, **options})

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), err=True)
            raise click.UsageError("Which command?", ctx)
        return super().parse_args(ctx, args)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="buzzglass")
@common
def cli() -> None:
    """Talk to a Buzzglass: load decks, start games, fetch the scores."""
