"""What a laptop may ask for of the files on flash: games, damaged files, crash reports; settings.

As in requests.py each `_do_*` takes a request (dict) and returns the reply (dict without "ok");
most are generators. Between two pieces buttons may do anything.
"""

import binascii

from micropython import const

from glass.formats.errors import Refused
from glass.memory import unloaded
from glass.store import decks, game_reader, games
from glass.store.damage import isolate

_GAMES_A_REPLY = const(12)
_CHUNK_MAX = const(114)  # bytes of a file in one reply frame: 152 characters of base64


class FileRequests:
    """The requests of requests.py that neither it does itself nor deck_requests.py.

    app: a Laptop, of which this uses game_in_play(), state(), last_state(ident), settings,
    apply_settings(), stop_for_repl().
    """

    def __init__(self, app):
        self._app = app

    def _do_scores(self, _request):
        if self._app.game_in_play():
            return {"state": self._app.state()}
        yield
        found = yield from game_reader.entries()
        state = yield from self._app.last_state(game_reader.newest(found))
        return {"state": state}

    def _do_read(self, request):
        file, name, at = request["file"], request["name"], request["at"]
        crc = None
        if file == "deck":
            data, size = _deck_at(name, at, _CHUNK_MAX)
        elif file == "aside":
            data, size = _quarantine().read_at(name, at, _CHUNK_MAX)
        elif file == "game":
            found = yield from _parts_of(name)
            data, size = game_reader.read_at(found, at, _CHUNK_MAX), game_reader.size_of(found)
            if at + len(data) >= size:
                yield
                _, crc = yield from game_reader.sum_of(found)
        else:
            raise Refused("request", '"file" must be deck, game or aside: update the tool.')
        text = binascii.b2a_base64(data).decode().strip()
        reply = {"data": text, "size": size, "end": at + len(data) >= size}
        if crc is not None:
            reply["crc"] = crc
        return reply

    def _do_games(self, request):
        after, listed = request.get("after", ""), []
        found = yield from game_reader.entries()
        for entry, _ in found:
            ident = games.ident_of(entry)
            if ident <= after or listed and listed[-1]["id"] == ident:
                continue
            if len(listed) == _GAMES_A_REPLY:
                return {"games": listed, "more": True}
            sums = yield from _sums_of(entry, found)
            if sums:
                listed.append({"id": ident, "bytes": sums[0], "crc": sums[1]})
        return {"games": listed, "more": False}

    def _do_synced(self, request):
        found = yield from _parts_of(request["id"])
        yield from game_reader.mark_synced(found, request["bytes"])
        return {}

    # -- the device ----------------------------------------------------------------------------

    def _do_settings_get(self, _request):
        return {"settings": self._app.settings.everything()}

    def _do_settings_set(self, request):
        self._app.settings.change(request["settings"])
        self._app.apply_settings()
        return {"settings": self._app.settings.everything()}

    def _do_repl(self, _request):
        self._app.stop_for_repl()
        return {}

    # -- what is damaged -----------------------------------------------------------------------

    def _do_aside(self, _request):
        found = []
        quarantine = _quarantine()
        for entry in quarantine.entries():
            yield
            found += quarantine.contents(entry)
        return {"aside": found}

    def _do_aside_clear(self, _request):
        quarantine = _quarantine()
        for entry in quarantine.entries():
            quarantine.remove(entry)
            yield
        return {}

    def _do_crashes(self, _request):
        crash_log, found = _crash_log(), []
        for name in crash_log.names():
            yield
            found.append(crash_log.read(name))
        return {"crashes": found}

    def _do_crashes_clear(self, _request):
        crash_log = _crash_log()
        for name in crash_log.names():
            yield
            crash_log.remove(name)
        return {}


def _deck_at(name, at, count):
    """(bytes from offset `at`, size of the file). Raises Refused if there is no such deck."""
    with decks.open_deck(name).file as file:
        size = file.seek(0, 2)
        file.seek(at)
        return file.read(count), size


def _quarantine():
    with unloaded():
        from glass.store import quarantine
    return quarantine


def _crash_log():
    with unloaded():
        from glass.store import crash_log
    return crash_log


def _parts_of(ident):
    """A generator that returns what game_reader.parts finds of a game. Raises Refused if there is
    no such game."""
    found = yield from game_reader.parts(ident)
    if not found:
        raise Refused("no_game", 'There is no game "%s" on the device.' % ident[:60])
    return found


def _sums_of(entry, found):
    """A generator that returns (bytes, CRC-32) of a game, one of the entries `found`; None if it is
    no game, or a damaged one, which goes into _quarantine()."""
    if not games.is_packed(entry):
        if any(other.startswith(entry) and other != entry for other, _ in found):
            return None  # packed, and its folder is still to be removed
        for last in (False, True):
            whole = yield from game_reader.parts(entry)
            try:
                return (yield from game_reader.sum_of(whole)) if whole else None
            except OSError:  # its journal was compacted meanwhile
                if last:
                    raise
    path = games.ROOT + "/" + entry
    sums = yield from game_reader.sum_of_packed(path)
    if sums is None:
        isolate(path, "aside_game")
    return sums
