"""Rule sets: those that the device brings are one JSON file each, in rule_sets/.

Not called rule_sets.py: MicroPython would take the folder of that name for it.

A rule set (dict) has
    name         as the state's `edition`
    rounds       1 to 6 of them:
        line, text   the short and the whole rule, {language: text}; `text` may be empty
        turn_s       seconds a turn
        pass         "no" (refused), "free" or how many a turn (int)
        pass_points  what a pass or a wrong guess costs: 0 or 1
        foul         "ends" the turn and goes back into the deck, or is set "aside"
        foul_points  what a foul costs: 0 or 1
        guesses      "any" or "one"; the players see to it
        time_up      where the card in play goes when time runs out: "shuffle" into the deck, on
                     "top" of it, "top_if_alone" (on top if no card was set aside)
    peek         the speaker sees the first name before the clock starts
    carry        the time left opens the next round
    read_aloud   rounds (from 1) after which the names are read
    right_calls  the speaker's right-hand neighbor calls Go and fouls, not the next team
    teams        how many teams, or "ring", by number of players, where `team_size` does not say it
    team_size    [[players from, size of a team at least], ...]

Source of `en` and `fr`: the rule books of the English and the French edition.
"""

import json

from glass.formats import shipped
from glass.games.timesup import RING

# What the rules of a game need of a round and of the whole: what its journal keeps.
_ROUND = ("turn_s", "pass", "pass_points", "foul", "foul_points", "guesses", "time_up")
_WHOLE = ("peek", "carry", "read_aloud", "right_calls")


def load(name):
    """The rule set (dict) `name`, one of RULE_SETS."""
    file, first, _ = shipped.find("games/timesup/rule_sets/" + name + ".json")
    file.seek(first)
    return json.load(file)  # letter by letter: a heap in use has no room for its text


def mechanics(rule_set, texts=False):
    """What the journal keeps of a rule set, so that a replay never depends on files; with its
    texts, too, for one that is in no file."""
    keys = _ROUND + ("line", "text") if texts else _ROUND
    kept = {key: rule_set[key] for key in _WHOLE}
    kept["rounds"] = [{key: rules[key] for key in keys} for rules in rule_set["rounds"]]
    return kept


def rule(setup, round_, key, language):
    """The rule of a round (from 1) in a language, or in one that there is: the short one (key
    "line") or the whole one ("text"; the short one where there is no whole one)."""
    rules = setup["rules"]["rounds"][round_ - 1]
    if "line" not in rules:
        rules = load(setup["edition"])["rounds"][round_ - 1]
    texts = dict(rules["line"])
    if key == "text":
        texts.update(rules["text"])
    return texts.get(language) or texts.get("en") or list(texts.values())[0]


def team_count(rule_set, players):
    """How many teams so many players (from 3) make by default, or RING."""
    fixed = rule_set["teams"].get(str(players))
    if fixed:
        return fixed
    for least, size in rule_set["team_size"]:
        if players >= least:
            return players // size
    return RING
