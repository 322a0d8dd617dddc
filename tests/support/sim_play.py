"""`sim play` as a process of its own, and the host tool talking to it, for tests."""

import io
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from buzzglass import cli
from buzzglass.decks import packing
from buzzglass.device.client import Client
from buzzglass.device.transport import SerialTransport
from buzzglass.device.upload import upload_deck

ROOT = Path(__file__).resolve().parents[2]
LONG_S = 240  # a device that is still there then is ended: the tests hang


def begin(*options, http=0, tcp=0):
    """A `sim play` process; its line has not been read yet."""
    path = os.pathsep.join(str(ROOT / folder) for folder in ("host_tools", "firmware"))
    ports = ["--http", str(http), "--tcp", str(tcp)]
    return subprocess.Popen(
        [sys.executable, "-m", "buzzglass", "sim", "play", *ports, *map(str, options)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )


class ServedDevice:
    """A virtual device that serves, with its flash file; `url`, `tcp` and `pty` are addresses."""

    def __init__(self, flash, http=0, tcp=0):
        self.flash = flash
        self.process = begin("--flash", flash, http=http, tcp=tcp)
        self._watchdog = threading.Timer(LONG_S, self.process.kill)
        self._watchdog.start()
        ready = json.loads(self.process.stdout.readline())
        self.ready = ready
        self.url, self.tcp, self.pty = ready["http"], ready["tcp"], ready["pty"]
        self.client = Client(SerialTransport(f"socket://{self.tcp}"))

    def run(self, *command, port=None):
        """What a host command prints as JSON; it must succeed."""
        out = io.StringIO()
        port = port or f"socket://{self.tcp}"
        assert cli.main(["--port", port, *command, "--json"], out=out) == 0, command
        return json.loads(out.getvalue())

    def state(self):
        """The device's state, after all it has been told before."""
        return self.client.request("status")["state"]

    def load_deck(self, names):
        """Put `names` on it as the deck "people", and no lockout."""
        deck = packing.pack("people", "names", [(name, "", "", "") for name in names])
        upload_deck(self.client, "people", deck)
        self.client.request("settings_set", settings={"lockout_ms": 0})

    def new_game(self, cards=3):
        """An English game of four with that deck, no draft."""
        self.client.request("new", setup={"game": "timesup", "edition": "en", "deck": "people",
                                          "players": ["Ann", "Bob", "Cid", "Dee"], "turn_s": 60,
                                          "draft": False, "cards": cards})  # fmt: skip

    def end(self, number=signal.SIGINT):
        """(exit status, what it still said), after a signal."""
        self.process.send_signal(number)
        _, said = self.process.communicate()
        self._watchdog.cancel()
        return self.process.returncode, said

    def close(self):
        """End it in any case."""
        self._watchdog.cancel()
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
