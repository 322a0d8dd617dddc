"""One board in this MicroPython process: flash in RAM that writes down what is done to it, power
that can be cut at any of it, and the firmware booted thousands of times a minute.

The stand-ins for the hardware are the virtual board's; only their pipe is replaced.
Needs sys.path to hold the virtual board's `standins` folder, and `rom` (the firmware's folder).
"""

import gc
import json
import os
import sys

import vfs

BLOCK, BLOCKS, PROGRAM = 4096, 96, 256
ERASED = b"\xff" * BLOCK


class Flash:
    """NOR flash as littlefs sees it on rp2: programming only clears bits."""

    def __init__(self, data, seen=None):
        """data: bytearray, changed in place. seen(op, at, bytes) is asked before each change."""
        self.data = data
        self.dead = False
        self.blocks = len(data) // BLOCK
        self._seen = seen

    def readblocks(self, block, buffer, offset=0):
        if self.dead:
            return
        at = block * BLOCK + offset
        buffer[:] = memoryview(self.data)[at : at + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        if self.dead:
            return
        at = block * BLOCK + offset
        if self._seen:
            self._seen("program", at, bytes(buffer))
        self.data[at : at + len(buffer)] = buffer

    def ioctl(self, op, argument):
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            if self.dead:
                return 0
            at = argument * BLOCK
            if self._seen:
                self._seen("erase", at, b"")
            self.data[at : at + BLOCK] = ERASED
        return 0


TOOL = "/../../host_tools/buzzglass/decks"  # the laptop packs the decks
NOT_ON_FLASH = ("/rom", "/tests", "/tool")


class _NoCollect:
    """`gc` as it is, but what the firmware sweeps to keep its heap whole costs no time here."""

    collect = staticmethod(lambda: 0)
    mem_free = staticmethod(gc.mem_free)


class _Config:
    POWER_UPS = 0
    RESET_CAUSE = 1
    PANEL_ADDRESS, PANEL_ID = 0x3C, 3


def install(standins, rom, here, board):
    """Put the stand-ins in place, once. Folders: the stand-ins', the firmware's, this one's; board:
    what the stand-ins know of it (profiles.py, JSON)."""
    global hw, ticks_ms
    _Config.BOARD = json.loads(board)
    sys.modules["vb_config"] = _Config
    sys.path[:] = [standins, ".frozen"]
    import hw

    hw.record = _record
    hw.limit = 1 << 60
    for name in ("machine", "time", "select", "os", "micropython", "sys"):
        module = __import__(name + "_")
        del sys.modules[name + "_"]
        sys.modules[name] = module
    sys.modules["gc"] = _NoCollect
    from time import ticks_ms

    disks = vfs.VfsPosix(rom), vfs.VfsPosix(here + "/.."), vfs.VfsPosix(here + TOOL)
    vfs.umount("/")
    for disk, path in zip(disks, NOT_ON_FLASH):  # noqa: B905  MicroPython knows no strict
        vfs.mount(disk, path, readonly=True)
    sys.path[:] = ["/rom", "/tests/torture", "/tests", "/tool", ".frozen"]
    from glass import memory

    # Modules stay loaded, as on a laptop: reading them again takes longer than all the rest here.
    memory._ON_A_BOARD = False


def fill_up(least):
    """Put what is free on the mounted flash into files of somebody else's, of 64 KB down to `least`
    bytes; returns their paths, the largest first."""
    size, paths = 1 << 16, []
    while size >= least:
        path = "/ballast%d" % len(paths)
        try:
            with open(path, "wb") as file:
                file.write(bytes(size))
            paths.append(path)
        except OSError:
            try:
                os.remove(path)
            except OSError:
                pass
            size //= 2
    return paths


listeners = {}  # "serial": f(line), "glass": f(), what the outside notices
_line = bytearray()


def _record(kind, a=0, b=0, data=b""):
    if kind == 119:  # serial out, a byte or more
        _line.extend(data)
        if data[-1] == 10:
            line = bytes(_line)
            _line[:] = b""
            if "serial" in listeners:
                listeners["serial"](line)
    elif kind == 98 and data[0] == 0x40 and "glass" in listeners:  # picture bytes on the bus
        listeners["glass"]()


class Board:
    """A powered board: `app` is the firmware's, `flash` what it lives on. A backend of its
    `buttons`, whose edges come as time passes: `edge` runs up to the moment."""

    def __init__(self, data, seen=None, format=False, kind=vfs.VfsLfs2):
        """Mount and start; `kind` of file system, None for none. Raises what firmware raises."""
        del hw.events[:], hw.timers[:], hw.waiting[:]
        hw.irqs.clear()
        hw.levels.clear()
        hw.rx[:] = b""
        _line[:] = b""
        hw.latched = hw.masked = False
        hw.interrupt_byte = 3
        hw.boot = hw.now
        hw.plan()
        _Config.POWER_UPS += 1
        self.flash = Flash(data, seen)
        self.ident = 0
        self._mounted = kind is not None
        options = {"progsize": PROGRAM} if kind is vfs.VfsLfs2 else {}
        if format:
            kind.mkfs(self.flash, **options)
        if kind:
            if options:
                options["mtime"] = False
            vfs.mount(kind(self.flash, **options), "/")
        os.chdir("/")
        from support.buttons import Buttons

        from boards import pico
        from glass.app import App

        self.pins = pico.PINS
        self.buttons = Buttons(self)
        try:
            self.app = App(pico)
        except BaseException:
            self.off()
            raise

    def off(self):
        """Cut the power: what is open reaches the flash no more."""
        if not self.flash.dead:
            self.flash.dead = True
            self.app = None
            if self._mounted:
                vfs.umount("/")

    @property
    def game(self):
        """The game in play (a Game, games/game.py), or None."""
        return self.app.current.game

    @property
    def phase(self):
        """The state's phase: of the game in play, "menu" without one or over it."""
        return self.app.laptop.state()["phase"]

    @property
    def on_flash(self):
        """True if all that happened is on flash; False too while the flash takes no more."""
        journal = self.app.current._journal
        return not (self.app.current.unsaved or journal and journal.unsaved)

    @property
    def now_us(self):
        """Virtual time."""
        return hw.now

    def run_until(self, us):
        """Let virtual time pass."""
        while hw.now < us:
            wait = self.app.step(ticks_ms())
            if wait > 0:
                hw.advance(min(us, hw.now + 1000 * wait))

    def settle(self):
        """Run until nothing is due at once, nor after a click, for the end of which the flash
        waits."""
        for _ in range(2000):
            wait = self.app.step(ticks_ms())
            if wait > 0 and not self.app._buzzer.brief_ms(ticks_ms()):
                return
            hw.advance(hw.now + 1000 * wait)
        raise AssertionError("the firmware does not come to rest")

    def edge(self, at_us, name, down):
        """A button's contact closes or opens at `at_us`, and time has come to it."""
        self.run_until(at_us)
        hw.events.append((hw.now, b"e", self.pins[name], 0 if down else 1))
        hw.plan()
        hw.advance(hw.now)

    def ask(self, request):
        """A request over the serial line; returns the reply (dict). An answer is something told."""
        import packing

        from glass.formats import whole_frame as frame

        self.ident = (self.ident + 1) & 0xFFFF
        text = frame.ascii_json(json.dumps(request))
        seq = 0
        for part, last in packing.pieces(text):
            self._heard = None
            hw.rx.extend(frame.encode(frame.REQUEST, self.ident, seq, last, part))
            seq += 1
            reply = self._answer(self.ident)
        return json.loads(reply)

    def _answer(self, ident):
        from glass.formats import whole_frame as frame

        parts = []

        def heard(line):
            got = frame.decode(line[:-1])
            if got and got[0] in "=&" and got[1] == ident:
                parts.append(got[4])
                done.append(got[3])
            if outer:
                outer(line)

        outer = listeners.get("serial")
        done = []
        listeners["serial"] = heard
        try:
            for _ in range(3000):
                wait = self.app.step(ticks_ms())
                if done and done[-1] and not hw.rx:
                    return "".join(parts)
                if wait > 0:
                    hw.advance(hw.now + 1000)
        finally:
            if outer:
                listeners["serial"] = outer
            else:
                del listeners["serial"]
        raise AssertionError("no answer")

    def upload(self, name, data):
        """Install a deck file (bytes) through the link; returns the last reply."""
        import binascii

        packed = stored(data)
        reply = self.ask({"do": "deck_begin", "name": name, "bytes": len(data),
                          "crc": binascii.crc32(data), "packed": len(packed)})  # fmt: skip
        if not reply["ok"]:
            return reply
        upload = reply["upload"]
        for at in range(0, len(packed), 162):
            reply = self.put(upload, at, packed[at : at + 162])
            if reply:
                return reply
        return self.ask({"do": "deck_end", "upload": upload})

    def put(self, upload, at, data):
        """Send a piece of an upload (bytes); the refusal (dict), None if it is taken."""
        import binascii

        from glass.formats import whole_frame as frame

        text = "%06x" % at + binascii.b2a_base64(data).decode().strip()
        hw.rx.extend(frame.encode(frame.DATA, upload, 0, True, text))
        said = self._answer(upload)
        return None if said.strip() == "%06x" % (at + len(data)) else json.loads(said)


def stored(data):
    """Raw deflate of bytes without making them fewer: MicroPython has nothing that does."""
    size = len(data)
    return b"\x01" + bytes((size & 255, size >> 8, ~size & 255, ~size >> 8 & 255)) + data
