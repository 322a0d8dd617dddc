"""`make torture`: power cut at every flash operation of many stories; prints the tally.

CUTS: how many in all. NOISE: tears with noise at each operation and pass, besides the clean cut
and the plain tears.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT / "host_tools"), str(ROOT / "firmware")]

from virtual_board.board.firmware import modules_dir  # noqa: E402
from virtual_board.board.profiles import PROFILES  # noqa: E402

STANDINS = ROOT / "host_tools" / "virtual_board" / "board" / "standins"
# Of 18 jobs so many play each story: the order of stories.STORIES.
SHARES = (6, 3, 1, 2, 2, 2, 2)
JOB_CUTS = 2500


def micropython(script, *arguments):
    """Run a script of this folder in MicroPython: (the JSON objects it printed, all its text)."""
    command = [sys.executable, "-m", "micropython_unix", "-X", "heapsize=16M", HERE / script,
               STANDINS, modules_dir(), HERE, PROFILES["pico"].config(),
               *arguments]  # fmt: skip
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    lines = []
    for line in done.stdout.splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:
            continue
    return lines, done.stdout + done.stderr


def play(story, seed, cuts, noise):
    """Cuts of one story: (tally line, fault lines); a process that falls is a fault too."""
    lines, text = micropython("cuts.py", story, seed, cuts, noise)
    tallies = [line for line in lines if "tally" in line]
    faults = [dict(line, seed=seed) for line in lines if "fault" in line]
    if not tallies:
        faults.append({"fault": f"the process ended: {text[-2000:]}", "story": story, "seed": seed})
        tallies = [{"tally": {}, "faults": 1, "story": str(story)}]
    return tallies[0], faults


def jobs(cuts, seed):
    """(story, seed, cuts) that make `cuts` in all, every story in turn."""
    order = [story for story, share in enumerate(SHARES) for _ in range(share)]
    order = [order[(7 * n) % len(order)] for n in range(len(order))]  # mixed: short runs see all
    size = min(JOB_CUTS, -(-cuts // len(order)))
    n = 0
    while cuts > 0:
        yield order[n % len(order)], seed + n, min(size, cuts)
        cuts -= size
        n += 1


def torture(cuts, noise, seed=1, tell=None):
    """Try `cuts` cuts on all cores: ({story: {kind: count}}, [fault])."""
    modules_dir()
    tallies, faults = {}, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        work = [pool.submit(play, *job, noise) for job in jobs(cuts, seed)]
        for done in concurrent.futures.as_completed(work):
            line, found = done.result()
            into = tallies.setdefault(line["story"], {"stories": 0, "faults": 0})
            into["stories"] += 1
            into["faults"] += line["faults"]
            for kind, count in line["tally"].items():
                into[kind] = into.get(kind, 0) + count
            faults += found
            if tell:
                tell(tallies)
    return tallies, faults


def total(tallies, kinds=("clean", "torn", "noise")):
    """Cuts in all stories together."""
    return sum(tally.get(kind, 0) for tally in tallies.values() for kind in kinds)


def main():
    """Print the tally; exit status 1 if a cut did harm."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=200_000)
    parser.add_argument("--noise", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()

    def tell(tallies):
        print(f"\r{total(tallies)} cuts", end="", file=sys.stderr, flush=True)

    tallies, faults = torture(asked.cuts, asked.noise, asked.seed, tell)
    print(file=sys.stderr)
    columns = ("stories", "operations", "clean", "torn", "noise", "played_on", "faults")
    print("  ".join(f"{title:>10}" for title in ("", *columns)))
    for story in sorted(tallies):
        print("  ".join(f"{one:>10}" for one in (
            story, *(tallies[story].get(column, 0) for column in columns))))  # fmt: skip
    print(f"{total(tallies)} cuts, {total(tallies, ('faults',))} faults")
    for fault in faults:
        print(json.dumps(fault))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
