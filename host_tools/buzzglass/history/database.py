"""The laptop's own copy of every game: the journals as the device wrote them, in SQLite."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from buzzglass.errors import ToolError
from buzzglass.history.replay import ReplayError, identity, replay, split, started_at
from buzzglass.shapes import PastGame

_Values = tuple[str | None, int, bytes, str]  # started, finished, journal, state
Outcome = Literal["new", "updated", "unchanged"]
SCHEMA = 1
BUSY_S = 3.0  # how long another program may keep the file to itself
_CREATE = """
CREATE TABLE games (
    device TEXT NOT NULL,
    game_id TEXT NOT NULL,
    setup_hash TEXT NOT NULL,
    started TEXT,
    finished INTEGER NOT NULL,
    journal BLOB NOT NULL,
    state TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (device, game_id, setup_hash)
) WITHOUT ROWID
"""


def trouble(path: Path, error: Exception) -> ToolError:
    """What SQLite or the system says about the file, as a sentence with what to do."""
    text = getattr(error, "strerror", None) or str(error)
    what = f"The scores' database {path} "
    if os.path.isdir(path):  # False where one may not even look
        return ToolError(f"{path} is a folder: name a file with --db.")
    if "locked" in text or "busy" in text:
        return ToolError(what + "is in use by another program: close that program and try again.")
    if "readonly" in text:
        return ToolError(
            what + "is read-only: change its permissions and its folder's, or name another with "
            "--db."
        )
    if "unable to open" in text or isinstance(error, PermissionError):
        return ToolError(
            what + "may not be opened: change its permissions and its folder's, or name another "
            "with --db."
        )
    if "disk is full" in text:
        return ToolError(f"The disk is full, and {path} cannot grow: make room and try again.")
    if "malformed" in text or "not a database" in text or "no such" in text:
        return ToolError(
            what + f"is damaged or another program's ({text}): move it away, but keep it, and "
            "sync again, or name another with --db."
        )
    return ToolError(what + f"cannot be used ({text}): name another with --db.")


class History:
    """The scores' database. Raises ToolError if the file is not ours or from a newer version."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=BUSY_S)
        except (sqlite3.Error, OSError, ValueError) as error:
            raise trouble(path, error)
        try:
            self._open()
        except sqlite3.Error as error:
            self._db.close()
            raise trouble(path, error)
        except ToolError:
            self._db.close()
            raise

    def _open(self) -> None:
        # The device may delete a game once it is committed: no power cut may undo a commit.
        self._db.execute("PRAGMA synchronous = EXTRA")
        version = self._version()
        if version > SCHEMA:
            raise ToolError(
                f"{self.path} was written by a newer version: update this tool, "
                "or name another file with --db."
            )
        if version == 0:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                # Another process may have made the table while we waited for the lock.
                if self._version() == 0:
                    if self._db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
                        raise ToolError(
                            f"{self.path} is another program's database: name another with --db."
                        )
                    self._db.execute(_CREATE)
                    self._db.execute(f"PRAGMA user_version = {SCHEMA}")
        self._db.execute("SELECT position FROM games LIMIT 0")

    def _version(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    def check(self) -> None:
        """Read the whole file, and begin to write. Raises ToolError if it is damaged, or only to be
        read."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute(f"PRAGMA user_version = {SCHEMA}")  # as it is
            self._db.rollback()
            said = self._db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        except sqlite3.Error as error:
            raise trouble(self.path, error)
        if said != "ok":
            raise trouble(self.path, ValueError(f"malformed: {said}".replace("\n", " ")))

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def store(self, device: str, game_id: str, journal: bytes) -> Outcome:
        """Commit a game file; returns "new", "updated" or "unchanged". Raises ReplayError if its
        set-up is damaged, ToolError.

        A game is known by device, id and set-up: a device whose flash was wiped may use an id
        again, and that must not overwrite the old game.
        """
        setup = split(journal)[0]
        finished, state = _outcome(journal, setup)
        values = (started_at(setup), int(finished), journal, state)
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                return self._put(device, game_id, values)
        except sqlite3.Error as error:
            raise trouble(self.path, error)

    def _put(self, device: str, game_id: str, values: _Values) -> Outcome:
        """Insert or update a game within a transaction."""
        _, finished, journal, _ = values
        known = identity(journal)
        rows = self._db.execute(
            "SELECT journal, finished, setup_hash FROM games WHERE device = ? AND game_id = ?",
            (device, game_id),
        ).fetchall()
        row = next((row for row in rows if identity(bytes(row[0])) == known), None)
        if row is None:
            setup_hash = hashlib.sha256(known.encode()).hexdigest()[:16]
            self._db.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?,"
                " (SELECT COALESCE(MAX(position), 0) + 1 FROM games))",
                (device, game_id, setup_hash, *values),
            )
            return "new"
        old, old_finished, setup_hash = bytes(row[0]), row[1], row[2]
        # A journal only grows, until it is compacted, which its set-up says: one that is
        # shorter now has lost its end on the device.
        if old.startswith(journal) and (old != journal or old_finished == finished):
            return "unchanged"
        self._db.execute(
            "UPDATE games SET started = ?, finished = ?, journal = ?, state = ?"
            " WHERE device = ? AND game_id = ? AND setup_hash = ?",
            (*values, device, game_id, setup_hash),
        )
        return "updated"

    def journal(self, device: str, game_id: str) -> bytes | None:
        """The newest journal stored of a game, or None."""
        try:
            row = self._db.execute(
                "SELECT journal FROM games WHERE device = ? AND game_id = ?"
                " ORDER BY position DESC LIMIT 1",
                (device, game_id),
            ).fetchone()
        except sqlite3.Error as error:
            raise trouble(self.path, error)
        return None if row is None else bytes(row[0])

    def games(self) -> list[PastGame]:
        """All games as `history --json` prints them, in the order they came in."""
        try:
            rows = self._db.execute(
                "SELECT game_id, started, finished, state, journal FROM games ORDER BY position"
            ).fetchall()
        except sqlite3.Error as error:
            raise trouble(self.path, error)
        result: list[PastGame] = []
        for game_id, started, finished, text, journal in rows:
            state = _state_of(text, journal)
            result.append(
                {
                    "game_id": game_id,
                    "game": state.get("game"),
                    "edition": state.get("edition"),
                    "started": started,
                    "finished": bool(finished),
                    "teams": state.get("teams") or [],
                    "players": state.get("players") or [],
                    "winners": state.get("winners") or [],
                }
            )
        return result


def _outcome(journal: bytes, setup: dict[str, Any]) -> tuple[bool, str]:
    """(whether the game is over, its state as JSON).

    A journal that the rules cannot follow is kept all the same: a later version may be able to.
    """
    try:
        state = replay(journal)
    except ReplayError:
        return False, json.dumps({"game": setup.get("game"), "edition": setup.get("edition")})
    return state["phase"] == "game_over", json.dumps(state)


def _state_of(text: str, journal: bytes) -> Mapping[str, Any]:
    """The state as stored; from the journal if somebody has spoiled it."""
    try:
        state = json.loads(text)
        if isinstance(state, dict):
            return state
    except (ValueError, TypeError):
        pass
    try:
        return replay(bytes(journal))
    except (ReplayError, TypeError):
        return {}
