"""The virtual device for a person: a web page, in real time, its serial port on TCP and a pty.

One asyncio loop serves everything; one worker thread steps the device and is the only one that
touches it.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import shlex
import signal
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TextIO

from aiohttp import web

from buzzglass.decks.files import SHIPPED
from virtual_board.board.device import BLOCK, BLOCKS, VirtualDevice
from virtual_board.board.firmware import BoardError
from virtual_board.play.pages import HOST, Pages
from virtual_board.play.realtime import Deed, News, RealTime
from virtual_board.play.serial_ports import PtyPort, TcpPort

DECK = SHIPPED / "names-en.csv"
STEP_S = 0.01
ENDS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
CLOSE_S = 2  # a firmware that has not come to rest by then is cut off


class PlayError(Exception):
    """It cannot start; the text says why and what to do."""


class Steps:
    """The device's one loop."""

    def __init__(self, device: RealTime) -> None:
        self._device = device
        self._deeds: list[Deed] = []
        self._wake = asyncio.Event()

    def do(self, kind: str, a: Any, b: Any = None) -> None:
        """Something happens to the device, now."""
        self._deeds.append((time.monotonic(), kind, a, b))
        self._wake.set()

    async def run(self, pool: ThreadPoolExecutor, pass_on: Callable[[News], None]) -> None:
        """Step the device, and pass on what is new, for ever."""
        loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._wake.wait(), STEP_S)
            self._wake.clear()
            deeds, self._deeds = self._deeds, []
            pass_on(await loop.run_in_executor(pool, self._device.step, deeds))


def _load_command(port: str) -> str:
    """A command that works as it stands, in the shell that started this: it loads our deck."""
    tool = sys.argv[0] if Path(sys.argv[0]).name == "buzzglass" else "buzzglass"
    deck = os.path.relpath(DECK)
    return shlex.join([tool, "--port", port, "deck", "load", min(deck, str(DECK), key=len)])


def _open_flash(path: Path, stack: contextlib.ExitStack) -> None:
    """Lock the image, making a blank one if there is none."""
    try:
        file = stack.enter_context(os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b"))
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", error)
        raise PlayError(f"Cannot use {path} ({what}): name another flash file.")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise PlayError(
            f"{path} is in use by another 'sim play': end that one, or name another flash file."
        )
    size = file.seek(0, os.SEEK_END)
    if size == 0:
        try:
            file.write(b"\xff" * (BLOCKS * BLOCK))
            file.flush()
        except OSError as error:
            with contextlib.suppress(OSError):
                os.unlink(path)
            raise PlayError(f"Cannot write {path} ({error.strerror}): name another flash file.")
    elif size != BLOCKS * BLOCK:
        raise PlayError(f"{path} is not a flash image: name another file.")


def _port_problem(port: int, option: str, error: OSError) -> PlayError:
    return PlayError(
        f"Port {port} cannot be used ({os.strerror(error.errno or 0)}): "
        f"name another with {option}, or take any free one with {option} 0."
    )


async def _serve(
    http: int, tcp: int, flash: Path, out: TextIO, browse: bool, stack: contextlib.ExitStack
) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in ENDS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
            loop.add_signal_handler(number, stop.set)
    _open_flash(flash, stack)
    device = VirtualDevice(flash)
    real_time = RealTime(device)
    steps = Steps(real_time)
    pages, tcp_port = Pages(steps.do), TcpPort(steps.do)
    pty_port = stepping = None
    runner = web.AppRunner(pages.app(), access_log=None, shutdown_timeout=1.0)
    # The board's process inherits the mask: Ctrl-C in the terminal is for us alone.
    pool = ThreadPoolExecutor(1, initializer=_block_ends)
    try:
        await runner.setup()
        try:
            await web.TCPSite(runner, HOST, http).start()
        except OSError as error:
            raise _port_problem(http, "--http", error)
        try:
            address = await tcp_port.open(HOST, tcp)
        except OSError as error:
            raise _port_problem(tcp, "--tcp", error)
        pty_port = PtyPort(steps.do)
        ports = {"tcp": address, "pty": pty_port.name}
        pages.ports = {**ports, "load": _load_command(f"socket://{address}")}
        await loop.run_in_executor(pool, real_time.start)

        def pass_on(news: News) -> None:
            if news.serial:
                tcp_port.send(news.serial)
                pty_port.send(news.serial)
            pages.pass_on(news)

        stepping = asyncio.ensure_future(steps.run(pool, pass_on))
        ready = {"http": f"http://{HOST}:{runner.addresses[0][1]}", **ports}
        out.write(json.dumps(ready) + "\n")
        out.flush()
        print(f"Open {ready['http']} in a browser; Ctrl-C ends it.", file=sys.stderr, flush=True)
        if browse:  # a thread that nobody waits for: some browsers come back when they are closed
            threading.Thread(target=_open_browser, args=(ready["http"],), daemon=True).start()
        stopping = asyncio.ensure_future(stop.wait())
        await asyncio.wait({stopping, stepping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if stepping.done():
            stepping.result()
    finally:
        if stepping:
            stepping.cancel()
        if pty_port:
            pty_port.close()
        await pages.close()
        tcp_port.close()
        await runner.cleanup()
        closing = loop.run_in_executor(pool, device.close)
        if not (await asyncio.wait({closing}, timeout=CLOSE_S))[0]:
            device.kill()
        await closing
        pool.shutdown()


def _block_ends() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)


def _open_browser(url: str) -> None:
    """Show the page, where there is a screen, a browser for it and a person to look at it."""
    screen = sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    if not screen or not sys.stderr.isatty():
        return
    with contextlib.suppress(webbrowser.Error, OSError):
        browser = webbrowser.get()
        # The plain kind runs in this very terminal: lynx, w3m.
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(url)


def serve(http: int, tcp: int, flash: Path | None, out: TextIO, browse: bool = False) -> int:
    """Serve until Ctrl-C; returns the exit status. One JSON line on `out` when ready.

    http, tcp: ports, 0 for any free one. flash: the image, made if missing; None: forgotten.
    browse: show the page in the person's browser.
    """
    try:
        with contextlib.ExitStack() as stack:
            if flash is None:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="buzzglass-"))
                flash = Path(folder) / "flash.bin"
            asyncio.run(_serve(http, tcp, flash, out, browse, stack))
    except (PlayError, BoardError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # before it served
        pass
    return 0
