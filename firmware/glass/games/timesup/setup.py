"""The set-up of Time's Up!: checked and filled in."""

from glass.formats.errors import Refused
from glass.games import LANGUAGES, checks
from glass.games.timesup import NAME, PAPER_MOST, RULE_SETS, house_rules, teams
from glass.games.timesup.draft import DISCARDS
from glass.games.timesup.rotation import is_loose
from glass.games.timesup.rule_set import load, mechanics

KEYS = ("game", "edition", "players", "teams", "team_names", "deck", "colour", "cards",
        "draft", "turn_s", "seed", "order", "language", "peek", "board", "ring")  # fmt: skip
COLOURS = ("yellow", "blue")  # the two names on a card, each a column of the deck
TURN_S = (10, 120)
CARDS = 40  # where nobody says how many


def complete(wanted, deck):
    """The complete set-up (dict for JSON) of one as a person writes it; the store deals the cards.

    deck: {"name", "kind", "cards", "columns"} of the deck it names, None for paper cards. In the
    complete set-up `edition` is the rule set's name and `rules` its mechanics (rule_set.py);
    `turn_s` is None where each round has its own. Raises Refused with a sentence.
    """
    checks.known_keys(wanted, KEYS, ("wish",))
    _wish(wanted.get("wish"))
    full = {"game": checks.one_of(wanted, "game", (NAME,), NAME),
            "turn_s": checks.whole(wanted, "turn_s", TURN_S[0], TURN_S[1], None),
            "seed": checks.whole(wanted, "seed", 0, 0xFFFFFFFF, None), "deck": None}  # fmt: skip
    rule_set = _rule_set(wanted.get("edition"))
    edition = full["edition"] = rule_set["name"]
    own = edition if edition in LANGUAGES else None
    full["language"] = checks.one_of(wanted, "language", LANGUAGES, own)
    full["order"] = checks.one_of(wanted, "order", ("file", "shuffled"), "shuffled")
    teams.fill_in(wanted, full, rule_set)
    if deck is None:
        _paper_cards(wanted, full)
    else:
        _deck(wanted, full, deck)
    full["peek"] = checks.true_or_false(wanted, "peek", rule_set["peek"]) and deck is not None
    full["rules"] = mechanics(rule_set, isinstance(wanted.get("edition"), dict))
    return full


def name_column(full):
    """The column of the deck whose names are played with."""
    return full["colour"]


def cards_to_deal(full):
    """How many cards the store deals: those in play, and those to be discarded in a draft."""
    return full["cards"] + _discarded(full)


def _discarded(full):
    return DISCARDS * len(full["players"]) if full["draft"] else 0


def _wish(wish):
    """Refuse a `wish` that the form did not write: {"cards", "draft", "colour"} as chosen where the
    deck did not allow them, kept for the next form. No game takes anything from it."""
    if wish is None:
        return
    if not isinstance(wish, dict):
        checks.refuse("wish", "an object", wish)
    for key in wish:
        if key not in ("cards", "draft", "colour") or wish[key] is None:
            checks.refuse("wish", "an object of cards, draft and colour", wish)
    checks.whole(wish, "cards", 1, 65535, None)
    checks.true_or_false(wish, "draft", None)
    checks.one_of(wish, "colour", COLOURS, None)


def _rule_set(edition):
    """The rule set (rule_set.py) of a name or an object."""
    if isinstance(edition, dict):
        return house_rules.check(edition)
    edition = "en" if edition is None else edition
    if edition not in RULE_SETS:
        expected = checks.quoted(sorted(RULE_SETS)) + " or an object with rules of your own"
        checks.refuse("edition", expected, edition)
    return load(edition)


def _paper_cards(wanted, full):
    if wanted.get("deck") is not None:
        deck = checks.shown(wanted["deck"])
        raise Refused("deck", "The deck %s is not on the device." % deck)
    if checks.true_or_false(wanted, "draft", False):
        raise Refused("draft", "A draft needs a deck: leave draft out with paper cards.")
    full["draft"] = False
    full["cards"] = checks.whole(wanted, "cards", 1, PAPER_MOST, CARDS)
    full["colour"] = checks.one_of(wanted, "colour", COLOURS, "yellow")


def _deck(wanted, full, deck):
    if deck["kind"] != "names":
        raise Refused("deck", 'The deck "%s" is of the kind %s: Time\'s Up! needs one of names.'
                      % (deck["name"], deck["kind"]))  # fmt: skip
    full["deck"] = deck["name"]
    full["colour"] = checks.one_of(wanted, "colour", COLOURS, "yellow")
    if full["colour"] == "blue" and "blue" not in deck["columns"]:
        raise Refused("colour", 'The deck "%s" has no blue names: play yellow.' % deck["name"])
    full["draft"] = _draft(wanted, full)
    most = deck["cards"] - _discarded(full)
    full["cards"] = checks.whole(wanted, "cards", 1, 65535, max(1, min(CARDS, most)))
    _check_size(full, deck, most)


def _draft(wanted, full):
    if not is_loose(full["teams"]):
        return checks.true_or_false(wanted, "draft", True)
    if checks.true_or_false(wanted, "draft", False):
        raise Refused("draft", "A draft needs players: leave draft out with loose teams.")
    return False


def _check_size(full, deck, most):
    """Refuse more cards than the deck has, naming the most that would do."""
    extra = _discarded(full)
    if full["cards"] <= most:
        return
    text = 'The deck "%s" has %d cards' % (deck["name"], deck["cards"])
    if extra:
        text += " and the draft takes %d of them" % extra
    if most < 1:
        raise Refused("cards", text + ": load a larger deck or play without the draft.")
    raise Refused("cards", text + ": ask for at most %d cards, not %d." % (most, full["cards"]))
