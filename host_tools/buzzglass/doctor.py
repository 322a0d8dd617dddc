"""What may be wrong with port, device and database: each finding a sentence and what to do."""

from __future__ import annotations

import datetime
import getpass
import os
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from buzzglass import __version__
from buzzglass.device import transport
from buzzglass.device.client import PROTOCOL, Client, field
from buzzglass.errors import DeviceError, LinkError, ToolError
from buzzglass.history.database import History, trouble
from buzzglass.shapes import CrashReport, KeptFile

OK, NOTE, PROBLEM = "ok", "note", "problem"
NOTHING = "Nothing to do."
FREE_MIN = 64 * 1024  # bytes: a large deck and the games of some evenings


@dataclass
class Finding:
    """One thing looked at. `level`: "ok", "note", or "problem" (something needs doing)."""

    check: str
    level: str
    text: str
    remedy: str = NOTHING

    def as_dict(self) -> dict[str, str]:
        """As `doctor --json` prints it."""
        return asdict(self)


def from_error(check: str, error: ToolError, level: str = PROBLEM) -> Finding:
    """An error as a finding; its text ends in ": what to do"."""
    text, colon, remedy = str(error).rpartition(": ")
    if not colon:
        return Finding(check, level, str(error), "See 'buzzglass --help'.")
    return Finding(check, level, text + ".", remedy[:1].upper() + remedy[1:])


def versions() -> Finding:
    """The versions of tool, protocol, Python and system."""
    text = f"This tool is {__version__}, protocol {PROTOCOL}, on Python {platform.python_version()}"
    return Finding("tool", OK, f"{text}, {platform.system()}.")


def database(path: Path) -> Finding:
    """Whether the scores' database exists, is ours, is whole and can be written."""
    if not os.path.exists(path):
        folder = next(one for one in path.absolute().parents if os.path.exists(one))
        if not os.access(folder, os.W_OK | os.X_OK):
            return from_error("database", trouble(path, PermissionError()))
        text = f"There is no scores' database yet ({path})."
        return Finding("database", OK, text, "The first 'buzzglass sync' makes it.")
    try:
        history = History(path)
        try:
            history.check()
            count = len(history.games())
        finally:
            history.close()
    except ToolError as error:
        return from_error("database", error)
    games = "1 game" if count == 1 else f"{count} games"
    return Finding("database", OK, f"The scores' database is whole and has {games} ({path}).")


def ports(named: str | None) -> list[Finding]:
    """Whether this user may open each serial port."""
    found = []
    infos = {info.device: info.vid for info in transport.usb_ports()}
    for name in [*infos, *([named] if named and named not in infos else [])]:
        denied = rights(name)
        if denied:
            found.append(denied)
        elif infos.get(name) in transport.PROBED_VENDORS:
            found.append(_opened(name))
        elif infos.get(name) in transport.BRIDGE_VENDORS and name != named:
            # Opening it could reset a board in the middle of a game.
            text = f"{name} is behind a USB-UART chip and is not asked what it is."
            remedy = f"If that is a Buzzglass with an ESP32, add --port {name} to each command."
            found.append(Finding("port", NOTE, text, remedy))
    return found


def rights(port: str) -> Finding | None:
    """Why this user may not open a port that is a file; None if they may."""
    if not os.path.exists(port) or os.access(port, os.R_OK | os.W_OK):
        return None
    import grp

    text = f"You may not use {port}."
    info = os.stat(port)
    if not info.st_mode & 0o060:
        return Finding("port", PROBLEM, text, "Ask whoever runs this computer for a udev rule.")
    try:
        entry = grp.getgrgid(info.st_gid)
        group, members = entry.gr_name, entry.gr_mem
    except KeyError:
        group, members = str(info.st_gid), []
    user = getpass.getuser()
    if user in members:
        remedy = f"You are in the group '{group}' since your last login: log out and in again."
    else:
        remedy = f"Run: sudo usermod -aG {group} {user}  and then log out and in again."
    return Finding("port", PROBLEM, text, remedy)


def _opened(port: str) -> Finding:
    try:
        transport.SerialTransport(port).close()
    except LinkError as error:
        return from_error("port", error)
    return Finding("port", OK, f"{port} can be opened.")


def device(client: Client) -> list[Finding]:
    """What the device says about itself."""
    said = client.device
    version = said.get("version")
    board = f"The device is a {said.get('board')}, id {said.get('id')}"
    found = [Finding("device", OK, f"{board}, protocol {said.get('protocol')}.")]
    if version == __version__:
        found.append(Finding("firmware", OK, f"The firmware is {version}, as this tool."))
    else:
        text = f"The firmware is {version} and this tool {__version__}."
        found.append(Finding("firmware", NOTE, text, "Update the older of the two."))
    free = said.get("free")
    if type(free) is int:
        level = PROBLEM if free < FREE_MIN else OK
        remedy = (
            "Remove decks that you no longer play, with 'buzzglass deck remove NAME', and sync."
        )
        text = f"The device has {free // 1024} KB free."
        found.append(Finding("space", level, text, remedy if level == PROBLEM else NOTHING))
    return found


def quarantine(client: Client) -> list[KeptFile] | None:
    """The damaged files in the device's quarantine; None if its firmware has no such request."""
    listed = _asked(client, "aside")
    if listed is None:
        return None
    return [{"name": field(e, "name", str, "aside"), "bytes": field(e, "bytes", int, "aside")}
            for e in listed]  # fmt: skip


def crashes(client: Client) -> list[CrashReport] | None:
    """The device's crash reports; None if its firmware has no such request."""
    listed = _asked(client, "crashes")
    if listed is None:
        return None
    return [{"at": _moment(e.get("at")), "text": field(e, "text", str, "crashes")} for e in listed]


def _asked(client: Client, do: str) -> list[dict[str, Any]] | None:
    try:
        listed: list[Any] = field(client.request(do), do, list, do)
    except DeviceError as error:
        if error.code == "request":  # a firmware from before there was such a request
            return None
        raise
    return [entry if isinstance(entry, dict) else {} for entry in listed]


def _moment(epoch_s: Any) -> str | None:
    try:
        moment = datetime.datetime.fromtimestamp(epoch_s, datetime.timezone.utc)
        return moment.isoformat(timespec="seconds")
    except (TypeError, ValueError, OverflowError, OSError):
        return None


def quarantined(files: list[KeptFile] | None) -> list[Finding]:
    """Findings about the files in quarantine."""
    if files is None:
        text = "This firmware cannot list the damaged files in its quarantine."
        return [Finding("aside", NOTE, text, "Update the firmware.")]
    if not files:
        return [Finding("aside", OK, "No file was found damaged.")]
    remedy = (
        "The device works without it. Keep it with --save FOLDER if somebody is to look at it, "
        "then take it off the device with --clear."
    )
    texts = [f"The file {one['name']} ({one['bytes']} bytes) is damaged." for one in files]
    return [Finding("aside", PROBLEM, f"{text[:-1]} and in quarantine.", remedy) for text in texts]


def crashed(reports: list[CrashReport] | None) -> list[Finding]:
    """Findings about the crash reports."""
    if reports is None:
        text = "This firmware keeps no crash reports."
        return [Finding("crash", NOTE, text, "Update the firmware.")]
    if not reports:
        return [Finding("crash", OK, "The firmware has not crashed.")]
    remedy = (
        "The game was restored. Keep the report with --save FOLDER and send it to whoever makes "
        "the firmware, then take it off the device with --clear."
    )
    found = []
    for report in reports:
        when = f" at {report['at']}" if report["at"] else ""
        last = (report["text"].strip().splitlines() or ["no text"])[-1]
        found.append(Finding("crash", PROBLEM, f"The firmware crashed{when}: {last}", remedy))
    return found
