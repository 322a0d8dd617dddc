"""What a laptop may ask for (PROTOCOL.md, Requests): each `_do_*` takes a request (dict), returns
the reply (dict without "ok"); what takes more than a few ms is a generator that yields in between.
"""

from micropython import const

from glass.formats.errors import Refused
from glass.memory import unloaded
from glass.store import files

PROTOCOL = 2
_WINDOW = const(256)  # bytes under way to us: the smallest ring holds 259

# Every request, and the fields it must have, each with its kind (_KINDS): texts take less RAM than
# objects.
REQUESTS = {
    "hello": "",
    "status": "",
    "scores": "",
    "new": "setup:o",
    "stop": "",
    "deck_begin": "name:t bytes:n crc:n packed:n",
    "deck_put": "upload:n at:n data:f",
    "deck_end": "upload:n",
    "deck_list": "",
    "deck_remove": "name:t",
    "read": "file:t name:t at:n",
    "games": "",
    "synced": "id:t bytes:n",
    "aside": "",
    "aside_clear": "",
    "settings_get": "",
    "settings_set": "settings:o",
    "crashes": "",
    "crashes_clear": "",
    "repl": "",
}
_KINDS = "otnf"
_TYPES = (dict, str, int, bytes)
_WANTED = ("an object", "a text", "a whole number from 0 to 4294967295", "a frame of its own kind")


def check(request):
    """Raise Refused unless a request (dict with "do") is one of REQUESTS and has its fields."""
    do = request["do"]
    if do not in REQUESTS:
        raise Refused("request", "This device knows no request \"%s\": update its firmware or the "
                      "tool." % do[:60])  # fmt: skip
    for need in REQUESTS[do].split():
        key, _, sign = need.partition(":")
        kind = _KINDS.find(sign)
        value = request.get(key)
        fits = type(value) is _TYPES[kind]
        if not fits or type(value) is int and not 0 <= value <= 0xFFFFFFFF:
            raise Refused("request", "The request \"%s\" needs \"%s\", %s: update the tool."
                          % (do, key, _WANTED[kind]))  # fmt: skip


class Requests:
    """`handle(request)` gives the reply (dict) or raises Refused.

    app: a Laptop, of which this uses about(), state(), new_game(setup), abandon_game(),
    settings, set_time(epoch_s). Requests for decks are in deck_requests.py, the
    others in file_requests.py, one of them in RAM while a laptop is there.
    """

    def __init__(self, app):
        self._app = app
        self._decks = self._files = None  # DeckRequests or FileRequests, once a laptop asks

    def handle(self, request):
        """The reply (dict) to a request (dict with "do"), or a generator that returns it and yields
        after each short piece of work. Raises Refused with a sentence for anything it cannot do."""
        check(request)  # by a dict: MicroPython would keep any attribute asked for as a name
        name = "_do_" + request["do"]
        if hasattr(self, name):
            return getattr(self, name)(request)
        others = self._deck_requests if name.startswith("_do_deck_") else self._file_requests
        return getattr(others(), name)(request)

    def _deck_requests(self):
        if self._decks is None:
            self._files = None
            with unloaded():
                from glass.link.deck_requests import DeckRequests
            self._decks = DeckRequests(self._app)
        return self._decks

    def _file_requests(self):
        if self._files is None:
            self.drop()
            with unloaded():
                from glass.link.file_requests import FileRequests
            self._files = FileRequests(self._app)
        return self._files

    def drop(self):
        """Let go of what is only needed while a laptop asks for files; an upload goes on."""
        self._files = None
        if self._decks is not None and not self._decks.busy:
            self._decks = None

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

    def _do_new(self, request):
        self.drop()  # it needs the RAM
        reply = {"game_id": None}  # made before the game begins
        reply["game_id"] = self._app.new_game(request["setup"])
        return reply

    def _do_stop(self, _request):
        self._app.abandon_game()
        return {}
