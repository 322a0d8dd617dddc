"""What is played while the flash writes down what is done to it. A story takes a Stage."""

from rig import stored
from stage import PLAYERS

from glass.formats.errors import Refused
from glass.games.timesup import kinds
from glass.store import files


def a_game(stage):
    """A draft and three rounds with pauses, undos, toggles and corrections; power cuts between."""
    dice = stage.dice
    stage.deck("d", 24, "Person")
    stage.new(game="timesup", edition=dice.pick("en fr"), players=PLAYERS[: 3 + dice.below(2)],
              deck="d", cards=5 + dice.below(6), seed=stage.seed,
              draft=bool(dice.below(2)), peek=False)  # fmt: skip
    for _ in range(150):
        phase = stage.board.phase
        if phase == "menu":
            break
        if phase == "draft":
            _draft(stage)
        elif phase in ("turn", "paused"):
            _turn(stage, phase)
        elif phase == "review":
            what = dice.pick("start start start got pass foul undo menu")
            if what == "undo":
                stage.buttons.hold("start", 1.1)
            elif what == "menu":
                _correct(stage)
            else:
                stage.buttons.press(what)
        elif phase == "game_over":
            break
        elif phase == "carry":
            stage.buttons.press(dice.pick("got pass"))
        elif dice.below(6) == 0:
            stage.buttons.hold("start", 1.1)
        else:
            if dice.below(8) == 0:
                _correct(stage)
            stage.buttons.press("start")
        stage.buttons.run(0.4)
        if dice.below(40) == 0:
            stage.boot()
    stage.stop()


def _draft(stage):
    if not stage.board.game.draft_open:
        stage.buttons.press("start")
    elif stage.dice.below(4) == 0:
        stage.buttons.press(stage.dice.pick("got pass"))
    else:
        stage.buttons.press("foul")
        stage.buttons.press("foul")
        stage.buttons.press("start")


def _turn(stage, phase):
    dice = stage.dice
    what = dice.pick("got got got got got pass foul pause undo wait wait out")
    if phase == "paused":
        what = dice.pick("pause pause undo")
    if what == "pause":
        stage.buttons.press("start")
    elif what == "undo":
        stage.buttons.hold("start", 1.1)
    elif what == "wait":
        stage.buttons.run(3)
    elif what == "out":
        stage.buttons.run(stage.truth.left_ms() / 1000 + 1)
    else:
        stage.buttons.press(what)


def _correct(stage):
    game = stage.board.game
    row = stage.dice.below(len(game.scores()))
    change = 1 - 2 * stage.dice.below(2)
    try:
        stage.board.app.play.record(
            kinds.CORRECT, kinds.correction_value(row, game.round, change))  # fmt: skip
    except Refused:
        pass


def decks(stage):
    """A deck over an old one, twice the same, an upload broken off, and a smaller one again."""
    stage.deck("Alte Gebäude", 60, "Old")
    stage.deck("d", 20, "Other")
    stage.new(game="timesup", players=PLAYERS, deck="Alte Gebäude", cards=8, draft=False, seed=1)
    stage.stop()
    stage.deck("Alte Gebäude", 110, "New")
    stage.deck("Alte Gebäude", 110, "New")
    begun = stage.ask(do="deck_begin", name="d", bytes=3000, crc=1, packed=3005)
    packed = stored(bytes(3000))
    for at in range(0, 2592, 162):
        stage.board.put(begun["upload"], at, packed[at : at + 162])
    stage.boot()
    stage.deck("d", 3, "Less")
    stage.truth.decks["d"].begin(None)
    stage.ask(do="deck_remove", name="d")
    stage.truth.decks["d"].tell()


def settings(stage):
    """Settings changed one by one and several at once."""
    line = stage.truth.settings
    for change in ({"volume": 1}, {"turn_s": 45, "edition": "fr", "cards": 33},
                   {"peek": True}, {"peek": None, "lockout_ms": 100}, {"volume": 2},
                   {"language": "fr", "brightness": 2, "auto_off_s": 0}):  # fmt: skip
        line.change(**change)
        stage.ask(do="settings_set", settings=change)
        line.tell()
        if stage.dice.below(3) == 0:
            stage.boot()


def syncs(stage):
    """Ten games, most of them synced at once or later: old ones go, the others stay."""
    from glass.store import games

    idents, safe = [], []
    for turn in range(10):
        stage.new(game="timesup", players=PLAYERS, cards=2, seed=turn)
        for _ in range(2 + stage.dice.below(5)):
            stage.buttons.press("start")
            stage.buttons.press("got")
        idents.append(stage.ident)
        if stage.dice.below(3):
            stage.stop()
            if stage.dice.below(3):
                stage.synced(idents[-1])
                safe.append(idents[-1])
        if stage.dice.below(5) == 0:
            stage.boot()
    stage.new(game="timer")
    for ident in idents[:6]:
        if ident in games.ids():
            stage.synced(ident)
        else:
            assert ident in safe


def long_game(stage):
    """A journal that is compacted again and again: as if four short segments were many."""
    from glass.store import journal

    journal.SEGMENT_BYTES = 64
    journal.SEGMENTS_MAX = 3
    stage.new(game="timesup", edition="en", players=PLAYERS[:3], cards=3, seed=stage.seed)
    for turn in range(60):
        phase = stage.board.phase
        if phase in ("turn", "paused"):
            if stage.dice.below(5) == 0:
                stage.buttons.run(0.5)
            stage.buttons.press("start" if phase == "paused" or stage.dice.below(2) else "got")
            stage.buttons.hold("start", 1.1)
            stage.buttons.press("start")
        elif phase == "review":
            for _ in range(6):
                stage.buttons.press("got")
            _correct(stage)
            stage.buttons.hold("start", 1.1)
            if turn > 40:
                stage.buttons.press("start")
        elif phase == "game_over":
            break
        else:
            stage.buttons.press(stage.dice.pick("got pass") if phase == "carry" else "start")
        stage.buttons.run(0.5)
        if stage.dice.below(20) == 0:
            stage.boot()
        if turn % 20 == 7:
            stage.speak(stage.dice.pick("en fr"))
    assert stage.board.app.current._journal.first, "nothing was compacted"
    stage.stop()


def many_games(stage):
    """More games than are kept: beyond that number the oldest goes, and the screen says so."""
    from glass.store import archive, games

    archive.GAMES_MAX = 5
    left = []
    for turn in range(12):
        stage.truth.kept.pop(left[-4] if len(left) > 3 else "", None)
        stage.new(game="timesup", players=PLAYERS, cards=1, seed=turn)
        stage.buttons.press("start")
        if turn % 4 == 2:
            stage.synced(left[-1])
        left.append(stage.ident)
        stage.stop()
        if turn % 3 == 1:
            stage.truth.kept.pop(left[-1], None)
            stage.board.app.take_up()
            stage.buttons.run(0.3)
            stage.buttons.press("start")
            stage.stop()
        stage.board.settle()
        assert len(games.ids()) <= archive.GAMES_MAX


def full_flash(stage):
    """A game while the flash is full goes on, and all of it is stored once there is room again.

    Segments are so long that littlefs needs a free block each time one is rewritten, and so short
    that what waits takes several.
    """
    from glass.store import journal

    journal.SEGMENT_BYTES = 600
    dice = stage.dice
    begun_before = dice.below(2)
    if begun_before:
        stage.new(game="timesup", players=PLAYERS, cards=20, seed=stage.seed)
        for _ in range(140):
            _correct(stage)
            stage.board.settle()
    ballast = stage.fill()
    stage.start_here()
    if not begun_before:
        stage.new(game="timesup", players=PLAYERS, cards=20, seed=stage.seed)
    refused = 0
    for turn in range(60):
        phase = stage.board.phase
        if phase in ("turn", "paused"):
            _turn(stage, phase)
        elif phase == "carry":
            stage.buttons.press("got")
        elif phase == "game_over":
            break
        else:
            for _ in range(dice.below(20)):
                _correct(stage)
                stage.board.settle()
            stage.buttons.press("start")
        stage.buttons.run(0.4)
        refused += not stage.board.on_flash
        if turn % 20 == 13:
            for path in ballast[-8:]:
                files.remove(path)
        if turn % 20 == 17:
            ballast += stage.fill()
    assert refused > 5, "the flash was never full"
    for path in ballast:
        files.remove(path)
    stage.buttons.hold("start", 1.1)
    stage.buttons.press("start")
    assert stage.board.on_flash
    stage.stop()


STORIES = (a_game, decks, settings, syncs, long_game, many_games, full_flash)
