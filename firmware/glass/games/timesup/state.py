"""The state of Time's Up! as `status` gives it (PROTOCOL.md, State)."""


def state(game):
    """The state (dict) of a TimesUp; `card` is an index here."""
    draft = game.phase == "draft"
    rotation = game.rotation
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
        "teams": _teams(game),
        "players": _players(game),
        "winners": game.winners(),
    }


def _teams(game):
    if game.ring:
        return []
    players = game.setup["players"]
    return [
        {"name": name, "players": [players[seat] for seat in seats], "rounds": points,
         "total": total}
        for (name, points, total), seats in zip(game.scores(), game.setup["teams"])
    ]  # fmt: skip


def _players(game):
    """By seat: in a ring the rows of the score pad, in teams what was guessed as a speaker."""
    if game.ring:
        rounds = [points for _, points, _ in game.scores()]
    else:
        rounds = [game.points.guessed(seat) for seat in range(len(game.setup["players"]))]
    return [
        {"name": name, "rounds": points, "total": sum(points)}
        for name, points in zip(game.setup["players"], rounds)
    ]
