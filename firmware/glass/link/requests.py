"""What a laptop may ask for (PROTOCOL.md): each `_do_*` takes the request and returns the reply."""

import binascii
import gc

from micropython import const

from glass import borrow
from glass.formats.errors import Refused
from glass.store import decks, files, journal

PROTOCOL = 1
_WINDOW = const(256)  # bytes under way to us: the smallest ring holds 259
_GAMES_A_REPLY = const(12)
_CHUNK_MAX = const(114)  # bytes of a file in one reply frame: 152 characters of base64

NEEDS: dict = {
    "new": {"setup": dict},
    "deck_begin": {"name": str, "bytes": int, "crc": int},
    "deck_put": {"upload": int, "at": int, "data": str},
    "deck_end": {"upload": int},
    "deck_remove": {"name": str},
    "read": {"file": str, "name": str, "at": int},
    "synced": {"id": str, "bytes": int},
    "settings_set": {"settings": dict},
}
WANTED = {dict: "an object", str: "a text", int: "a whole number from 0 to 4294967295"}


class Requests:
    """`handle(request)` gives the reply dict or raises Refused."""

    def __init__(self, app):
        self._app = app
        self._install = None
        self._upload = 0  # number of the last one begun

    def handle(self, request):
        """request: dict with "do". Raises Refused with a sentence for anything it cannot do."""
        do = request["do"]
        # Not getattr: MicroPython would keep whatever is asked for among its names for ever.
        if "_do_" + do not in Requests.__dict__:
            raise Refused("request", "This device knows no request \"%s\": update its firmware or "
                          "the tool." % do[:60])  # fmt: skip
        needs = NEEDS.get(do, {})
        for key in needs:
            value = request.get(key)
            if type(value) is not needs[key] or needs[key] is int and not 0 <= value <= 0xFFFFFFFF:
                raise Refused("request", "The request \"%s\" needs \"%s\", %s: update the tool."
                              % (do, key, WANTED[needs[key]]))  # fmt: skip
        self._app.lend()
        try:
            return getattr(self, "_do_" + do)(request)
        finally:
            self._app.tidy()

    def _do_hello(self, request):
        import machine

        time_s = request.get("time")
        if type(time_s) is int and 0 < time_s <= 0xFFFFFFFF:
            self._app.set_time(time_s)
        return {"name": "buzzglass", "version": self._app.version, "board": self._app.board.NAME,
                "id": binascii.hexlify(machine.unique_id()).decode(), "protocol": PROTOCOL,
                "free": files.free(), "window": _WINDOW,
                "language": self._app.settings.get("language")}  # fmt: skip

    def _do_status(self, _request):
        return {"state": self._app.state()}

    def _do_scores(self, _request):
        app = self._app
        if app.session is not None:
            return {"state": app.state()}
        ident = journal.current()
        if ident is None:
            return {"state": app.state()}
        return {"state": app.state(borrow("store.replay").replay(ident)[1])}

    def _do_new(self, request):
        return {"game_id": self._app.new_game(request["setup"])}

    def _do_stop(self, _request):
        if self._app.session is None:
            raise Refused("no_game", "No game is on the table.")
        self._app.close_menu()
        self._app.abandon()
        return {}

    def _do_deck_begin(self, request):
        name, crc = request["name"], request["crc"]
        self._not_in_play(name)
        module = borrow("store.install")
        module.check_name(name)
        old, self._install = self._install, None
        if old:
            old.abort()
        # The sum tells it from one of the same count before a restart.
        self._upload = ((self._upload >> 16) + 1 & 0x3FFF) << 16 | crc & 0xFFFF
        self._install = module.Install(name, request["bytes"], crc)
        return {"at": 0, "upload": self._upload}

    def _under_way(self, request):
        """The upload that the request belongs to. Raises Refused if it is another's turn."""
        if self._install is None or request["upload"] != self._upload:
            raise Refused("no_upload", "Another upload has begun on the device, or it started anew:"
                          " load the deck again.")  # fmt: skip
        return self._install

    def _do_deck_put(self, request):
        install = self._under_way(request)
        return {"at": install.put(request["at"], binascii.a2b_base64(request["data"]))}

    def _do_deck_end(self, request):
        install, self._install = self._under_way(request), None
        try:
            self._not_in_play(install.name)  # a game may have begun meanwhile
        except Refused:
            install.abort()
            raise
        return {"name": install.name, "cards": install.finish()}

    def _do_deck_list(self, _request):
        return {"decks": decks.listing()}

    def _do_deck_remove(self, request):
        self._not_in_play(request["name"])
        decks.remove(request["name"])
        return {}

    def _not_in_play(self, name):
        game = self._app.game
        if game is not None and game.setup.get("deck") == name:
            raise Refused("in_play", "The deck \"%s\" is in play: finish or abandon the game first."
                          % name)  # fmt: skip

    def _do_read(self, request):
        gc.collect()  # a file takes 1.2 KB in one block
        at, name = request["at"], request["name"]
        if request["file"] == "deck":
            data, size = decks.read_at(name, at, _CHUNK_MAX)
        elif request["file"] == "aside":
            data, size = borrow("store.quarantine").read_at(name, at, _CHUNK_MAX)
        elif request["file"] != "game":
            raise Refused("request", "\"file\" must be deck, game or aside: update the tool.")
        else:
            if name not in journal.ids():
                raise Refused("no_game", "There is no game \"%s\" on the device." % name[:60])
            data, size = journal.read_at(name, at, _CHUNK_MAX), journal.byte_size(name)
        text = binascii.b2a_base64(data).decode().strip()
        reply = {"data": text, "size": size, "end": at + len(data) >= size}
        if reply["end"] and request["file"] == "game":
            reply["crc"] = journal.checksum(name)
        return reply

    def _do_games(self, request):
        after = request.get("after", "")
        if not after:
            borrow("store.replay").check_all()
        rest = [ident for ident in journal.ids() if ident > after]
        return {"games": [{"id": ident, "bytes": journal.byte_size(ident),
                           "crc": journal.checksum(ident)} for ident in rest[:_GAMES_A_REPLY]],
                "more": len(rest) > _GAMES_A_REPLY}  # fmt: skip

    def _do_synced(self, request):
        if request["id"] not in journal.ids():
            raise Refused("no_game", "There is no game \"%s\" on the device." % request["id"][:60])
        borrow("store.synced").mark(request["id"], request["bytes"])
        return {}

    def _do_aside(self, _request):
        return {"aside": borrow("store.quarantine").listing()}

    def _do_aside_clear(self, _request):
        borrow("store.quarantine").clear()
        return {}

    def _do_settings_get(self, _request):
        return {"settings": self._app.settings.everything()}

    def _do_settings_set(self, request):
        self._app.settings.change(request["settings"])
        self._app.apply_settings()
        return {"settings": self._app.settings.everything()}

    def _do_crashes(self, _request):
        return {"crashes": borrow("store.crash_log").listing()}

    def _do_crashes_clear(self, _request):
        borrow("store.crash_log").clear()
        return {}

    def _do_repl(self, _request):
        self._app.stopping = True
        return {}
