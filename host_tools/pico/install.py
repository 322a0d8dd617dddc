"""The firmware put onto an emulated Pico by mpremote, as a person does it."""

from __future__ import annotations

import select
import socket
import subprocess
import sys
from pathlib import Path

from pico.device import PicoDevice
from pico.kit import KitError

QUANTUM_US = 5000
START_US = 1_500_000  # MicroPython formats an empty flash first
WAIT_S = 0.0


def mpremote(device: PicoDevice, *words: str) -> str:
    """Run mpremote with those words on the device's port; returns what it prints. Raises KitError.

    The port is a TCP one, and simulated time goes as fast as it can.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = f"socket://127.0.0.1:{server.getsockname()[1]}"
        tool = subprocess.Popen(
            [sys.executable, "-m", "mpremote", "connect", port, *words],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        server.settimeout(30)
        try:
            line, _ = server.accept()
            with line:
                _serve(device, line, tool)
        except OSError as error:
            tool.kill()
            raise KitError(f"mpremote did not connect ({error}).")
        said, _ = tool.communicate()
    if tool.returncode:
        raise KitError(f"mpremote {' '.join(words)} failed: {said.strip()}")
    return said


def _serve(device: PicoDevice, line: socket.socket, tool: subprocess.Popen[str]) -> None:
    """Carry bytes between the port and the device until mpremote has ended."""
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    while tool.poll() is None:
        while select.select([line], [], [], WAIT_S)[0]:
            data = line.recv(4096)
            if not data:
                tool.wait(10)
                return
            device.serial_write(data)
        device.run_until(device.now_us + QUANTUM_US)
        if said := device.serial_read():
            line.sendall(said)


def install(kit: Path, uf2: Path, firmware: Path, image: Path) -> None:
    """Copy the folder `firmware` onto a Pico with nothing but MicroPython, and keep its file system
    as the file `image`. Raises KitError."""
    device = PicoDevice(kit, uf2)
    try:
        device.power_on()
        device.run_until(START_US)
        mpremote(device, "cp", "-r", f"{firmware}/.", ":")
        device.save(image)
    finally:
        device.close()
