"""The device's games copied to the laptop, each game once."""

from __future__ import annotations

import zlib
from collections.abc import Callable

from buzzglass.device.client import Changed, Client, field, senseless
from buzzglass.errors import ToolError
from buzzglass.history.database import History
from buzzglass.history.replay import ReplayError, is_sound, split
from buzzglass.shapes import GameFile, Synced

READS = 3  # of a game that arrives damaged


def games_of(client: Client) -> list[GameFile]:
    """The device's list of games, oldest first, fetched in parts. Raises LinkError."""
    listed: list[GameFile] = []
    after = ""
    while True:
        reply = client.request("games", after=after)
        part: list[GameFile] = field(reply, "games", list, "games")
        if not all(isinstance(entry, dict) for entry in part):
            raise senseless("games")
        listed += part
        last = field(part[-1], "id", str, "games") if part else after
        if not reply.get("more") or last <= after:
            return listed
        after = last


def read_game(client: Client, game_id: str) -> bytes | None:
    """A game file as the device has it, None if it is damaged. Raises DeviceError, LinkError.

    One that changed while it was read is read again, and so is one that the rules cannot follow: if
    it stays the same it may be of rules that only a later version knows.
    """
    before = None
    for attempt in range(READS):
        try:
            journal = client.read_file("game", game_id)
        except Changed:
            if attempt == READS - 1:
                raise
            continue
        if is_sound(journal, game_id):
            return journal
        if journal == before:
            try:
                return journal if split(journal)[0].get("game_id") == game_id else None
            except ReplayError:
                return None
        before = journal
    return None


def sync(
    client: Client, history: History, progress: Callable[[int, int], None] | None = None
) -> Synced:
    """Copy the device's games to the laptop; returns what `sync --json` prints.

    Each game is read, committed, and only then reported as safe to the device. A damaged one is
    neither, and raises ToolError after the others have been copied.
    """
    device = str(client.device.get("id", ""))
    done: Synced = {"new": 0, "updated": 0, "unchanged": 0, "games": []}
    damaged = []
    listed = games_of(client)
    for number, entry in enumerate(listed):
        game_id = field(entry, "id", str, "games")
        journal = _journal(client, history.journal(device, game_id), entry)
        if journal is None:
            damaged.append(game_id)
        else:
            outcome = history.store(device, game_id, journal)
            done[outcome] += 1
            if outcome != "unchanged":
                done["games"].append(game_id)
            client.request("synced", id=game_id, bytes=len(journal))
        if progress:
            progress(number + 1, len(listed))
    if damaged:
        raise ToolError(
            f"Damaged on the device, and not copied: {', '.join(damaged)}. Every other game is "
            "safe here: switch the device off and on, and see 'buzzglass doctor'."
        )
    return done


def _journal(client: Client, ours: bytes | None, entry: GameFile) -> bytes | None:
    """A listed game's file: our copy if it is the same, else the device's; None if damaged."""
    game_id = field(entry, "id", str, "games")
    theirs = field(entry, "bytes", int, "games"), field(entry, "crc", int, "games")
    if ours is not None and (len(ours), zlib.crc32(ours)) == theirs and is_sound(ours, game_id):
        return ours
    return read_game(client, game_id)
