"""The command line: `buzzglass …`. Data goes to stdout (--json), everything else to stderr."""

from __future__ import annotations

import functools
import io
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from buzzglass import __version__, decks, tables, transport
from buzzglass.client import Client
from buzzglass.errors import DeviceError, LinkError, ToolError
from buzzglass.history import History
from buzzglass.history import sync as sync_games

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
    console: Console = field(default_factory=lambda: Console(stderr=True))

    def result(self, value: Any, *people: Any) -> None:
        """Print a result: JSON on stdout if asked for, else tables and texts on stderr."""
        if self.as_json:
            self.out.write(json.dumps(value, ensure_ascii=False) + "\n")
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

    def history(self) -> History:
        """The scores' database: --db, else in the user's data folder."""
        if self.db is not None:
            return History(self.db)
        folder = self.data_dir
        if folder is None:
            import platformdirs

            folder = platformdirs.user_data_path("buzzglass", appauthor=False)
        return History(folder / "scores.sqlite")

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
            task = bar.add_task(escape(label), total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)


def ask_hello(port: str) -> dict[str, Any] | None:
    """What a Buzzglass on that port says of itself; None if there is none or it is in use."""
    try:
        client = Client(transport.SerialTransport(port))
    except LinkError:
        return None
    try:
        return client.hello()
    except (LinkError, DeviceError):
        return None
    finally:
        client.close()


def ports_table(found: list[dict[str, Any]]) -> Any:
    """Ports as a table for people."""
    rows = [[e["port"], e["name"], e["serial"], "yes" if e["buzzglass"] else "?"] for e in found]
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


def _command(group: click.Group, name: str) -> Callable[[Callable[..., Any]], click.Command]:
    """A command that takes --json, --port and --db after its name too, and the Tool first."""

    def make(function: Callable[..., Any]) -> click.Command:
        @click.pass_context
        @functools.wraps(function)
        def run(context: click.Context, /, **options: Any) -> Any:
            return function(context.ensure_object(Tool), **options)

        return group.command(name)(_common(run))

    return make


def _common(function: Any) -> Any:
    port_help = "The device's port, as pyserial's serial_for_url takes it."
    for option in (
        click.option(
            "--db",
            type=click.Path(path_type=Path),
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
@_common
def cli() -> None:
    """Talk to a Buzzglass: load decks, start games, fetch the scores."""


@_command(cli, "ports")
def ports(tool: Tool) -> None:
    """List the serial ports and which of them are a Buzzglass."""
    found = transport.scan(ask_hello)
    tool.result(found, ports_table(found) if found else "No USB serial port: plug the device in.")


@_command(cli, "info")
def info(tool: Tool) -> None:
    """Tell what the device says about itself."""
    with tool.device() as client:
        said = client.device
    tool.result(said, tables.plain(["Device", ""], [[key, str(v)] for key, v in said.items()]))


def _state(reply: dict[str, Any]) -> dict[str, Any]:
    return dict(reply.get("state", reply))


@_command(cli, "status")
def status(tool: Tool) -> None:
    """Tell where the game stands."""
    with tool.device() as client:
        state = _state(client.request("status"))
    people = [tables.situation(state)]
    if state.get("game") not in (None, "timer"):
        people.append(tables.score_pad(state))
    tool.result(state, *people)


@_command(cli, "scores")
def scores(tool: Tool) -> None:
    """Show the score pad of the running game, or else of the last one."""
    with tool.device() as client:
        state = _state(client.request("scores"))
    tool.result(state, tables.score_pad(state))


@cli.group()
@_common
def deck() -> None:
    """Check deck files, and look after the decks on the device."""


@_command(deck, "check")
@click.argument("file")
@click.option("--name", help="The deck's name; the file's name by default.")
def deck_check(tool: Tool, file: str, name: str | None) -> int:
    """Check a deck file without loading it."""
    checked = decks.parse_deck(file, name)
    tool.result(checked.report(), *_deck_people(checked))
    return 1 if checked.errors else 0


def _deck_people(checked: decks.Deck) -> list[Any]:
    people: list[Any] = []
    if checked.errors:
        people.append(tables.problems(checked.errors, "Errors"))
    if checked.warnings:
        people.append(tables.problems(checked.warnings, "Warnings"))
    verdict = "not fit to load" if checked.errors else "fit to load"
    name = escape(checked.name)
    people.append(f"{name}: {len(checked.cards)} cards, {checked.encoding}, {verdict}.")
    return people


def load_deck(client: Client, tool: Tool, checked: decks.Deck) -> dict[str, Any]:
    """Put a checked deck on the device; raises ToolError if it has errors."""
    if checked.errors:
        first = checked.errors[0]
        what = f" ({first['text'][:40]})" if first["text"] else ""
        more = f", and {len(checked.errors) - 1} more" if len(checked.errors) > 1 else ""
        raise ToolError(
            f"The deck was not loaded: line {first['line']}{what}: {first['problem']}{more}; "
            "see 'buzzglass deck check'."
        )
    data = checked.pack()
    with tool.progress(f"Loading {checked.name}") as tell:
        return client.upload_deck(
            checked.name,
            checked.kind,
            len(checked.cards),
            data,
            lambda done: tell(done, len(data)),
        )


@_command(deck, "load")
@click.argument("file")
@click.option("--name", help="The deck's name; the file's name by default.")
def deck_load(tool: Tool, file: str, name: str | None) -> None:
    """Load a deck file onto the device (or a sample: names-en, noms-fr)."""
    checked = decks.parse_deck(file, name)
    if checked.warnings and not tool.as_json:
        tool.console.print(tables.problems(checked.warnings, "Warnings"))
    if checked.errors:
        load_deck(None, tool, checked)  # type: ignore[arg-type]  # only raises
    with tool.device() as client:
        done = load_deck(client, tool, checked)
    name = escape(done["name"])
    tool.result(done, f"{name} is loaded: {done['cards']} cards in {done['seconds']:.1f} s.")


@_command(deck, "list")
def deck_list(tool: Tool) -> None:
    """List the decks on the device."""
    with tool.device() as client:
        listed = client.request("deck_list").get("decks", [])
    rows = [[d["name"], d["kind"], d["cards"], d["bytes"]] for d in listed]
    empty = "No deck on the device: load one with 'buzzglass deck load FILE'."
    people = tables.plain(["Deck", "Kind", "Cards", "Bytes"], rows) if rows else empty
    tool.result(listed, people)


def _pull(tool: Tool, name: str) -> tuple[str, list[tuple[str, str, str, str]]]:
    from glass import deckfile

    with tool.device() as client, tool.progress(f"Reading {name}") as tell:
        data = client.read_file("deck", name, tell)
    try:
        reader = deckfile.Reader(io.BytesIO(data))
        cards = [tuple(reader.fields(n)) for n in range(reader.cards)]
    except (ValueError, IndexError, ArithmeticError):
        raise ToolError(f"The deck '{name}' on the device is damaged: load it again.")
    except Exception as error:  # struct.error: a cut-off file
        raise ToolError(f"The deck '{name}' on the device is damaged ({error}): load it again.")
    return reader.name, cards  # type: ignore[return-value]


@_command(deck, "show")
@click.argument("name")
def deck_show(tool: Tool, name: str) -> None:
    """Show the cards of a deck on the device."""
    name, cards = _pull(tool, name)
    shown = [dict(zip(decks.COLUMNS, card, strict=True)) for card in cards]
    headers = ["Yellow", "Blue", "Yellow note", "Blue note"]
    people = tables.plain(headers, [list(card) for card in cards], name)
    tool.result({"name": name, "cards": shown}, people)


@_command(deck, "pull")
@click.argument("name")
@click.argument("file", required=False)
def deck_pull(tool: Tool, name: str, file: str | None) -> None:
    """Write a deck on the device to a CSV file (NAME.csv by default)."""
    target = Path(file or f"{name}.csv".replace("/", "-"))
    if os.path.exists(target):
        raise ToolError(f"{target} is there already: name another file.")
    name, cards = _pull(tool, name)
    try:
        target.write_text(decks.to_csv(cards), encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", error)
        raise ToolError(f"Cannot write {target} ({what}): name another file.")
    done = {"name": name, "cards": len(cards), "file": str(target)}
    tool.result(done, f"{escape(name)}: {len(cards)} cards written to {escape(str(target))}.")


@_command(deck, "remove")
@click.argument("name")
def deck_remove(tool: Tool, name: str) -> None:
    """Remove a deck from the device."""
    with tool.device() as client:
        client.request("deck_remove", name=name)
    tool.result({"name": name}, f"{escape(name)} is removed.")


def _names(text: str, option: str, separator: str = ",") -> list[str]:
    names = [decks.clean(name) for name in text.split(separator)]
    if not all(names):
        raise click.UsageError(f"{option}: a name is missing in '{text}'.")
    return names


def _teams(text: str) -> list[list[int]]:
    try:
        return [[int(seat) for seat in team.split(",")] for team in text.split("/")]
    except ValueError:
        raise click.UsageError("--teams takes seats from 0, such as 0,2/1,3, or 'ring', or 'lot'.")


@_command(cli, "new")
@click.option("--game", type=click.Choice(["timesup", "timer"]), default="timesup")
@click.option("--edition", type=click.Choice(["en", "fr"]))
@click.option("--players", help="Names by seat, clockwise: Ann,Bob,Cid,Dee.")
@click.option("--teams", help="Seats by team: 0,2/1,3; or 'ring'; or 'lot' to draw them.")
@click.option("--team-names", help="Names of the teams: Reds/Blues.")
@click.option("--deck", help="A deck on the device; without it, paper cards.")
@click.option("--colour", "--color", type=click.Choice(["yellow", "blue"]))
@click.option("--cards", type=int, help="Cards in play.")
@click.option("--draft/--no-draft", default=None, help="Deal and discard before round 1.")
@click.option("--turn-s", type=int, help="Seconds a turn.")
@click.option("--seed", type=int, help="A seed for the shuffles.")
@click.option("--order", type=click.Choice(["file", "shuffled"]), help="'file': no shuffling.")
@click.option("--peek/--no-peek", default=None, help="See the first name before the clock runs.")
@click.option("--language", type=click.Choice(["en", "fr"]))
def new(
    tool: Tool, players: str | None, teams: str | None, team_names: str | None, **options: Any
) -> None:
    """Set up a game on the device."""
    setup: dict[str, Any] = {key: value for key, value in options.items() if value is not None}
    if players is not None:
        setup["players"] = _names(players, "--players")
    elif setup["game"] != "timer":
        raise click.UsageError("Who plays? Give --players Ann,Bob,Cid,Dee.")
    if teams is not None:
        setup["teams"] = teams if teams in ("ring", "lot") else _teams(teams)
    if team_names is not None:
        setup["team_names"] = _names(team_names, "--team-names", "/")
    with tool.device() as client:
        done = new_game(client, setup)
    tool.result(done, "The game is set up: press the big button to start.")


def new_game(client: Client, setup: dict[str, Any]) -> dict[str, Any]:
    """Send a set-up (contract keys; "deck" a deck on the device); returns {"game_id": …}."""
    return client.request("new", setup=setup)


@_command(cli, "sync")
def sync(tool: Tool) -> None:
    """Copy the device's games to the laptop."""
    history = tool.history()
    try:
        with tool.device() as client, tool.progress("Reading games") as tell:
            done = sync_games(client, history, tell)
    finally:
        history.close()
    counts = f"{done['new']} new, {done['updated']} updated, {done['unchanged']} unchanged"
    tool.result(done, f"Games: {counts}.")


@_command(cli, "history")
def history(tool: Tool) -> None:
    """List the games copied so far."""
    database = tool.history()
    try:
        games = database.games()
    finally:
        database.close()
    rows = []
    for game in games:
        sides = game["teams"] or game["players"]
        points = ", ".join(f"{side.get('name')} {side.get('total')}" for side in sides)
        kind = tables.GAMES.get(game["game"], game["game"])
        winners = ", ".join(game["winners"]) if game["finished"] else "(not finished)"
        rows.append([game["started"], kind, points, winners, game["game_id"]])
    headers = ["Started", "Game", "Points", "Winners", "Id"]
    empty = "No games yet: fetch them with 'buzzglass sync'."
    tool.result(games, tables.plain(headers, rows) if rows else empty)


@cli.group()
@_common
def settings() -> None:
    """Read and change the device's settings."""


def _settings(client: Client) -> dict[str, Any]:
    reply = client.request("settings_get")
    return dict(reply.get("settings", reply))


def _settings_table(values: dict[str, Any]) -> Any:
    rows = [[key, _setting_text(value)] for key, value in values.items()]
    return tables.plain(["Setting", "Value"], rows)


def _setting_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


@_command(settings, "list")
def settings_list(tool: Tool) -> None:
    """List all settings."""
    with tool.device() as client:
        values = _settings(client)
    tool.result(values, _settings_table(values))


@_command(settings, "get")
@click.argument("key")
def settings_get(tool: Tool, key: str) -> None:
    """Tell one setting."""
    with tool.device() as client:
        values = _settings(client)
    if key not in values:
        raise ToolError(f"There is no setting '{key}': known are {', '.join(sorted(values))}.")
    tool.result({key: values[key]}, f"{escape(key)} = {escape(_setting_text(values[key]))}")


@_command(settings, "set")
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
        now = reply.get("settings", {}).get(key, parsed)
    tool.result({key: now}, f"{escape(key)} = {escape(_setting_text(now))}")


@cli.group()
@_common
def sim() -> None:
    """The virtual device."""


@_command(sim, "run")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--shots", type=click.Path(path_type=Path), help="Folder for screenshots.")
@click.option("--wav", type=click.Path(path_type=Path), help="Write the sound to this file.")
@click.option("--trace", type=click.Path(path_type=Path), help="Log the hardware to this file.")
@click.option("--mpy", is_flag=True, help="Run compiled firmware.")
def sim_run(
    tool: Tool, file: Path, shots: Path | None, wav: Path | None, trace: Path | None, mpy: bool
) -> int:
    """Play a scenario on the virtual device."""
    if not os.path.isfile(file):  # False too for a name that is too long
        raise ToolError(f"There is no file {file}: check the name, or the folder you are in.")
    try:
        from virtual_board import scenario
    except ImportError as error:
        raise ToolError(
            f"The virtual device is not installed ({error}): pip install 'buzzglass[sim]'."
        )
    json_out = tool.out if tool.as_json else None
    return int(scenario.run(file, json_out=json_out, shots=shots, wav=wav, trace=trace, mpy=mpy))


@_command(sim, "play")
@click.option("--http", type=click.IntRange(0, 65535), default=8000, help="The page's port.")
@click.option("--tcp", type=click.IntRange(0, 65535), default=8266, help="The serial port's.")
@click.option("--flash", type=click.Path(path_type=Path), help="File that keeps the flash.")
def sim_play(tool: Tool, http: int, tcp: int, flash: Path | None) -> int:
    """Play on the virtual device in a web page, in real time; a port 0 is any free one."""
    try:
        from virtual_board import play
    except ImportError as error:
        raise ToolError(
            f"The virtual device is not installed ({error}): pip install 'buzzglass[sim]'."
        )
    return int(play.run(http, tcp, flash, tool.out))


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
    tool = Tool(
        out=out or sys.stdout,
        clock=clock or time.time,
        transport_factory=transport_factory,
        data_dir=None if data_dir is None else Path(data_dir),
    )
    try:
        status = cli.main(list(argv), prog_name="buzzglass", standalone_mode=False, obj=tool)
        return status if isinstance(status, int) else 0
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "buzzglass"
        return _fail(tool, f"{error.format_message()} See '{where} --help'.", 2)
    except (click.exceptions.Abort, KeyboardInterrupt):
        return _fail(tool, "Stopped.", 1)
    except click.ClickException as error:
        return _fail(tool, error.format_message(), 1)
    except ToolError as error:
        return _fail(tool, str(error), 1)
    except BrokenPipeError:
        return 1
    except Exception as error:
        if os.environ.get("BUZZGLASS_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        return _fail(
            tool, f"Something unexpected happened ({what}): run with BUZZGLASS_DEBUG=1 to see.", 1
        )


def _fail(tool: Tool, text: str, status: int) -> int:
    tool.console.print(text, highlight=False, markup=False, soft_wrap=True)
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
