"""The virtual device in a page: page, serial port and end."""

import asyncio
import importlib.util
import io
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from buzzglass import cli

for needed in ("micropython_unix", "aiohttp"):
    if importlib.util.find_spec(needed) is None:
        pytest.skip("the virtual board is not installed", allow_module_level=True)

ROOT = Path(__file__).resolve().parents[2]
LONG_S = 30


def begin(*options):
    path = os.pathsep.join(str(ROOT / folder) for folder in ("host_tools", "firmware"))
    return subprocess.Popen(
        [sys.executable, "-m", "buzzglass", "sim", "play", "--http", "0", "--tcp", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )


@pytest.fixture
def served(tmp_path):
    """(process, its line, the flash file)."""
    flash = tmp_path / "flash.bin"
    process = begin("--flash", str(flash))
    watchdog = threading.Timer(LONG_S, process.kill)
    watchdog.start()
    try:
        yield process, json.loads(process.stdout.readline()), flash
    finally:
        watchdog.cancel()
        process.kill()
        process.communicate()


async def press_start(url):
    """The frames before and after a press of the big button, by a page that then goes away."""
    import aiohttp

    async with aiohttp.ClientSession() as session:
        async with session.get(url) as page:
            assert page.status == 200 and "page.js" in await page.text()
        async with session.ws_connect(url + "/socket", origin=url) as socket:
            frames = []
            while len(frames) < 2:
                message = await socket.receive(LONG_S)
                if message.type == aiohttp.WSMsgType.BINARY and any(message.data):
                    frames.append(message.data)
                    if len(frames) == 1:
                        await socket.send_str('{"button": "start", "down": true}')
                        await socket.send_str('{"button": "start", "down": false}')
        for headers in ({"Origin": "http://elsewhere.example"}, {"Host": "elsewhere.example"}):
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(url + "/socket", headers=headers)
    return frames


def test_page_port_and_end(served):
    process, ready, flash = served
    assert set(ready) == {"http", "tcp", "pty"}
    ports = ["socket://" + ready["tcp"]] + ([ready["pty"]] if ready["pty"] else [])
    for port in ports:
        out = io.StringIO()
        assert cli.main(["--port", port, "status", "--json"], out=out) == 0
        assert "phase" in json.loads(out.getvalue())

    before, after = asyncio.run(press_start(ready["http"]))
    assert len(before) == 1024 and before != after

    second = begin("--flash", str(flash))
    out, said = second.communicate(timeout=LONG_S)
    assert second.returncode == 1 and not out and "in use" in said and "Traceback" not in said

    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=LONG_S)
    assert process.returncode == 0 and not out and "Traceback" not in said
