"""The command line: `buzzglass …`. Data goes to stdout (--json), everything else to stderr."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import click

from buzzglass import __version__, output
from buzzglass.commands import deck, device, doctor, game, sim
from buzzglass.errors import ToolError
from buzzglass.options import Group, common
from buzzglass.session import Session, TransportFactory


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="buzzglass")
@common
def cli() -> None:
    """Talk to a Buzzglass: load decks, start games, fetch the scores."""


for _command in (
    deck.deck, device.info, device.ports, device.settings, doctor.doctor_command, game.history,
    game.new, game.scores, game.status, game.sync, sim.sim,
):  # fmt: skip
    cli.add_command(_command)


def main(
    argv: list[str],
    *,
    transport_factory: TransportFactory | None = None,
    data_dir: Path | str | None = None,
    clock: Callable[[], float] | None = None,
    out: TextIO | None = None,
) -> int:
    """Run one command in this process and return its exit status: 0, 1 (failed), 2 (usage).

    transport_factory(port or None) gives the Transport to use instead of a serial port;
    data_dir is the folder of the database; clock gives the time in seconds since 1970.
    """
    session = Session(
        out=out or sys.stdout,
        clock=clock or time.time,
        run=main,
        transport_factory=transport_factory,
        data_dir=None if data_dir is None else Path(data_dir),
    )
    try:
        status = cli.main(list(argv), prog_name="buzzglass", standalone_mode=False, obj=session)
        return status if isinstance(status, int) else 0
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "buzzglass"
        return _fail(session, f"{error.format_message()} See '{where} --help'.", 2)
    except (click.exceptions.Abort, KeyboardInterrupt):
        return _fail(session, "Stopped.", 1)
    except click.ClickException as error:
        return _fail(session, error.format_message(), 1)
    except ToolError as error:
        return _fail(session, output.visible(str(error)), 1)
    except BrokenPipeError:
        return 1
    except Exception as error:
        if os.environ.get("BUZZGLASS_DEBUG"):
            raise
        what = f"Something unexpected happened ({type(error).__name__}: {error})"
        return _fail(session, output.visible(f"{what}: run with BUZZGLASS_DEBUG=1 to see."), 1)


def _fail(session: Session, text: str, status: int) -> int:
    session.console.print(text, highlight=False, markup=False, soft_wrap=True)
    return status


def entry() -> None:
    """The console script."""
    for stream, errors in ((sys.stdout, "strict"), (sys.stderr, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    status = main(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader is gone; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
