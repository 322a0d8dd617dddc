"""The command doctor: checks port, device and database, and says what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from buzzglass import doctor, output
from buzzglass.decks.files import file_name
from buzzglass.device import transport
from buzzglass.device.client import Client
from buzzglass.errors import DeviceError, ToolError
from buzzglass.options import command
from buzzglass.output import shown
from buzzglass.session import Session

MARKS = {doctor.OK: "ok", doctor.NOTE: "note", doctor.PROBLEM: "DO"}


@command("doctor")
@click.option("--save", type=click.Path(path_type=Path), help="Folder for what the device kept.")
@click.option("--clear", is_flag=True, help="Remove it from the device (after --save).")
def doctor_command(session: Session, save: Path | None, clear: bool) -> int:
    """Look for trouble with port, device and database; exit status 1 if something needs doing."""
    if clear and save is None:
        raise click.UsageError("--clear needs --save FOLDER: it removes the files from the device.")
    report: dict[str, Any] = {"device": None, "aside": [], "crashes": [], "saved": []}
    found = [doctor.versions(), doctor.database(session.database())]
    if session.transport_factory is None:
        found += doctor.ports(session.port)
    try:
        with session.device() as client:
            report["device"] = client.device
            found += doctor.device(client)
            files, crashes = doctor.quarantine(client), doctor.crashes(client)
            found += doctor.quarantined(files) + doctor.crashed(crashes)
            report["aside"], report["crashes"] = files or [], crashes or []
            if save is not None:
                report["saved"] = _save(client, save, report)
            if clear:
                _clear(client)
    except ToolError as error:
        if not any(one.check == "port" and one.text[:-1] in str(error) for one in found):
            found.append(doctor.from_error("device", error, _weight(session)))
    report["findings"] = [finding.as_dict() for finding in found]
    rows: list[list[Any]] = [
        [MARKS[one.level], one.text, "" if one.remedy == doctor.NOTHING else one.remedy]
        for one in found
    ]
    said = [shown(f"Saved: {', '.join(report['saved'])}.")] if report["saved"] else []
    session.result(report, output.plain(["", "Found", "What to do"], rows), *said)
    return 1 if any(one.level == doctor.PROBLEM for one in found) else 0


def _weight(session: Session) -> str:
    """The level of "no device answers": only a note if none was named and none is plugged in."""
    any_port = session.transport_factory is None and session.port is None
    return doctor.NOTE if any_port and not transport.usb_ports() else doctor.PROBLEM


def _save(client: Client, folder: Path, report: dict[str, Any]) -> list[str]:
    """Write what the device kept into a folder; returns the files' paths."""
    texts: dict[str, bytes] = {}
    for one in report["aside"]:
        name = file_name(f"aside-{len(texts) + 1}-{one['name']}", "")
        texts[name] = client.read_file("aside", one["name"])
    kept = {key: report[key] for key in ("device", "aside", "crashes")}
    texts["device.json"] = (json.dumps(kept, indent=1) + "\n").encode()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in texts.items():
            (folder / name).write_bytes(data)
    except OSError as error:
        raise ToolError(f"Cannot write to {folder} ({error.strerror}): name another folder.")
    return [str(folder / name) for name in texts]


def _clear(client: Client) -> None:
    for do in ("aside_clear", "crashes_clear"):
        try:
            client.request(do)
        except DeviceError as error:
            if error.code != "request":  # else the firmware has none
                raise
