"""Which events are possible when."""

from glass.formats.errors import Refused
from glass.games import events
from glass.games.timesup import kinds

NOT_CORRECTED_IN = ("draft", "peek", "turn", "paused")


def check(game, kind, value):
    """Raise Refused if a TimesUp cannot take the event now."""
    if kind not in _CHECKS or not _CHECKS[kind](game, kind, value):
        raise Refused("not_now", "That is not possible now.")


# Each is True or False, or raises Refused itself where there is more to say.


def _judgement(game, kind, _value):
    if game.phase == "paused":
        raise Refused("no_judge_paused", "The clock is paused: press start first.")
    if game.phase == "carry" and kind == events.FOUL:
        _refuse_choice()
    if game.phase == "turn" and kind == events.PASS:
        _check_pass(game)
    return game.phase in ("turn", "carry")


def _check_pass(game):
    most = game.round_rules()["pass"]
    if most == "no":
        raise Refused("no_pass", "There is no passing in round %d." % game.round)
    if most != "free" and game.cards.drawn.count(events.PASS, 0) >= most:
        raise Refused("no_more_passes", "Passes are limited to %d a turn in round %d."
                      % (most, game.round))  # fmt: skip


def _start(game, _kind, _value):
    if game.phase == "carry":
        _refuse_choice()
    if game.phase == "draft":
        game.draft.check_confirm()
    return game.phase in ("draft", "ready", "peek", "review", "round_over")


def _refuse_choice():
    raise Refused("choose", "Press got to use the time left, pass to hand over.")


def _in_draft(game, kind, value):
    at = value & 4095 if kind == kinds.REPLACE else value
    if game.phase != "draft" or at >= len(game.draft):
        return False
    if kind == kinds.DISCARD:
        game.draft.check_discard(at)
    return True


def _toggle(game, _kind, value):
    return game.phase == "review" and value < game.review_count()


def _correction(game, _kind, value):
    row, round_, change = kinds.correction(value)
    if game.phase in NOT_CORRECTED_IN or row >= game.rotation.rows:
        return False
    if not 1 <= round_ <= game.round:
        return False
    if change < 0 and game.scores()[row][2] + change < 0:
        raise Refused("below_zero", "A correction takes no total below 0.")
    return True


def _while_running(game, _kind, _value):
    return game.phase == "turn"


def _pause(game, _kind, _value):
    return game.phase in ("turn", "paused")


def _resume(game, _kind, _value):
    return game.phase == "paused"


_CHECKS = {
    events.START: _start,
    events.GOT: _judgement,
    events.PASS: _judgement,
    events.FOUL: _judgement,
    events.TIME: _while_running,
    events.TICK: _while_running,
    events.PAUSE: _pause,
    events.RESUME: _resume,
    kinds.TOGGLE: _toggle,
    kinds.KEEP: _in_draft,
    kinds.DISCARD: _in_draft,
    kinds.REPLACE: _in_draft,
    kinds.CORRECT: _correction,
}
