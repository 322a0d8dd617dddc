"""Fixtures: a fake device and a way to run commands against it."""

import contextlib
import io
import json
import sqlite3

import pytest
from support.fake_device import FakeDevice, FakeWire

from buzzglass import cli
from buzzglass.decks import deck as decks


@pytest.fixture
def device():
    return FakeDevice()


@pytest.fixture
def short_names(monkeypatch):
    """Names of up to 60 characters fit, so that these tests need no fonts."""
    monkeypatch.setattr(decks, "fits_screen", lambda text: len(text) <= 60)
    monkeypatch.setattr(decks, "undrawable", lambda text: "")


@pytest.fixture
def read_only(monkeypatch):
    """with read_only(): every database that is opened meanwhile may only be read."""
    real = sqlite3.connect

    @contextlib.contextmanager
    def opened():
        with monkeypatch.context() as patch:
            patch.setattr(
                sqlite3, "connect",
                lambda path, **options: real(f"file:{path}?mode=ro", uri=True, **options),
            )  # fmt: skip
            yield

    return opened


@pytest.fixture
def run(device, tmp_path, capsys):
    """run("deck", "list") -> (exit status, JSON value or None, what people read)."""

    def call(*argv, json_first=False, as_json=True, factory=None):
        out = io.StringIO()
        args = [*argv] if not as_json else (["--json", *argv] if json_first else [*argv, "--json"])
        status = cli.main(
            args,
            transport_factory=factory or (lambda port: FakeWire(device)),
            data_dir=tmp_path / "data",
            clock=lambda: 1700000000.0,
            out=out,
        )
        text = out.getvalue()
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        assert captured.out == ""
        return status, json.loads(text) if text else None, captured.err

    return call


@pytest.fixture
def board(tmp_path):
    """A virtual board that has started; it must not have crashed in the end."""
    from virtual_board.board.device import VirtualDevice

    board = VirtualDevice(tmp_path / "flash.bin")
    board.power_on()
    board.run_until(1_000_000)
    yield board
    assert board.crash is None and board.on
    board.close()
