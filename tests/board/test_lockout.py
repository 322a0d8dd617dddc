"""The lockout after a judgement, asked about in advance."""

from support import board_modules  # noqa: F401, I001

from glass.gestures import Gestures


def test_who_asks_whether_there_is_time_does_not_end_it():
    gestures = Gestures()
    gestures.judged(1000, 250)
    assert gestures.locked(1222) and not gestures.locked(1252)
    assert gestures.edge("got", True, 1230, True, False) is None
    assert gestures.edge("got", False, 1240, True, False) is None
    assert gestures.edge("got", True, 1260, True, False) == "got"
