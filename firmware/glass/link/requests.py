"""What a laptop may ask for (PROTOCOL.md, Requests): each `_do_*` takes a request (dict), returns
the reply (dict without "ok")."""

import binascii

from micropython import const

from glass.formats.errors import Refused
from glass.memory import unloaded
from glass.store import decks, files, games, quarantine

PROTOCOL = 2
_WINDOW = const(256)  # bytes under way to us: the smallest ring holds 259
_GAMES_A_REPLY = const(12)
_CHUNK_MAX = const(114)  # bytes of a file in one reply frame: 152 characters of base64

# Every request, and the fields it must have.
REQUESTS: dict = {
    "hello": {},
    "status": {},
    "scores": {},
    "new": {"setup": dict},
    "stop": {},
    "deck_begin": {"name": str, "bytes": int, "crc": int},
    "deck_put": {"upload": int, "at": int, "data": str},
    "deck_end": {"upload": int},
    "deck_list": {},
    "deck_remove": {"name": str},
    "read": {"file": str, "name": str, "at": int},
    "games": {},
    "synced": {"id": str, "bytes": int},
    "aside": {},
    "aside_clear": {},
    "settings_get": {},
    "settings_set": {"settings": dict},
    "crashes": {},
    "crashes_clear": {},
    "repl": {},
}
_WANTED = {dict: "an object", str: "a text", int: "a whole number from 0 to 4294967295"}


def check(request):
    """Raise Refused unless a request (dict with "do") is one of REQUESTS and has its fields."""
    do = request["do"]
    if do not in REQUESTS:
        raise Refused("request", "This device knows no request \"%s\": update its firmware or the "
                      "tool." % do[:60])  # fmt: skip
    needs = REQUESTS[do]
    for key in needs:
        value = request.get(key)
        if type(value) is not needs[key] or needs[key] is int and not 0 <= value <= 0xFFFFFFFF:
            raise Refused("request", "The request \"%s\" needs \"%s\", %s: update the tool."
                          % (do, key, _WANTED[needs[key]]))  # fmt: skip


class Requests:
    """`handle(request)` gives the reply (dict) or raises Refused.

    app: a Laptop, of which this uses about(), state(), last_state(), new_game(setup), stop_game(),
    deck_in_play(), settings, apply_settings(), set_time(epoch_s), stop_for_repl().
    """

    def __init__(self, app):
        self._app = app
        self._install = None
        self._upload = 0  # number of the last one begun

    def handle(self, request):
        """request: dict with "do". Raises Refused with a sentence for anything it cannot do."""
        check(request)  # by a dict: MicroPython would keep any attribute asked for as a name
        return getattr(self, "_do_" + request["do"])(request)

    def _do_hello(self, request):
        time_s = request.get("time")
        if type(time_s) is int and 0 < time_s <= 0xFFFFFFFF:
            self._app.set_time(time_s)
        reply = {"name": "buzzglass", "protocol": PROTOCOL, "free": files.free(),
                 "window": _WINDOW, "language": self._app.settings.get("language")}  # fmt: skip
        reply.update(self._app.about())
        return reply

    def _do_status(self, _request):
        return {"state": self._app.state()}

    def _do_scores(self, _request):
        return {"state": self._app.last_state()}

    def _do_new(self, request):
        return {"game_id": self._app.new_game(request["setup"])}

    def _do_stop(self, _request):
        self._app.stop_game()
        return {}

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
            raise Refused("request", "\"file\" must be deck, game or aside: update the tool.")
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

    def _do_settings_get(self, _request):
        return {"settings": self._app.settings.everything()}

    def _do_settings_set(self, request):
        self._app.settings.change(request["settings"])
        self._app.apply_settings()
        return {"settings": self._app.settings.everything()}

    def _do_crashes(self, _request):
        return {"crashes": _crash_log().listing()}

    def _do_crashes_clear(self, _request):
        _crash_log().clear()
        return {}

    def _do_repl(self, _request):
        self._app.stop_for_repl()
        return {}


def _crash_log():
    with unloaded():
        from glass.store import crash_log
    return crash_log


def _known(ident):
    if ident not in games.ids():
        raise Refused("no_game", "There is no game \"%s\" on the device." % ident[:60])
