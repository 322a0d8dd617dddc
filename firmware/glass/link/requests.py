"""What a laptop may ask for (PROTOCOL.md, Requests): each `_do_*` takes a request (dict), returns
the reply (dict without "ok")."""

from micropython import const

from glass.formats.errors import Refused
from glass.memory import unloaded
from glass.store import files

PROTOCOL = 2
_WINDOW = const(256)  # bytes under way to us: the smallest ring holds 259

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

    app: a Laptop, of which this uses about(), state(), last_state(), new_game(setup),
    abandon_game(), settings, apply_settings(), set_time(epoch_s), stop_for_repl(). Requests for
    decks, games and other files are in file_requests.py, in RAM while a laptop asks for them.
    """

    def __init__(self, app):
        self._app = app
        self._files = None  # FileRequests, once a laptop asks for a file

    def handle(self, request):
        """request: dict with "do". Raises Refused with a sentence for anything it cannot do."""
        check(request)  # by a dict: MicroPython would keep any attribute asked for as a name
        name = "_do_" + request["do"]
        return getattr(self if hasattr(self, name) else self._file_requests(), name)(request)

    def _file_requests(self):
        if self._files is None:
            with unloaded():
                from glass.link.file_requests import FileRequests
            self._files = FileRequests(self._app)
        return self._files

    def drop(self):
        """Let go of what is only needed while a laptop asks for files, unless one is coming in."""
        if self._files is not None and not self._files.busy:
            self._files = None

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
        reply = {"game_id": None}  # made before the game begins
        reply["game_id"] = self._app.new_game(request["setup"])
        return reply

    def _do_stop(self, _request):
        self._app.abandon_game()
        return {}

    def _do_settings_get(self, _request):
        return {"settings": self._app.settings.everything()}

    def _do_settings_set(self, request):
        self._app.settings.change(request["settings"])
        self._app.apply_settings()
        return {"settings": self._app.settings.everything()}

    def _do_repl(self, _request):
        self._app.stop_for_repl()
        return {}
