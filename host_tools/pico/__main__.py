"""`make pico`: the firmware measured on an emulated Raspberry Pi Pico."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from pico import kit, table
from pico.images import Images
from pico.kit import KitError
from pico.rows.run import Run
from virtual_board.board.firmware import BoardError

ROOT = kit.ROOT
NO_UF2 = """\
Name the MicroPython to measure with: make pico UF2=FILE. Download it from
https://micropython.org/download/RPI_PICO/ (v1.28.0, the file that ends in .uf2).
"""


def main() -> int:
    """Exit status: 0 if every bound is kept, 1 if one is not, 2 if nothing could be measured."""
    options = _options()
    uf2 = Path(options.uf2) if options.uf2 else None
    if uf2 is None or not uf2.is_file():
        print(NO_UF2 if uf2 is None else f"There is no file {uf2}.\n{NO_UF2}", file=sys.stderr)
        return 2
    names = options.rows.split() or list(table.ROWS)
    unknown = [name for name in names if name not in table.ROWS]
    if unknown:
        print(f"There is no row {unknown[0]}: ROWS takes {' '.join(table.ROWS)}.", file=sys.stderr)
        return 2
    try:
        folder = kit.ensure()
        firmware = ROOT / "build" / "firmware"
        if not (firmware / "main.py").is_file():
            raise KitError("There is no firmware in build/firmware: make firmware.")
        images = Images(folder, uf2.resolve(), firmware, folder / "images")
        return _measure(names, Run(images, options.quick), folder / "report.md")
    except (KitError, BoardError) as error:
        print(error, file=sys.stderr)
        return 2


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make pico", description=__doc__)
    parser.add_argument("--uf2", default="", help="MicroPython for RPI_PICO")
    parser.add_argument("--rows", default="", help=f"which rows: {' '.join(table.ROWS)}")
    parser.add_argument("--quick", action="store_true", help="fewer presses and turns")
    return parser.parse_args()


def _measure(names: list[str], run: Run, report: Path) -> int:
    began = time.monotonic()
    rows = []
    for done in table.measure(names, run):
        rows.append(done)
        for one in done.figures:
            mark = "" if one.good else "  <-- missed"
            print(f"{done.name:9} {one.what:62} {one.told:>11}  {one.limit}{mark}", flush=True)
        if done.problem:
            print(f"{done.name:9} failed: {done.problem}", flush=True)
    order = [*names, "passes"]
    rows.sort(key=lambda row: order.index(row.name))
    head = f"# Buzzglass on an emulated Pico\n\n{run.images.uf2.name}, {run.images.key}.\n\n"
    notes = "".join(f"\n- {note}" for note in run.seen.notes)
    report.write_text(head + table.markdown(rows) + notes)
    print(f"{time.monotonic() - began:.0f} s; {report.relative_to(ROOT)} has the table.")
    return int(not all(row.good for row in rows))


if __name__ == "__main__":
    sys.exit(main())
