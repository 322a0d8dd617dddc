"""A game with a deck of clues and a clock of its own phase, the quiz of tests/toy_quiz: what the
contract of games has for games unlike Time's Up!, on the virtual board."""

import pytest
from support import third_game
from support.boards import Board

from buzzglass.decks import packing
from buzzglass.device.client import Client
from buzzglass.device.upload import upload_deck
from virtual_board.board.firmware import firmware_dir
from virtual_board.board.transport import VirtualTransport

COLUMNS = ("category", "answer") + tuple(f"clue{number}" for number in range(1, 21))
CLUE = "Née dans une île de la mer Égée, elle a inventé une machine à éplucher les œufs et n'a " \
       "jamais appris à nager, ce qui l'a obligée à rester à terre toute sa vie."  # fmt: skip


def card(answer, clue):
    return ("person", answer, *(f"{number} {clue}"[:160] for number in range(1, 21)))


CARDS = [card("Ada", CLUE), card("Bach", "h" * 160), card("Curie", "no")]


@pytest.fixture(scope="module")
def rom(tmp_path_factory):
    copy = third_game.add("toy_quiz", "quiz", tmp_path_factory.mktemp("quiz") / "firmware")
    return firmware_dir(True, copy)


@pytest.fixture
def begun(rom, tmp_path):
    """A board with a quiz begun: Ann reads, Bob guesses."""
    board = Board(tmp_path, rom=rom, mpy=True)
    load(board, CARDS)
    begin(board, order="file")
    yield board
    assert not board.device.faults and board.device.crash is None
    board.device.close()


def load(board, cards):
    data = packing.pack("clues", "twentyq", cards, COLUMNS)
    upload_deck(Client(VirtualTransport(board.device)), "clues", data)


def begin(board, **more):
    setup = {"game": "quiz", "players": ["Ann", "Bob"], "deck": "clues", **more}
    board.request("new", setup=setup)
    return board


def says(board, **wanted):
    state = board.state()
    assert {key: state[key] for key in wanted} == wanted


def guessing(board):
    """On from `reader` until the guesser's ten seconds run."""
    return board.press("start", "start", "got", "start")


def test_a_card_of_22_columns_is_shown_and_told(begun):
    says(begun, phase="reader", card=None, reader=0, guesser=1, covered=[], positions=[0, 0],
         deck=None, remaining_ms=10000)  # fmt: skip
    begun.press("start")
    says(begun, phase="reader", card="Ada")
    begun.press("start", "pass", "pass", "foul")  # the numbers go round on the screen alone
    says(begun, phase="choose", card="Ada", events=2)
    begun.press("got").run(1)
    says(begun, phase="clue", covered=[2], card="Ada", events=3)
    lit = begun.device.screenshot().convert("1").histogram()[255] / (512 * 256)
    assert 0.1 < lit < 0.5  # six lines of small letters


def test_the_clock_runs_in_a_phase_of_its_own(begun):
    guessing(begun).run(1)
    says(begun, phase="guess", card="Ada")
    assert 7000 < begun.state()["remaining_ms"] < 9000
    begun.press("start")
    says(begun, phase="paused")
    begun.press("start").down("foul").run(0.05)
    says(begun, phase="choose", positions=[0, 0], card="Ada")  # wrong, at the press
    begun.up("foul").run(0.1)


def test_after_the_time_the_phase_stays_and_the_next_press_counts(begun):
    guessing(begun)
    begun.run(begun.state()["remaining_ms"] / 1000 + 0.05)
    says(begun, phase="guess", remaining_ms=0)
    begun.press("start")
    says(begun, phase="guess", remaining_ms=0)
    begun.press("got", gap_s=0.3)  # within the guard that other games have
    says(begun, phase="reader", positions=[0, 19], card=None, reader=1)


def test_a_judgement_is_followed_by_no_guard(begun):
    guessing(begun).press("pass", "got", gap_s=0.1)
    says(begun, phase="clue", covered=[1, 2])


def test_undo_takes_back_each_of_its_events(begun):
    guessing(begun).press("got")
    says(begun, phase="reader", positions=[0, 19], events=5)
    begun.hold("start", 1.1)
    says(begun, phase="paused", positions=[0, 0], covered=[1], card="Ada", events=4)
    for phase, count in (("clue", 3), ("choose", 2), ("reader", 1), ("reader", 0)):
        begun.hold("start", 1.1)
        says(begun, phase=phase, events=count)
    says(begun, card=None, covered=[])


def test_undo_stops_at_the_time(begun):
    guessing(begun).run(11).press("foul")
    begun.hold("start", 1.1)
    says(begun, phase="guess", remaining_ms=0, covered=[1])
    events = begun.state()["events"]
    begun.hold("start", 1.1)
    says(begun, phase="guess", events=events)


def test_a_player_is_moved_by_hand(begun):
    begun.press("start", "start").hold("foul", 2.1)
    begun.press("pass", "start").run(0.5)
    says(begun, phase="choose", positions=[0, -3])
    begun.power_cycle()
    says(begun, phase="choose", positions=[0, -3])
    begun.hold("start", 1.1)
    says(begun, positions=[0, 0])


def test_a_power_cut_in_a_guess_leaves_it_paused(begun):
    guessing(begun).run(6)
    left = begun.state()["remaining_ms"]
    begun.power_cycle()
    says(begun, phase="paused", covered=[1], card="Ada")
    assert left <= begun.state()["remaining_ms"] <= left + 5000
    begun.press("start", "got")
    says(begun, phase="reader", positions=[0, 19])


def test_cards_count_as_played_one_by_one(rom, tmp_path):
    """Three of six cards are shown in a game, with a power cut after the second: the next game has
    the other three, and the one after it those of the first again."""
    board = Board(tmp_path, rom=rom, mpy=True)
    load(board, [card(name, "no") for name in "ABCDEF"])
    for seed, shown in ((1, "ABC"), (2, "DEF"), (3, "ABC")):
        begin(board, seed=seed, order="file" if seed == 1 else "shuffled")
        seen = set()
        for number in range(3):
            if number == 2:
                board.power_cycle()
            seen.add(board.press("start").run(1).state()["card"])
            board.press("start", "got", "start", "got").run(0.5)
        assert seen == set(shown), seed
    board.device.close()
