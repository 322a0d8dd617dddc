"""Commands about the virtual device: sim run, sim play."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from buzzglass.errors import ToolError
from buzzglass.options import Group, command, common
from buzzglass.session import Session


@contextmanager
def _installed() -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise ToolError(
            f"The virtual device is not installed ({error}): pip install 'buzzglass[sim]'."
        )


@click.group(cls=Group)
@common
def sim() -> None:
    """The virtual device."""


@command("run", sim)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--shots", type=click.Path(path_type=Path), help="Folder for screenshots.")
@click.option("--wav", type=click.Path(path_type=Path), help="Write the sound to this file.")
@click.option("--trace", type=click.Path(path_type=Path), help="Log the hardware to this file.")
@click.option("--mpy", is_flag=True, help="Run compiled firmware.")
def sim_run(
    session: Session,
    file: Path,
    shots: Path | None,
    wav: Path | None,
    trace: Path | None,
    mpy: bool,
) -> int:
    """Play a scenario on the virtual device."""
    if not os.path.isfile(file):  # False too for a name that is too long
        raise click.UsageError(
            f"There is no file {file}: check the name, or the folder you are in."
        )
    with _installed():
        from virtual_board.scenario.run import run_scenario
    json_out = session.out if session.as_json else None
    return run_scenario(
        file, session.run, json_out=json_out, shots=shots, wav=wav, trace=trace, mpy=mpy
    )


@command("play", sim)
@click.option("--http", type=click.IntRange(0, 65535), default=8000, help="The page's port.")
@click.option("--tcp", type=click.IntRange(0, 65535), default=8266, help="The serial port's.")
@click.option("--flash", type=click.Path(path_type=Path), help="File that keeps the flash.")
@click.option("--open", "browse", is_flag=True, help="Show the page in the browser.")
def sim_play(session: Session, http: int, tcp: int, flash: Path | None, browse: bool) -> int:
    """Play on the virtual device in a web page, in real time; a port 0 is any free one."""
    with _installed():
        from virtual_board.play.serve import serve
    return serve(http, tcp, flash, session.out, browse)
