"""Commands about games and scores: new, status, scores, sync, history."""

from __future__ import annotations

from typing import Any

import click

from buzzglass import decks, tables
from buzzglass.client import Client, field
from buzzglass.history import sync as sync_games
from buzzglass.tool import Tool, cli, command


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


@command(cli, "new")
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
        before = field(client.request("status"), "state", dict, "status")
        done = new_game(client, setup)
    if tables.unfinished(before):
        tool.console.print(
            f"A game was under way ({tables.standing(before)}): it is kept as it stood, and "
            "'buzzglass sync' brings it home.",
            highlight=False,
            soft_wrap=True,
        )
    tool.result(done, "The game is set up: press the big button to start.")


def new_game(client: Client, setup: dict[str, Any]) -> dict[str, Any]:
    """Send a set-up (contract keys; "deck" a deck on the device); returns {"game_id": …}."""
    return client.request("new", setup=setup)


@command(cli, "status")
def status(tool: Tool) -> None:
    """Tell where the game stands."""
    with tool.device() as client:
        state = field(client.request("status"), "state", dict, "status")
    people = [tables.situation(state)]
    if state.get("game") not in (None, "timer"):
        people.append(tables.score_pad(state))
    tool.result(state, *people)


@command(cli, "scores")
def scores(tool: Tool) -> None:
    """Show the score pad of the running game, or else of the last one."""
    with tool.device() as client:
        state = field(client.request("scores"), "state", dict, "scores")
    tool.result(state, tables.score_pad(state))


@command(cli, "sync")
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


@command(cli, "history")
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
        rows.append([tables.local_time(game["started"]), kind, points, winners, game["game_id"]])
    headers = ["Started", "Game", "Points", "Winners", "Id"]
    empty = "No games yet: fetch them with 'buzzglass sync'."
    tool.result(games, tables.plain(headers, rows, whole=("Started", "Id")) if rows else empty)
