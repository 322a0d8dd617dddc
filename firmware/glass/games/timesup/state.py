"""The state of Time's Up! as `status` gives it (PROTOCOL.md, State)."""

from glass.formats.json_pieces import Rows


def state(game):
    """The state (dict) of a TimesUp; `card` is an index here."""
    draft = game.phase == "draft"
    rotation, points = game.rotation, game.points.copy()
    return {
        "game": game.setup["game"],
        "game_id": game.setup.get("game_id"),
        "edition": game.setup["edition"],
        "phase": game.phase,
        "round": game.round,
        "turn": game.turn,
        "team": None if draft else rotation.team,
        "speaker": game.drafter if draft else rotation.speaker,
        "speaker_name": game.speaker_name(),
        "partner": None if draft else rotation.partner,
        "remaining_ms": game.left_ms,
        "deck": game.deck_count(),
        "aside": game.aside_count(),
        "card": game.card,
        "this_turn": game.this_turn(),
        "teams": [] if game.ring else Rows(_teams, game.setup, points),
        "players": Rows(_players, game.setup["players"], points, game.ring),
        "winners": game.winners(),
    }


def _teams(setup, points):
    players = setup["players"]
    for (name, rounds, total), seats in zip(points.rows(), setup["teams"]):
        yield {"name": name, "players": [players[seat] for seat in seats], "rounds": rounds,
               "total": total}  # fmt: skip


def _players(players, points, ring):
    """By seat: in a ring the rows of the score pad, in teams what was guessed as a speaker."""
    if ring:
        for name, rounds, total in points.rows():
            yield {"name": name, "rounds": rounds, "total": total}
        return
    for seat, name in enumerate(players):
        rounds = points.guessed(seat)
        yield {"name": name, "rounds": rounds, "total": sum(rounds)}
