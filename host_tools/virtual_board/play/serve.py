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
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TextIO

from aiohttp import web

from virtual_board.board.device import BLOCK, BLOCKS, VirtualDevice
from virtual_board.board.firmware import BoardError
from virtual_board.play.pages import HOST, Pages
from virtual_board.play.realtime import Action, News, RealTime
from virtual_board.play.serial_ports import PtyPort, TcpPort

DECK = "names-en"  # comes with the tool
STEP_S = 0.01
ENDS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
CLOSE_S = 2  # a firmware that has not come to rest by then is cut off


class PlayError(Exception):
    """The virtual device cannot start; the text says why and what to do."""


class Steps:
    """Steps the device every 10 ms, or as soon as something happens to it."""

    def __init__(self, device: RealTime) -> None:
        self._device = device
        self._actions: list[Action] = []
        self._wake = asyncio.Event()

    def do(self, kind: str, a: Any, b: Any = None) -> None:
        """Something happens to the device, now."""
        self._actions.append((time.monotonic(), kind, a, b))
        self._wake.set()

    async def run(self, pool: ThreadPoolExecutor, pass_on: Callable[[News], None]) -> None:
        """Step the device and pass on what is new, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._wake.wait(), STEP_S)
            self._wake.clear()
            actions, self._actions = self._actions, []
            pass_on(await loop.run_in_executor(pool, self._device.step, actions))


def _load_command(port: str) -> str:
    """A command that works as it stands, in the shell that started this: it loads a deck."""
    tool = sys.argv[0] if Path(sys.argv[0]).name == "buzzglass" else "buzzglass"
    return shlex.join([tool, "--port", port, "deck", "load", DECK])


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
    stop = _stopped_by_signals()
    _open_flash(flash, stack)
    device = VirtualDevice(flash)
    real_time = RealTime(device)
    steps = Steps(real_time)
    async with contextlib.AsyncExitStack() as closing:
        # The board's process inherits the mask: Ctrl-C in the terminal is for us alone.
        pool = ThreadPoolExecutor(1, initializer=_block_ends)
        closing.push_async_callback(_switch_off, device, pool)
        pages, web_port = await _open_pages(steps, http, closing)
        tcp_port, address = await _open_tcp(steps, tcp, closing)
        pty_port = PtyPort(steps.do)
        closing.callback(pty_port.close)
        ports = {"tcp": address, "pty": pty_port.name}
        pages.ports = {**ports, "load": _load_command(f"socket://{address}")}
        await asyncio.get_running_loop().run_in_executor(pool, real_time.start)

        def pass_on(news: News) -> None:
            if news.serial:
                tcp_port.send(news.serial)
                pty_port.send(news.serial)
            pages.pass_on(news)

        stepping = asyncio.ensure_future(steps.run(pool, pass_on))
        closing.callback(stepping.cancel)
        _announce({"http": f"http://{HOST}:{web_port}", **ports}, out, browse)
        await _first_of(stop.wait(), stepping)


def _stopped_by_signals() -> asyncio.Event:
    """An event that is set by Ctrl-C, and by the signals that end a process."""
    stop = asyncio.Event()
    for number in ENDS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def _open_pages(
    steps: Steps, port: int, closing: contextlib.AsyncExitStack
) -> tuple[Pages, int]:
    """Serve the pages; returns them and the port taken. Raises PlayError."""
    pages = Pages(steps.do)
    runner = web.AppRunner(pages.app(), access_log=None, shutdown_timeout=1.0)
    closing.push_async_callback(runner.cleanup)
    closing.push_async_callback(pages.close)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError as error:
        raise _port_problem(port, "--http", error)
    return pages, int(runner.addresses[0][1])


async def _open_tcp(
    steps: Steps, port: int, closing: contextlib.AsyncExitStack
) -> tuple[TcpPort, str]:
    """Open the serial port on TCP; returns it and its address. Raises PlayError."""
    tcp_port = TcpPort(steps.do)
    closing.callback(tcp_port.close)
    try:
        return tcp_port, await tcp_port.open(HOST, port)
    except OSError as error:
        raise _port_problem(port, "--tcp", error)


def _announce(ready: dict[str, str | None], out: TextIO, browse: bool) -> None:
    """Print where everything is, and open a browser if asked to."""
    out.write(json.dumps(ready) + "\n")
    out.flush()
    print(f"Open {ready['http']} in a browser; Ctrl-C ends it.", file=sys.stderr, flush=True)
    if browse:  # a thread that nobody waits for: some browsers come back when they are closed
        threading.Thread(target=_open_browser, args=(ready["http"],), daemon=True).start()


async def _first_of(stopping: Coroutine[Any, Any, Any], stepping: asyncio.Future[None]) -> None:
    """Wait for either; raises what `stepping` has raised."""
    waiting = asyncio.ensure_future(stopping)
    await asyncio.wait({waiting, stepping}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if stepping.done():
        stepping.result()


async def _switch_off(device: VirtualDevice, pool: ThreadPoolExecutor) -> None:
    """Switch the device off, by force if its firmware does not come to rest."""
    closing = asyncio.get_running_loop().run_in_executor(pool, device.close)
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
