"""The form for a new game: it opens with last time's choices, and offers what the rules take."""

from glass.games.rng import Rng
from glass.games.timesup import (
    LOT,
    PAPER_MOST,
    PLAYERS,
    RING,
    RING_MOST,
    RULE_SETS,
    TEAMS,
    rule_set,
)
from glass.ui.text_entry import Speller
from glass.ui.words import load

FIELDS = ("edition", "players", "names", "starts", "teams", "deck", "colour", "cards", "draft",
          "turn_s")  # fmt: skip
WISHES = ("cards", "draft", "colour")  # kept, whatever the deck at hand allows
CARDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 100, 120, 150,
         200)  # fmt: skip
_TURN_S = 30
TURNS_S = (10, 15, 20, 25, 30, 35, 40, 45, 60, 90, 120)


class Form:
    """`open` shows the form in the menu of `device` (a MainMenu); each row leads to a page of
    choices."""

    def __init__(self, device):
        self._device, self._menu = device, device.menu
        self._word = load("timesup/form_" + device.language)
        self._decks = {}
        for deck in device.decks():
            if deck["kind"] == "names":
                self._decks[deck["name"]] = deck
        self._rules = None  # the rule set chosen, as last loaded
        self._choices = self._last()
        self._fit()

    def _last(self):
        """Last time's choices (dict); what is missing or damaged is as the settings and the rules
        have it."""
        setting, language = self._device.settings, self._device.language
        edition = language if language in RULE_SETS else RULE_SETS[0]
        edition = setting.chosen("edition") or edition
        last = None
        choices = {"edition": edition, "players": _numbers(4), "teams": None, "team_names": None,
                   "deck": None, "colour": "yellow", "cards": setting.get("cards"), "draft": True,
                   "turn_s": setting.get("turn_s") or _TURN_S}  # fmt: skip
        try:
            last = self._device.last_set_up("timesup") or {}
            for key in choices:
                if last.get(key) is not None:
                    choices[key] = last[key]
            if last.get("ring"):
                choices["teams"] = RING
            choices.update(last.get("wish", {}))
        except (ValueError, AttributeError, TypeError):
            pass
        if choices["edition"] not in RULE_SETS:  # rules of one's own, from a laptop
            choices["edition"] = edition
        if not choices["players"] or type(choices["teams"]) is int:  # loose teams, likewise
            choices["players"] = choices["players"] or _numbers(4)
            choices["teams"] = None
        if choices["deck"] is None and self._decks and not last:
            choices["deck"] = sorted(self._decks)[0]
        return choices

    def _fit(self):
        """Make the choices agree: what does not go with the others takes its default."""
        choices = self._choices
        count, teams = len(choices["players"]), choices["teams"]
        default = self._default_teams()
        if teams == RING:
            if count % 2 == 0 or count > RING_MOST or default == RING:
                choices["teams"] = None
        elif teams == LOT:
            if default == RING:
                choices["teams"] = None
        elif teams is not None and sum([len(team) for team in teams]) != count:
            choices["teams"] = None
        if choices["teams"] is None or choices["teams"] in (RING, LOT):
            choices["team_names"] = None
        deck = self._decks.get(choices["deck"])
        if deck is None:
            choices["deck"] = None
            self._most = PAPER_MOST
        else:
            self._most = deck["cards"] - (2 * count if self._value("draft") else 0)

    def _default_teams(self):
        """How many teams the rules make of the players, or RING."""
        edition = self._choices["edition"]
        if self._rules is None or self._rules["name"] != edition:
            self._rules = rule_set.load(edition)
        return rule_set.team_count(self._rules, len(self._choices["players"]))

    # -- the form ------------------------------------------------------------------------------

    def open(self, field=None):
        """Show the form, with the cursor on `field`, else on the row that begins the game."""
        self._menu.show(self._form_page, field)

    def _form_page(self, field):
        word, at = self._word, 0
        rows = [(word["play"], self._play)]
        for key in FIELDS:
            if key in ("colour", "draft") and not self._offered(key):
                continue
            if key == field:
                at = len(rows)
            rows.append((word[key] % self._shown(key), lambda key=key: self._choose(key)))
        return word["title"], rows, self._device.show_main_page, at

    def _offered(self, key):
        deck = self._decks.get(self._choices["deck"])
        if deck is None:
            return False
        return "blue" in deck["columns"] if key == "colour" else deck["cards"] > 2 * len(
            self._choices["players"])  # fmt: skip

    def _shown(self, key):
        """What a line of the form says of its field."""
        if key == "names":
            return ", ".join(self._choices["players"])
        value = self._value(key)
        for text, option in self._options(key):
            if option == value:
                return text
        return self._word["own_teams"]

    def _value(self, key):
        """What a field comes to: of WISHES as much as the deck allows, the choice stays."""
        if key == "players":
            return len(self._choices["players"])
        if key == "starts":
            return 0
        value = self._choices[key]
        if key == "cards":
            return min(value, self._most)
        if key in WISHES and not self._offered(key):
            return False if key == "draft" else "yellow"
        return value

    def _options(self, key):
        """[(text, value)] of what may be chosen for a field."""
        word, choices = self._word, self._choices
        if key == "edition":
            return [(word["edition_" + name], name) for name in RULE_SETS]
        if key == "players":
            return [(str(count), count) for count in range(PLAYERS[0], PLAYERS[1] + 1)]
        if key == "starts":
            options = [(name, seat) for seat, name in enumerate(choices["players"])]
            return options + [(word["lot"], LOT)]
        if key == "teams":
            return self._team_options()
        if key == "deck":
            return [(word["paper"], None)] + [(name, name) for name in sorted(self._decks)]
        if key == "colour":
            return [(word["yellow"], "yellow"), (word["blue"], "blue")]
        if key == "cards":
            most = self._most
            counts = [count for count in CARDS if count < most] + [most, self._value(key)]
            options = [(str(count), count) for count in sorted(set(counts))]
            if choices["deck"]:
                options[-1] = (word["all"] % most, most)
            return options
        if key == "draft":
            return [(word["draft_yes"], True), (word["draft_no"], False)]
        times = sorted(set(TURNS_S + (choices["turn_s"],)))
        return [("%d s" % time_s, time_s) for time_s in times]

    def _team_options(self):
        word, choices = self._word, self._choices
        count = len(choices["players"])
        default = self._default_teams()
        options: list = [(word["ring"], None)]
        if default != RING:
            options = [(word["teams_of"] % default, None), (word["teams_lot"] % default, LOT)]
        for teams in range(TEAMS[0], min(TEAMS[1], count // 2) + 1):
            if teams != default:
                options.append((word["teams_of"] % teams, _across(count, teams)))
        if default != RING and count % 2 and count <= RING_MOST:
            options.append((word["ring"], RING))
        return options

    def _choose(self, key):
        if key == "names":
            self._names()
        else:
            self._menu.show(self._choice_page, key)

    def _choice_page(self, key):
        value = self._value(key)
        options = self._options(key)
        at = 0
        rows = []
        for text, option in options:
            if option == value:
                at = len(rows)
            rows.append((text, lambda option=option: self._take(key, option)))
        return self._word[key + "_title"], rows, lambda: self.open(key), at

    def _take(self, key, value):
        choices = self._choices
        if key == "players":
            names = choices["players"][:value]
            free = [name for name in _numbers(value + len(names)) if name not in names]
            names = names + free[: value - len(names)]
            unnamed = all([name.isdigit() for name in names])
            choices["players"] = _numbers(value) if unnamed else names
        elif key == "starts":
            if value == LOT:
                value = Rng(self._device.entropy()).below(len(choices["players"]))
            self._rotate(value)
        else:
            if key == "teams":
                choices["team_names"] = None
            choices[key] = value
        self._fit()
        self.open(key)

    def _names(self, at=0):
        self._menu.show(self._names_page, at)

    def _names_page(self, at):
        """The players' names, each to be spelled."""
        players = self._choices["players"]
        rows = [(name, lambda seat=seat: self._spell(seat)) for seat, name in enumerate(players)]
        return self._word["names_title"], rows, lambda: self.open("names"), at

    def _spell(self, seat):
        def done(name):
            players = self._choices["players"]
            if not name and text:  # taken off again
                name = [one for one in _numbers(PLAYERS[1] + 1) if one not in players][0]
            if name and not (text and text.startswith(name) and len(text) > len(name) > 11):
                players[seat] = name  # one longer than can be spelled stays if it is not touched
            self._names(seat + 1)

        title = self._word["spell"] % (seat + 1)
        name = self._choices["players"][seat]
        text = "" if name.isdigit() else name
        speller = Speller(title, self._word["spell_help"], text, done)
        self._menu.edit(speller, lambda: self._names(seat))

    def _rotate(self, first):
        """Seat `first` becomes seat 0: the seats are counted clockwise from the starter."""
        choices = self._choices
        players, teams = choices["players"], choices["teams"]
        choices["players"] = players[first:] + players[:first]
        if isinstance(teams, list):
            count = len(players)
            names = choices["team_names"] or [""] * len(teams)
            turned = sorted([(sorted([(seat - first) % count for seat in team]), name)
                             for team, name in zip(teams, names)])  # fmt: skip
            choices["teams"] = [team for team, _ in turned]
            if choices["team_names"]:
                choices["team_names"] = [name for _, name in turned]

    def _play(self):
        setup = {key: value for key, value in self._choices.items() if value is not None}
        for key in WISHES:
            setup[key] = self._value(key)
        if "deck" not in setup:
            setup.pop("draft")
            setup.pop("colour")
        wish = {key: self._choices[key] for key in WISHES if setup.get(key) != self._choices[key]}
        if wish:  # for the next form
            setup["wish"] = wish
        setup["game"], setup["language"] = "timesup", self._device.language
        self._device.begin(setup)


def _numbers(count):
    """Names of players nobody has named: "1", "2", ... (screens say "Player 1")."""
    return [str(seat + 1) for seat in range(count)]


def _across(count, teams):
    """Lists of seats by team: seat i plays in team i mod teams, so that partners sit across."""
    return [list(range(first, count, teams)) for first in range(teams)]
