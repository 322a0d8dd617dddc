"""What a laptop may ask for of the decks on flash.

As in requests.py each `_do_*` takes a request (dict) and returns the reply (dict without "ok");
most are generators. Between two pieces buttons may do anything: begin a game with a deck, say.
"""

from micropython import const

from glass.formats.errors import Refused
from glass.memory import unloaded
from glass.store import decks, files, games, install

_SPARE = const(32768)  # what other files may take until the free flash is measured again
_ROUND = const(12288)  # what a deck may take beyond its bytes


class DeckRequests:
    """The requests of requests.py that begin with `deck_`.

    app: a Laptop, of which this uses deck_in_play().
    """

    def __init__(self, app):
        self._app = app
        self._install = None
        self._upload = 0  # number of the last one begun
        self._free = 0  # bytes of flash, so many at least: measuring takes some 30 ms

    @property
    def busy(self):
        """True while a deck is coming in."""
        return self._install is not None

    def _do_deck_begin(self, request):
        name, size, crc = request["name"], request["bytes"], request["crc"]
        self._not_in_play(name)
        install.check_name(name)
        self._abort()
        yield
        if install.missing(name, size, self._free) > 0:
            yield
            yield from self._make_room(name, size)
        yield
        # With part of the CRC in it, it differs from the same count before a restart.
        self._upload = (self._upload >> 10) + 1 << 10 & 0xFC00 | crc & 0x3FF
        self._install = install.Install(name, size, crc, request["packed"])
        self._free -= size + _ROUND
        return {"at": 0, "upload": self._upload}

    def _make_room(self, name, size):
        self._free = files.free() - _SPARE
        missing = install.missing(name, size, self._free + _SPARE)
        if missing > 0 and games.make_room():
            yield
            self._free = files.free() - _SPARE
            missing = install.missing(name, size, self._free + _SPARE)
        if missing > 0:
            raise Refused("full", "The deck needs %d bytes more than the device has to spare: "
                          "remove a deck, or copy its games with `sync`." % missing)  # fmt: skip

    def _abort(self):
        old, self._install = self._install, None
        if old:
            old.abort()

    def _under_way(self, request):
        """The upload that the request belongs to. Raises Refused if it is another's turn."""
        if self._install is None or request["upload"] != self._upload:
            raise Refused("no_upload", "Another upload has begun on the device, or it started anew:"
                          " load the deck again.")  # fmt: skip
        return self._install

    def _do_deck_put(self, request):
        upload = self._under_way(request)
        try:
            at = yield from upload.put(request["at"], request["data"])
        except Refused:
            self._install = None
            raise
        return {"at": at}

    def _do_deck_end(self, request):
        upload = self._under_way(request)
        try:
            cards = yield from upload.finish(lambda: self._not_in_play(upload.name))
        except Refused:
            self._install = None
            raise
        self._install = None
        return {"name": upload.name, "cards": cards}

    def _do_deck_list(self, _request):
        found, checks = [], _checks()
        for path in decks.paths():
            yield
            deck = checks.facts(path)
            if deck:
                found.append(deck)
        return {"decks": sorted(found, key=lambda deck: deck["name"])}

    def _do_deck_remove(self, request):
        name = request["name"]
        marks = _checks().marks_of_deck(name)
        yield
        decks.open_deck(name).close()
        self._not_in_play(name)
        files.remove(decks.file_of(name))
        for path in marks:
            yield
            files.remove(path)
        return {}

    def _not_in_play(self, name):
        if self._app.deck_in_play() == name:
            raise Refused("in_play", "The deck \"%s\" is in play: finish or abandon the game first."
                          % name)  # fmt: skip


def _checks():
    with unloaded():
        from glass.store import deck_check
    return deck_check
