"""The stores of a game, each against a plain list."""

from array import array

from glass.games import events
from glass.games.log import BLOCK, Log
from glass.games.rng import Rng
from glass.games.timesup.drawn import Drawn
from glass.games.timesup.pile import Pile


def test_a_log_is_a_list():
    dice, log, plain = Rng(3), Log(), []
    for step in range(9 * BLOCK):
        kind = dice.below(9)
        if kind < 7 or not plain:
            event = (step & 0xFF, step << 4 | 0xF000000F, "%d" % step if kind == 6 else "")
            log.append(*event)
            plain.append(event)
        else:
            at = max(dice.below(len(plain)), len(plain) - 3)
            assert log.tail(at) == plain[at:]
            after = plain[at + 1 :] if kind == 8 else []
            log.put(at, after)
            plain[at:] = after
        assert len(log) == len(plain)
        assert not plain or log[len(plain) - 1] == plain[-1]
    assert list(log) == plain and len(plain) > 2 * BLOCK


def test_a_pile_is_a_list_with_its_top_at_the_end():
    dice, pile, plain = Rng(4), Pile(range(50)), list(range(50))
    for step in range(500):
        kind = dice.below(7)
        if kind < 4 and plain:
            assert pile.top() == plain[-1]
            assert pile.draw() == plain.pop()
        elif kind < 6:
            pile.put(1000 + step)
            plain.append(1000 + step)
        else:
            pile.put_back([step, step + 1])
            plain[:0] = [step, step + 1]
        assert len(pile) == len(plain) and list(pile) == plain
    assert not Pile() and Pile(array("H", [65535])).top() == 65535


def test_a_shuffled_pile_gives_every_card_in_any_place():
    seen = [[0] * 4 for _ in range(4)]
    rng = Rng(9)
    for _ in range(400):
        pile = Pile(range(4), rng)
        kept = pile.top()
        assert pile.top() == kept == pile.draw()  # looking settles it
        pile.put(kept)
        assert pile.top() == kept  # on top it stays
        pile.draw()
        pile.put_back([kept])
        drawn = [pile.draw() for _ in range(4)]
        assert sorted(drawn) == [0, 1, 2, 3] and not pile
        for place, card in enumerate(drawn):
            seen[place][card] += 1
    assert all([60 < count < 140 for row in seen for count in row]), seen  # 100 on average


def test_cards_drawn_keep_their_marks():
    drawn = Drawn()
    for card, kind in ((7, events.GOT), (300, events.PASS), (9, events.FOUL), (1, events.TIME)):
        drawn.add(card, kind)
    assert drawn.tally() == {"got": 1, "pass": 1, "foul": 1}
    drawn.toggle(0)
    drawn.toggle(3)
    assert list(drawn) == [(7, events.GOT, False), (300, events.PASS, False),
                           (9, events.FOUL, False), (1, events.TIME, True)]  # fmt: skip
    assert drawn.entry(-1) == (1, events.TIME, True)
    assert drawn.tally() == {"got": 1, "pass": 1, "foul": 1}
    drawn.toggle(0)
    assert drawn.tally() == {"got": 2, "pass": 1, "foul": 1} and len(drawn) == 4
