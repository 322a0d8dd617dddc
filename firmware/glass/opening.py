"""How a game begins: a set-up as a person writes it becomes complete, with its cards dealt."""

from glass import registry
from glass.formats.errors import Refused
from glass.games.rng import Rng
from glass.memory import unloaded
from glass.store import decks, files, games, played


def dealt(wanted, settings, time_s):
    """The complete set-up (dict, PROTOCOL.md, A game) for `wanted` (dict as a person writes it);
    what it leaves out is as the settings have it.

    settings: Settings; time_s: seconds since 1970 or None. Raises Refused with a sentence, OSError.
    """
    if not isinstance(wanted, dict):
        raise Refused("setup", "The set-up must be an object.")
    entry = registry.find(wanted.get("game"))
    wanted = dict(wanted)
    for key in entry.FACTS.FROM_SETTINGS:
        if key not in wanted and settings.chosen(key) is not None:
            wanted[key] = settings.chosen(key)
    # A seed drawn here is not remembered: "Play again" deals anew.
    if wanted.get("seed") is None:
        wanted["seed"] = files.entropy()
    deck, crc = _deck(wanted.get("deck"))
    rules = entry.load_setup()
    setup = rules.complete(wanted, deck)
    setup["game_id"] = _next_id()
    setup["started"] = time_s
    setup["deal"] = None
    if deck:
        setup["deck_crc"] = crc
        setup["deal"] = played.deal(
            deck["name"], deck["cards"], rules.name_column(setup), rules.cards_to_deal(setup),
            Rng(setup["seed"]), setup["order"] == "file", entry.FACTS.ONE_BY_ONE)  # fmt: skip
    return setup


def _deck(name):
    """({"name", "kind", "cards", "columns"} of a deck, its CRC-32); (None, 0) if there is none to
    play with (name None). Raises Refused("no_deck")."""
    if name is None:
        return None, 0
    with unloaded():
        from glass.store import deck_check
    deck_check.check_before_play(name)
    reader = decks.open_deck(name)
    reader.close()
    return {"name": reader.name, "kind": reader.kind, "cards": reader.cards,
            "columns": reader.columns}, reader.crc  # fmt: skip


def _next_id():
    """A new game's name: a running number, then 8 hex digits by chance."""
    known = games.entries()
    number = int(known[-1][:5]) + 1 if known else 1
    return "%05d-%08x" % (number, files.entropy())
