"""What the editions of Time's Up! differ in (rule books timesup-en, timesup-fr)."""

RING, LOT = "ring", "lot"  # what `teams` may be instead of teams
PLAYERS = (3, 18)
RING_MOST = 11
TEAMS_MOST = 8
PAPER_MOST = 200  # cards, where no deck says how many there are

# Where the card in play goes when time runs out, a round each: shuffled back, on TOP, or on top if
# no card was set aside.
SHUFFLE, TOP, TOP_IF_ALONE = 0, 1, 2

EDITIONS: dict = {
    "en": {
        "peek": True,  # the first name is seen before the clock starts
        "time_up": (SHUFFLE, SHUFFLE, SHUFFLE),
        "carry": True,  # the time left opens the next round
        "read_aloud": (1,),  # rounds after which the names are read
        "right_calls": False,  # the next team calls Go and fouls
        "teams": {3: RING},
        "team_size": ((11, 3), (4, 2)),  # (players from, size at least)
    },
    "fr": {
        "peek": False,
        "time_up": (TOP, TOP_IF_ALONE, TOP_IF_ALONE),
        "carry": False,
        "read_aloud": (1, 2, 3),
        "right_calls": True,  # the speaker's right-hand neighbor does
        "teams": {3: RING, 5: RING, 7: RING, 10: 4, 11: 4},
        "team_size": ((9, 3), (4, 2)),
    },
}


def team_count(edition, players):
    """How many teams so many players (from 3) make by default, or RING."""
    rules = EDITIONS[edition]
    if players in rules["teams"]:
        return rules["teams"][players]
    for least, size in rules["team_size"]:
        if players >= least:
            return players // size
    return RING
