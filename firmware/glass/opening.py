"""The opening of a game: a set-up as people write it becomes complete and dealt. Borrowed."""

import gc
import os

from glass import borrow
from glass.games.rng import Rng
from glass.store import decks, journal


def dealt(table, wanted):
    """The complete set-up (dict) for `wanted`, which takes over what the settings say.

    Raises Refused with a sentence.
    """
    for key in ("edition", "turn_s", "cards", "peek"):
        value = table.settings.chosen(key)
        if value is not None and wanted.get("game") == "timesup" and key not in wanted:
            wanted[key] = value
    deck, crc = None, 0
    if wanted.get("deck") is not None:
        borrow("store.played").check(wanted["deck"])
        reader = decks.open_deck(wanted["deck"])
        deck = {"name": reader.name, "kind": reader.kind, "cards": reader.cards,
                "blue": reader.has_blue}  # fmt: skip
        crc = reader.crc
        reader.close()
    # The seed is drawn here, not kept with the choices: the same game again is dealt anew.
    drawn = wanted.get("seed") is None
    complete = borrow("games.setup").complete
    setup = complete(dict(wanted, seed=table.entropy()) if drawn else wanted, deck)
    complete = None
    gc.collect()
    setup["game_id"] = journal.next_id(os.urandom(4))
    setup["started"] = table.time_s()
    setup["deal"] = None
    if deck:
        setup["deck_crc"] = crc
        count = setup["cards"]
        if setup.get("draft"):
            count += 2 * len(setup["players"])
        setup["deal"] = borrow("store.played").deal(
            deck["name"], deck["cards"], setup["colour"], count, Rng(setup["seed"]),
            setup["order"] == "file")  # fmt: skip
    return setup
