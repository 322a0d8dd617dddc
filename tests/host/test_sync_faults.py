"""A sync that is killed, or whose database fails: nothing lost, nothing doubled, and the device is
told that a game is safe only when it is."""

import os
import resource
import signal
import sqlite3
import tempfile
from itertools import count
from pathlib import Path

import pytest
import sqlite_files
from support.fake_device import FakeDevice, FakeWire
from test_history import ROUND, game

from buzzglass.device.client import Client
from buzzglass.history import database
from buzzglass.history.sync import sync

GAMES = {f"0000{n}-aa": game(f"0000{n}-aa", ROUND * n, seed=n) for n in (1, 2)}


def rows(path):
    """{game id: journal} in the database, which must be whole and have each game once."""
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if db.execute("PRAGMA user_version").fetchone() == (0,):
            return {}
        found = db.execute("SELECT game_id, journal FROM games").fetchall()
    db.close()
    assert len(found) == len(dict(found))
    return dict(found)


def synced(path, device):
    """Sync into `path`."""
    client = Client(FakeWire(device, piece=300), first_id=1)
    client.hello()
    scores = database.History(path)
    try:
        return sync(client, scores)
    finally:
        scores.close()


def dying_sync(path, told, happens):
    """Sync two games, in a child that happens() may kill: it is called before a write to the port,
    a read from it, and a statement of the database (COMMIT is one). What the device is told goes
    to the descriptor `told`."""
    real = sqlite3.connect

    def connect(*args, **options):
        db = real(*args, **options)
        db.set_trace_callback(lambda statement: happens())
        return db

    class Device(FakeDevice):
        def do_synced(self, request):
            os.write(told, f"{request['id']} {request['bytes']}\n".encode())
            return {}

    class Wire(FakeWire):
        def write(self, data):
            happens()
            super().write(data)

        def read(self, timeout_s):
            happens()
            return super().read(timeout_s)

    database.sqlite3.connect = connect
    device = Device()
    device.games = GAMES
    client = Client(Wire(device, piece=300), first_id=1)
    client.hello()
    sync(client, database.History(path))


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def killed_in_exchange(point, path, told):
    """Sync and be killed as the `point`-th thing happens."""
    left = iter(range(point))
    dying_sync(path, told, lambda: next(left, None) is None and die())


def killed_in_file(point, path, told):
    """Sync and be killed at the `point`-th moment: before each change of a file, and in the middle
    of each write."""
    left = iter(range(point))

    def changes(_name, half):
        if next(left, None) is None:
            die()
        if half and next(left, None) is None:
            half()
            die()

    sqlite_files.watch(changes)
    dying_sync(path, told, lambda: None)


def killed(how, point, path):
    """True if it was; False if the sync was over before."""
    told = os.open(path.with_name("told"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            how(point, path, told)
            status = 0
        finally:
            os._exit(status)
    os.close(told)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == 0
    return False


def nothing_lost(path, before):
    """After a kill: each game is as it was or as it is now, and what the device was told is safe;
    the next sync completes. Returns how many games were up to date."""
    have = rows(path) if path.exists() else {}
    assert set(before) <= set(have)
    assert all(have[name] in (GAMES[name], before.get(name)) for name in have)
    for line in path.with_name("told").read_text().splitlines():  # what the device may now forget
        name, size = line.split()
        assert have[name] == GAMES[name] and len(have[name]) == int(size)
    device = FakeDevice()
    device.games = GAMES
    done = synced(path, device)
    assert done["new"] == len(set(GAMES) - set(have))
    right = sum(have[name] == GAMES[name] for name in have)
    assert done["updated"] == len(have) - right and done["unchanged"] == right
    assert rows(path) == GAMES and len(device.synced) == len(GAMES)
    return right


JOURNAL = "scores.sqlite-journal"
EARLIER = {"00001-aa": game("00001-aa", ROUND[:2], seed=1)}


@pytest.fixture
def path():
    """Where the database goes; nothing else is in that folder. In memory where the system has a
    place for that: waiting for a disk at each of some hundred commits would be most of the time."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder) / "scores.sqlite"


def folder_of(path, before):
    """{file name: bytes} of a folder with a database that has the games `before`."""
    if before:
        device = FakeDevice()
        device.games = before
        synced(path, device)
    return {one.name: one.read_bytes() for one in path.parent.iterdir()}


def lay_out(path, files):
    """Make the folder hold these files and no others."""
    for one in path.parent.iterdir():
        one.unlink()
    for name, data in files.items():
        path.with_name(name).write_bytes(data)


@pytest.mark.parametrize("before", [{}, EARLIER])
@pytest.mark.parametrize(
    ("how", "least", "reached"), [(killed_in_exchange, 30, {0, 1, 2}), (killed_in_file, 40, {0, 1})]
)
def test_killed_at_every_point(path, how, least, reached, before):
    """The last change of a file is the end of the commit of the second game."""
    files, some = folder_of(path, before), set()
    for point in count():
        lay_out(path, files)
        if not killed(how, point, path):
            break
        some.add(nothing_lost(path, before))
    assert point > least and some == reached


def test_killed_again_as_it_takes_back_what_was_half_done(path):
    """A commit that was killed in the database's pages leaves a journal, from which the next
    program restores them; it is killed at each of the changes it makes, too."""
    files = folder_of(path, EARLIER)
    whole, torn = files[path.name], files
    for point in count():
        lay_out(path, files)
        assert killed(killed_in_file, point, path)
        torn = {one.name: one.read_bytes() for one in path.parent.iterdir()}
        if torn[path.name] != whole:
            break
    assert JOURNAL in torn
    for again in count():
        lay_out(path, torn)
        assert killed(killed_in_file, again, path)
        restored = path.read_bytes() == whole and not path.with_name(JOURNAL).exists()
        nothing_lost(path, EARLIER)
        if restored:
            break
    assert again > 3


@pytest.fixture
def old(tmp_path, device):
    """A database that has the first game; the device has all of them."""
    path = tmp_path / "scores.sqlite"
    device.games = {name: GAMES[name] for name in list(GAMES)[:1]}
    synced(path, device)
    device.games = GAMES
    device.synced.clear()
    return path


def unharmed(run, device, path):
    """The next try completes."""
    assert set(rows(path)) <= set(GAMES)
    device.synced.clear()
    assert run("sync", "--db", str(path))[0] == 0
    assert rows(path) == GAMES and len(device.synced) == len(GAMES)


def test_a_database_in_use(run, device, old, monkeypatch):
    monkeypatch.setattr(database, "BUSY_S", 0.0)
    other = sqlite3.connect(old)
    other.execute("BEGIN EXCLUSIVE")
    for command in ("sync", "history"):
        status, value, said = run(command, "--db", str(old))
        assert (status, value) == (1, None) and "in use" in said and said.count("\n") == 1
    other.rollback()
    other.execute("BEGIN IMMEDIATE")  # it is read, but not written
    assert run("history", "--db", str(old))[0] == 0
    status, _, said = run("sync", "--db", str(old))
    assert status == 1 and "in use" in said
    assert [name for name, _ in device.synced] == []
    other.close()
    unharmed(run, device, old)


def test_a_database_that_may_only_be_read(run, device, old, read_only):
    with read_only():
        status, value, said = run("sync", "--db", str(old))
        assert (status, value) == (1, None) and "read-only" in said and said.count("\n") == 1
        assert device.synced == [("00001-aa", len(GAMES["00001-aa"]))]  # it is there already
        assert len(run("history", "--db", str(old))[1]) == 1
    unharmed(run, device, old)


def test_a_full_disk(run, device, old, monkeypatch):
    real = sqlite3.connect

    def full(path, **options):
        db = real(path, **options)
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}")
        return db

    device.games = {**GAMES, "00002-aa": game("00002-aa", ROUND * 2000, seed=2)}
    with monkeypatch.context() as patch:
        patch.setattr(database.sqlite3, "connect", full)
        status, value, said = run("sync", "--db", str(old))
        assert (status, value) == (1, None) and "disk is full" in said and said.count("\n") == 1
    assert "00002-aa" not in [name for name, _ in device.synced]
    device.games = GAMES
    unharmed(run, device, old)


@pytest.mark.parametrize("room", [0, 512, 4096, 13000])
def test_a_file_that_may_not_grow(run, device, old, room):
    """The system refuses a write in the middle of one; the same happens to a new database."""
    for path in (old, old.with_name("new.sqlite")):
        device.synced.clear()
        child = os.fork()
        if child == 0:
            try:
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
                status, _, _ = run("sync", "--db", str(path))
                resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
                have = rows(path) if path.exists() else {}
                safe = all(len(have[name]) == size for name, size in device.synced)
                os._exit(0 if status == 1 and safe else 9)
            finally:
                os._exit(8)
        _, status = os.waitpid(child, 0)
        assert os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
        unharmed(run, device, path)


def test_a_damaged_database(run, device, old):
    whole = old.read_bytes()
    assert len(whole) >= 8192
    for at, size in ((0, 100), (100, 400), (4096, 4096), (4096, 2)):
        old.write_bytes(whole[:at] + b"\xa5" * size + whole[at + size :])
        before = old.read_bytes()
        status, value, said = run("sync", "--db", str(old))
        assert (status, value) == (1, None) and said.count("\n") == 1, (at, size)
        assert "move it away" in said and device.synced == []
        assert old.read_bytes() == before
        assert run("history", "--db", str(old))[0] == 1
    old.write_bytes(whole[:5000])
    assert run("sync", "--db", str(old))[0] == 1 and device.synced == []
    old.unlink()
    unharmed(run, device, old)


def test_other_programs_databases(run, device, tmp_path):
    for version in (0, database.SCHEMA):
        path = tmp_path / f"{version}.sqlite"
        with sqlite3.connect(path) as db:
            db.execute("CREATE TABLE songs (name TEXT)")
            db.execute(f"PRAGMA user_version = {version}")
        db.close()
        before = path.read_bytes()
        status, _, said = run("sync", "--db", str(path))
        assert status == 1 and "another program's" in said and path.read_bytes() == before
    assert device.synced == []


def test_a_newer_database(run, device, old):
    with sqlite3.connect(old) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    for command in ("sync", "history"):
        status, _, said = run(command, "--db", str(old))
        assert status == 1 and "newer version" in said and device.synced == []


def test_a_state_somebody_has_spoiled_is_played_again_from_the_journal(run, old):
    right = run("history", "--db", str(old))[1]
    for text in ("{", "[]", "5", ""):
        with sqlite3.connect(old) as db:
            db.execute("UPDATE games SET state = ?", (text,))
        db.close()
        assert run("history", "--db", str(old))[1] == right


def test_a_journal_that_lost_its_end_on_the_device_replaces_nothing(run, device, old):
    name = list(GAMES)[0]
    device.games = {name: GAMES[name][:-8]}
    assert run("sync", "--db", str(old))[1]["unchanged"] == 1
    assert rows(old)[name] == GAMES[name]
    assert device.synced == [(name, len(GAMES[name]) - 8)]
