"""Long requests: a piece a pass, and nothing else is read meanwhile."""

import json

from support.memory_port import MemoryPort

from buzzglass.device.upload import WINDOW_BITS, squeezed
from glass import memory, settling
from glass.formats import whole_frame as frame
from glass.link.asked import Answer, Asked


def attempt(work, *arguments):
    return work(*arguments)


def not_urgent():
    return False


def line(ident, do):
    return frame.encode(frame.REQUEST, ident, 0, True, json.dumps({"do": do}))


def test_a_request_is_done_a_piece_a_pass_and_nothing_is_read_meanwhile():
    port, done = MemoryPort(), []

    def handle(request):
        for number in range(3):
            done.append((request["do"], number))
            yield
        return {"n": len(done)}

    link = port.link()
    while link.step(not_urgent) == 0:  # it says that it has booted
        pass
    port.sent()
    port.arrive(line(1, "long") + line(2, "next"))
    link.step(not_urgent)
    for count in range(1, 4):
        link.answer(handle, attempt)
        assert len(done) == count and link.asked is not None
        link.step(not_urgent)
        assert not port.sent()
    link.answer(handle, attempt)
    assert link.asked is None
    link.step(not_urgent)
    got = frame.decode(port.sent().splitlines()[0])
    assert got[:2] == (frame.REPLY, 1) and json.loads(got[4]) == {"n": 3, "ok": True}
    assert link.asked is not None  # now the next one is read


def test_a_request_that_finds_no_memory_begins_anew_once():
    answer, begun = Answer(1, 0), []

    def again(work, *arguments):
        try:
            return work(*arguments)
        except MemoryError:
            return work(*arguments)

    def handle(_request):
        begun.append(True)
        yield
        raise MemoryError

    asked = Asked(answer, dict, {"do": "long"})
    assert not asked.piece(handle, again)
    assert not asked.piece(handle, again)
    assert asked.piece(handle, again)
    assert answer.reply["error"] == memory.Full.code and len(begun) == 2


def test_an_upload_is_squeezed_into_what_a_device_unpacks_with_1_kb():
    import zlib

    data = b"Ann of Cleves, " * 900
    packed = squeezed(data)
    assert len(packed) < len(data) / 20
    assert zlib.decompress(packed, -WINDOW_BITS) == data


def test_older_games_are_packed_a_piece_at_a_time_and_let_go_of(monkeypatch):
    from glass.store import archive

    seen = []

    def pieces():
        try:
            for number in range(3):
                seen.append(number)
                yield
        finally:
            seen.append("closed")

    monkeypatch.setattr(archive, "settle", pieces)
    work = settling.Settling()
    work.anew(True)
    work.step()
    assert seen == [0] and work.due
    work.step()
    assert seen == [0, 1]
    work.stop()
    assert seen == [0, 1, "closed"] and work.due
    for _ in range(4):
        work.step()
    assert seen[3:] == [0, 1, 2, "closed"] and not work.due
