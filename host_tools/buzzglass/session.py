"""What every command shares: where it prints, which device, which database."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TextIO

import click
import platformdirs
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from buzzglass import output
from buzzglass.device import transport
from buzzglass.device.client import Client
from buzzglass.history.database import History
from buzzglass.shapes import Hello, Port

TransportFactory = Callable[[str | None], transport.Transport]


class RunCommand(Protocol):
    """Runs one command in this process: `cli.main`, handed to whoever needs it."""

    def __call__(
        self,
        argv: list[str],
        *,
        transport_factory: TransportFactory | None = None,
        data_dir: Path | str | None = None,
        clock: Callable[[], float] | None = None,
        out: TextIO | None = None,
    ) -> int: ...


@dataclass
class Session:
    """What a command needs.

    out: where results go. clock: seconds since 1970. run: runs another command, for scenarios.
    transport_factory: gives the Transport to use in place of a serial port.
    data_dir: folder of the database, the user's own if None. port, db, as_json: the options.
    """

    out: TextIO
    clock: Callable[[], float]
    run: RunCommand
    transport_factory: TransportFactory | None = None
    data_dir: Path | None = None
    port: str | None = None
    db: Path | None = None
    as_json: bool = False
    console: Console = field(default_factory=lambda: Console(stderr=True, emoji=False))

    def result(self, value: Any, *people: Any) -> None:
        """Print a result: JSON on stdout if asked for, else tables and texts on stderr."""
        if self.as_json:
            self.out.write(output.json_visible(json.dumps(value, ensure_ascii=False)) + "\n")
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

    def _ask(self) -> Callable[[list[Port]], str] | None:
        if self.as_json or not (sys.stdin and sys.stdin.isatty() and self.console.is_terminal):
            return None

        def ask(ours: list[Port]) -> str:
            self.console.print(output.ports(ours))
            names = [entry["port"] for entry in ours]
            return str(click.prompt("Which one", type=click.Choice(names), err=True))

        return ask

    def database(self) -> Path:
        """The scores' database: --db, else in the user's data folder."""
        if self.db is not None:
            return self.db
        folder = self.data_dir
        if folder is None:
            folder = platformdirs.user_data_path("buzzglass", appauthor=False)
        return folder / "scores.sqlite"

    def history(self) -> History:
        """The database, opened."""
        return History(self.database())

    @contextmanager
    def progress(self, label: str) -> Iterator[Callable[[int, int], None]]:
        """A progress bar on stderr, if that is a terminal; yields a function of (done, total)."""
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
            task = bar.add_task(output.shown(label), total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)


def ask_hello(port: str) -> Hello:
    """The `hello` reply of a Buzzglass on that port. Raises LinkError, DeviceError."""
    client = Client(transport.SerialTransport(port))
    try:
        return client.hello()
    finally:
        client.close()
