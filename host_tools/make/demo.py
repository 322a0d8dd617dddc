"""`make demo`: a whole game of 12 cards on the virtual device, by buttons and serial port alone.

Plays tests/scenarios/demo.jsonl, saves the screens it shows in build/demo, prints the score pad.
"""

import io
import json
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from buzzglass import cli
from virtual_board.scenario.run import run_scenario

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "build" / "demo"


def main() -> int:
    """Exit status: 0 when the game was played, synced and as expected."""
    console = Console()
    began = time.monotonic()
    SHOTS.mkdir(parents=True, exist_ok=True)
    lines = io.StringIO()
    path = ROOT / "tests" / "scenarios" / "demo.jsonl"
    status = run_scenario(path, cli.main, json_out=lines, shots=str(SHOTS))
    steps = [json.loads(line) for line in lines.getvalue().splitlines()]
    if status or not steps:
        console.print("The demo did not go as written; its steps that failed:")
        for step in steps:
            if "failed" in step:
                console.print_json(json.dumps(step))
        return status or 1
    results = [step["result"] for step in steps if "result" in step]
    synced, scores = results[-2], results[-1]
    table = Table(title="Time's Up! score pad")
    for title in ("team", "round 1", "round 2", "round 3", "total"):
        table.add_column(title, justify="left" if title == "team" else "right")
    for team in scores["teams"]:
        table.add_row(team["name"], *map(str, team["rounds"]), str(team["total"]))
    console.print(table)
    console.print(f"Winner: {', '.join(scores['winners'])}. Games synced: {synced['new']}.")
    seconds = time.monotonic() - began
    virtual_s = steps[-1]["t"]
    console.print(f"{virtual_s:.0f} s of play in {seconds:.1f} s.")
    console.print(f"Screens: {SHOTS.relative_to(ROOT)}/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
