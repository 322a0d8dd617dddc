"""Commands about games and scores: new, status, scores, sync, history."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click

from buzzglass import output
from buzzglass.decks.deck import clean
from buzzglass.device.client import state_in
from buzzglass.history.sync import sync as sync_games
from buzzglass.options import command
from buzzglass.session import Session
from glass import registry
from glass.games import LANGUAGES
from glass.games.timesup import RULE_SETS


def _names(text: str, option: str, separator: str = ",") -> list[str]:
    names = [clean(name) for name in text.split(separator)]
    if not all(names):
        raise click.UsageError(f"{option}: a name is missing in '{text}'.")
    return names


def _teams(text: str) -> str | int | list[list[int]]:
    if text in ("ring", "lot"):
        return text
    try:
        if "," not in text and "/" not in text:
            return int(text)
        return [[int(seat) for seat in team.split(",")] for team in text.split("/")]
    except ValueError:
        raise click.UsageError(
            "--teams takes seats from 0, such as 0,2/1,3, or 'ring', or 'lot', "
            "or without --players how many."
        )


def _value(_context: click.Context, _option: click.Parameter, text: str | None) -> Any:
    """The value of a key that only the device knows: JSON, else the text itself."""
    try:
        return None if text is None else json.loads(text)
    except ValueError:
        return text


def _own_keys(function: Callable[..., Any]) -> Callable[..., Any]:
    """An option for each key of a set-up that a game has to itself."""
    for entry in registry.GAMES:
        for key in entry.FACTS.OWN_KEYS:
            name = "--" + key.replace("_", "-")
            whose = f"Of {entry.FACTS.TITLE} only."
            function = click.option(name, key, callback=_value, help=whose)(function)
    return function


@command("new")
@click.option("--game", type=click.Choice(list(output.GAMES)), default=registry.GAMES[0].FACTS.NAME)
@click.option("--edition", type=click.Choice(RULE_SETS))
@click.option("--players", help="Names by seat, clockwise: Ann,Bob,Cid,Dee.")
@click.option(
    "--teams",
    help="Seats by team: 0,2/1,3; or 'ring'; or 'lot' to draw them; without players how many.",
)
@click.option("--team-names", help="Names of the teams: Reds/Blues.")
@click.option("--deck", help="A deck on the device; without it, paper cards.")
@click.option("--colour", "--color", type=click.Choice(["yellow", "blue"]))
@click.option("--cards", type=int, help="Cards in play.")
@click.option("--draft/--no-draft", default=None, help="Deal and discard before round 1.")
@click.option("--turn-s", type=int, help="Seconds a turn.")
@click.option("--seed", type=int, help="A seed for the shuffles.")
@click.option("--order", type=click.Choice(["file", "shuffled"]), help="'file': no shuffling.")
@click.option("--peek/--no-peek", default=None, help="See the first name before the clock runs.")
@click.option("--language", type=click.Choice(LANGUAGES))
@_own_keys
def new(
    session: Session, players: str | None, teams: str | None, team_names: str | None, **options: Any
) -> None:
    """Set up a game on the device."""
    setup: dict[str, Any] = {key: value for key, value in options.items() if value is not None}
    if teams is not None:
        setup["teams"] = _teams(teams)
    if players is not None:
        setup["players"] = _names(players, "--players")
    elif registry.find(setup["game"]).FACTS.PLAYERS and not isinstance(setup.get("teams"), int):
        raise click.UsageError("Who plays? Give --players Ann,Bob,Cid,Dee.")
    if team_names is not None:
        setup["team_names"] = _names(team_names, "--team-names", "/")
    with session.device() as client:
        before = state_in(client.request("status"), "status")
        done = client.request("new", setup=setup)
    if output.unfinished(before):
        session.console.print(
            f"A game was under way ({output.standing(before)}): it is kept, and 'buzzglass sync' "
            "copies it to this computer.",
            highlight=False,
            soft_wrap=True,
        )
    session.result(done, "The game is set up: press the big button to start.")


@command("status")
def status(session: Session) -> None:
    """Show where the game stands."""
    with session.device() as client:
        state = state_in(client.request("status"), "status")
    people = [output.situation(state)]
    if output.has_scores(state):
        people.append(output.score_pad(state))
    session.result(state, *people)


@command("scores")
def scores(session: Session) -> None:
    """Show the score pad of the running game, or else of the last one."""
    with session.device() as client:
        state = state_in(client.request("scores"), "scores")
    if output.has_scores(state):
        session.result(state, output.score_pad(state))
    else:
        session.result(state, output.no_scores(state))


@command("sync")
def sync(session: Session) -> None:
    """Copy the device's games to the laptop."""
    history = session.history()
    try:
        with session.device() as client, session.progress("Reading games") as tell:
            done = sync_games(client, history, tell)
    finally:
        history.close()
    counts = f"{done['new']} new, {done['updated']} updated, {done['unchanged']} unchanged"
    session.result(done, f"Games: {counts}.")


@command("history")
def history(session: Session) -> None:
    """List the games copied so far."""
    database = session.history()
    try:
        games = database.games()
    finally:
        database.close()
    rows = []
    for game in games:
        sides = game["teams"] or game["players"]
        points = ", ".join(f"{side.get('name')} {side.get('total')}" for side in sides)
        kind = output.GAMES.get(game["game"] or "", game["game"])
        winners = ", ".join(game["winners"]) if game["finished"] else "(not finished)"
        rows.append([output.local_time(game["started"]), kind, points, winners, game["game_id"]])
    headers = ["Started", "Game", "Points", "Winners", "Id"]
    empty = "No games yet: fetch them with 'buzzglass sync'."
    session.result(games, output.plain(headers, rows, whole=("Started", "Id")) if rows else empty)
