"""A rule set that a person wrote: checked, and filled in where it says nothing."""

from glass.formats.errors import Refused
from glass.games import LANGUAGES, checks
from glass.games.timesup.rule_set import load

KEYS = ("name", "rounds", "peek", "carry", "read_aloud")
ROUND_KEYS = ("line", "text", "turn_s", "pass", "pass_points", "foul", "foul_points", "guesses",
              "time_up")  # fmt: skip
ROUNDS_MOST = 6
TURN_S = (10, 120)
PASSES_MOST = 99  # a turn
LINE_MAX, TEXT_MAX = 100, 400  # letters


def check(wanted):
    """A complete rule set (rule_set.py) of an object as a person wrote it.

    Only `rounds`, and in each its `line` in a language, must be there; teams and who calls are as
    in "en". Raises Refused("edition", a sentence that names the key and the round).
    """
    try:
        _known("The rule set (edition)", wanted, KEYS)
        return _whole(wanted)
    except Refused as refused:
        if refused.code == "edition":
            raise
        raise Refused("edition", "edition: " + refused.args_text)


def _known(what, wanted, keys):
    if not isinstance(wanted, dict):
        raise Refused("edition", "%s must be an object, not %s." % (what, checks.shown(wanted)))
    for key in wanted:
        if key not in keys:
            raise Refused("edition", '%s has no key "%s": the keys are %s.'
                          % (what, key, ", ".join(keys)))  # fmt: skip


def _whole(wanted):
    rounds = wanted.get("rounds")
    if not isinstance(rounds, (list, tuple)) or not 1 <= len(rounds) <= ROUNDS_MOST:
        checks.refuse("rounds", "a list of 1 to %d rounds" % ROUNDS_MOST, rounds)
    base = load("en")
    name = wanted.get("name")
    return {
        "name": _text("name", "house" if name is None else name, checks.NAME_MAX, "a text"),
        "rounds": [_round(number, one) for number, one in enumerate(rounds, 1)],
        "peek": checks.true_or_false(wanted, "peek", False),
        "carry": checks.true_or_false(wanted, "carry", False),
        "read_aloud": _read_aloud(wanted.get("read_aloud"), len(rounds)),
        "right_calls": base["right_calls"],
        "teams": base["teams"],
        "team_size": base["team_size"],
    }


def _read_aloud(wanted, rounds):
    if wanted is None:
        return []
    if not isinstance(wanted, (list, tuple)) or not all(
        [checks.is_whole(number, 1, rounds) for number in wanted]
    ):
        checks.refuse("read_aloud", "a list of rounds from 1 to %d" % rounds, wanted)
    return list(wanted)


def _round(number, wanted):
    """The complete round of one as a person wrote it; number from 1."""
    what = "Round %d of the rule set" % number
    _known(what, wanted, ROUND_KEYS)
    try:
        return {
            "line": _texts("line", wanted.get("line"), LINE_MAX),
            "text": _texts("text", wanted["text"], TEXT_MAX) if wanted.get("text") else {},
            "turn_s": checks.whole(wanted, "turn_s", TURN_S[0], TURN_S[1], 30),
            "pass": _passes(wanted.get("pass")),
            "pass_points": checks.whole(wanted, "pass_points", 0, 1, 0),
            "foul": checks.one_of(wanted, "foul", ("ends", "aside"), "aside"),
            "foul_points": checks.whole(wanted, "foul_points", 0, 1, 0),
            "guesses": checks.one_of(wanted, "guesses", ("any", "one"), "any"),
            "time_up": checks.one_of(wanted, "time_up", ("shuffle", "top", "top_if_alone"),
                                     "shuffle"),
        }  # fmt: skip
    except Refused as refused:
        raise Refused("edition", "%s: %s" % (what, refused.args_text))


def _texts(key, wanted, most):
    """{language: text} of 1 to `most` letters each."""
    if not isinstance(wanted, dict) or not wanted:
        checks.refuse(key, "an object with a text by language", wanted)
    for language in wanted:
        if language not in LANGUAGES:
            raise Refused(key, 'There is no language "%s": %s has texts in %s.'
                          % (language, key, checks.quoted(LANGUAGES)))  # fmt: skip
        _text(key, wanted[language], most, "texts")
    return dict(wanted)


def _text(key, text, most, what):
    if not isinstance(text, str) or not text.strip() or len(text) > most:
        checks.refuse(key, "%s of 1 to %d letters" % (what, most), text)
    if not checks.is_printable(text):
        checks.refuse(key, "%s without control characters" % what, text)
    return text


def _passes(wanted):
    if wanted is None:
        return "free"
    if wanted not in ("no", "free") and not checks.is_whole(wanted, 1, PASSES_MOST):
        checks.refuse("pass", '"no", "free" or a whole number from 1 to %d' % PASSES_MOST, wanted)
    return wanted
