"""Scenarios written and played by tests."""

import io
import json

from buzzglass import cli
from virtual_board.scenario.run import run_scenario


def write(path, setup, *steps):
    """A scenario file of a set-up and steps (dicts); returns its path."""
    lines = [{"setup": setup}, *steps]
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    return path


def play(path, **options):
    """(exit status, printed steps) of a scenario file; options as of scenario.run."""
    out = io.StringIO()
    status = run_scenario(path, cli.main, json_out=out, **options)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]
