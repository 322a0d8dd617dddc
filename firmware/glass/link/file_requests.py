"""What a laptop may ask for of the files on flash: decks, games, damaged files, crash reports.

As in requests.py each `_do_*` takes a request (dict) and returns the reply (dict without "ok").
"""

import binascii

from micropython import const

from glass.formats.errors import Refused
from glass.memory import unloaded
from glass.store import decks, games, quarantine

_GAMES_A_REPLY = const(12)
_CHUNK_MAX = const(114)  # bytes of a file in one reply frame: 152 characters of base64


class FileRequests:
    """The requests of requests.py that it does not do itself.

    app: a Laptop, of which this uses deck_in_play().
    """

    def __init__(self, app):
        self._app = app
        self._install = None
        self._upload = 0  # number of the last one begun

    @property
    def busy(self):
        """True while a deck is coming in."""
        return self._install is not None

    def _do_deck_begin(self, request):
        name, crc = request["name"], request["crc"]
        self._not_in_play(name)
        with unloaded():
            from glass.store import install
        install.check_name(name)
        old, self._install = self._install, None
        if old:
            old.abort()
        # With part of the CRC in it, it differs from the same count before a restart.
        self._upload = ((self._upload >> 16) + 1 & 0x3FFF) << 16 | crc & 0xFFFF
        self._install = install.Install(name, request["bytes"], crc)
        return {"at": 0, "upload": self._upload}

    def _under_way(self, request):
        """The upload that the request belongs to. Raises Refused if it is another's turn."""
        if self._install is None or request["upload"] != self._upload:
            raise Refused("no_upload", "Another upload has begun on the device, or it started anew:"
                          " load the deck again.")  # fmt: skip
        return self._install

    def _do_deck_put(self, request):
        upload = self._under_way(request)
        return {"at": upload.put(request["at"], binascii.a2b_base64(request["data"]))}

    def _do_deck_end(self, request):
        upload, self._install = self._under_way(request), None
        try:
            self._not_in_play(upload.name)  # a game may have begun meanwhile
        except Refused:
            upload.abort()
            raise
        return {"name": upload.name, "cards": upload.finish()}

    def _do_deck_list(self, _request):
        return {"decks": decks.listing()}

    def _do_deck_remove(self, request):
        self._not_in_play(request["name"])
        decks.remove(request["name"])
        return {}

    def _not_in_play(self, name):
        if self._app.deck_in_play() == name:
            raise Refused("in_play", "The deck \"%s\" is in play: finish or abandon the game first."
                          % name)  # fmt: skip

    def _do_read(self, request):
        file, name, at = request["file"], request["name"], request["at"]
        if file == "deck":
            data, size = decks.read_at(name, at, _CHUNK_MAX)
        elif file == "aside":
            data, size = quarantine.read_at(name, at, _CHUNK_MAX)
        elif file == "game":
            _known(name)
            data, size = games.read_at(name, at, _CHUNK_MAX), games.byte_size(name)
        else:
            raise Refused("request", '"file" must be deck, game or aside: update the tool.')
        text = binascii.b2a_base64(data).decode().strip()
        reply = {"data": text, "size": size, "end": at + len(data) >= size}
        if reply["end"] and file == "game":
            reply["crc"] = games.checksum(name)
        return reply

    def _do_games(self, request):
        after = request.get("after", "")
        if not after:
            with unloaded():
                from glass.store import replay
            replay.check_all()
        rest = [ident for ident in games.ids() if ident > after]
        return {"games": [{"id": ident, "bytes": games.byte_size(ident),
                           "crc": games.checksum(ident)} for ident in rest[:_GAMES_A_REPLY]],
                "more": len(rest) > _GAMES_A_REPLY}  # fmt: skip

    def _do_synced(self, request):
        _known(request["id"])
        games.mark_synced(request["id"], request["bytes"])
        return {}

    def _do_aside(self, _request):
        return {"aside": quarantine.listing()}

    def _do_aside_clear(self, _request):
        quarantine.clear()
        return {}

    def _do_crashes(self, _request):
        return {"crashes": _crash_log().listing()}

    def _do_crashes_clear(self, _request):
        _crash_log().clear()
        return {}


def _crash_log():
    with unloaded():
        from glass.store import crash_log
    return crash_log


def _known(ident):
    if ident not in games.ids():
        raise Refused("no_game", 'There is no game "%s" on the device.' % ident[:60])
