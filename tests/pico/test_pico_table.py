"""`make pico` around the emulator: what it says where something is missing, what it works out of a
bench's records, how the table is told."""

import random
import sys
from types import SimpleNamespace

import pytest
from support import documents

from pico import __main__ as command
from pico import clocks, kit, table
from pico.bench import Bench
from pico.figures import Figure, median_and_worst
from pico.rows import presses, scenarios, turns


def run(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["pico", *words])
    return command.main()


@pytest.mark.parametrize("words", [(), ("--uf2", "nowhere.uf2")])
def test_without_a_uf2_it_says_where_it_is_to_be_had(monkeypatch, capsys, words):
    assert run(monkeypatch, *words) == 2
    said = capsys.readouterr().err
    assert "make pico UF2=FILE" in said and "micropython.org/download/RPI_PICO" in said
    assert "v1.28.0" in said and ("nowhere.uf2" in said) is bool(words)


def test_a_row_that_is_not_there(monkeypatch, capsys, tmp_path):
    path = tmp_path / "a.uf2"
    path.write_bytes(b"")
    assert run(monkeypatch, "--uf2", str(path), "--rows", "start dance") == 2
    said = capsys.readouterr().err
    assert "no row dance" in said and " ".join(table.ROWS) in said


def test_without_node_it_says_what_to_install(monkeypatch, capsys, tmp_path):
    path = tmp_path / "a.uf2"
    path.write_bytes(b"")
    monkeypatch.setattr(kit.shutil, "which", lambda name: None)
    assert run(monkeypatch, "--uf2", str(path)) == 2
    assert "apt-get install nodejs npm" in capsys.readouterr().err


def test_the_boot_rom_is_read_without_running_what_holds_it():
    assert kit.rom_words('"""Words."""\nimport nothing_of_that_name\nBOOTROM_B1 = [1, 0x20]') == [
        1, 32]  # fmt: skip
    with pytest.raises(kit.KitError, match="no boot ROM"):
        kit.rom_words("BOOTROM_B2 = [1]")


def test_a_bound_is_kept_from_least_to_most():
    assert Figure("click", 12, "ms", 20, 12).good and Figure("click", 20, "ms", 20, 12).good
    assert not Figure("click", 11.9, "ms", 20, 12).good
    assert not Figure("click", None, "ms", 20, 12).good and Figure("any", 1e9, "ms").good
    assert Figure("click", 12.345, "ms", 20, 12).told == "12.35 ms"
    assert Figure("click", 1, "ms", 20, 12).limit == "12 to 20 ms"


def test_the_median_and_the_worst():
    middle, worst = median_and_worst("sound", [3.0, 1.0, 2.0], "ms", 1.5, 5)
    assert (middle.value, middle.good, worst.value, worst.good) == (2.0, False, 3.0, True)
    assert "median of 3" in middle.what
    middle, worst = median_and_worst("sound", [3.0, None, 1.0], "ms", 3, 5)  # one was not heard
    assert (middle.value, middle.good, worst.value, worst.good) == (3.0, True, None, False)
    middle, worst = median_and_worst("sound", [], "ms", 3, 5)
    assert not middle.good and not worst.good


def test_the_report_is_a_table_with_what_is_missed_and_what_failed():
    rows = [table.Done("start", [Figure("one", 1, "s", 2), Figure("other", 3, "s", 2)]),
            table.Done("undo", [], "KitError: gone")]  # fmt: skip
    lines = table.markdown(rows).splitlines()
    assert lines[2:] == [
        "| start | one | 1 s | 2 s | yes |",
        "| start | other | 3 s | 2 s | **no** |",
        "| undo | KitError: gone | | | no |",
    ]
    assert [row.good for row in rows] == [False, False]


def event(ms, what, phase):
    text = '!000100.{"event": "%s", "phase": "%s", "left_ms": 9000}*0000\n' % (what, phase)
    return {"what": "serial_out", "ms": ms, "text": text}


def pin(ms, name, level):
    return {"what": "pin", "ms": ms, "name": name, "level": level}


def tone(ms, duty=1000):
    return {"what": "buzzer", "ms": ms, "hz": 440 if duty else 0, "duty": duty}


def bench(*records):
    """A bench with these records, and no device."""
    found = Bench.__new__(Bench)
    found.device = SimpleNamespace(records=list(records), sim=SimpleNamespace(now=99_000.0))
    found.chance = random.Random(1)
    return found


def test_a_clock_runs_from_the_release_of_start_to_the_press_that_stops_it_or_to_time_up():
    seen = bench(
        pin(1000, "start", 0), pin(1080, "start", 1), tone(1082), event(1100, "start", "turn"),
        pin(3000, "got", 0), tone(3002), event(3010, "got", "turn"), pin(3080, "got", 1),
        pin(5000, "start", 0), event(5010, "start", "paused"), pin(5080, "start", 1),
        pin(6000, "start", 0), pin(6080, "start", 1), event(6100, "start", "turn"),
        tone(12_082), event(12_090, "time", "review"),
    )  # fmt: skip
    assert clocks.spans(seen) == [(1080, 5000), (6080, 12_082)]


def test_passes_and_collections_count_where_a_clock_ran():
    seen = bench(
        pin(1080, "start", 1), event(1100, "start", "turn"),
        {"what": "gc", "ms": 2000}, {"what": "pass", "ms": 2500, "took_ms": 40.0},
        {"what": "flash", "ms": 2510, "op": "erase", "bytes": 4096},
        {"what": "pass", "ms": 2600, "took_ms": 30.0},
        {"what": "flash", "ms": 2601, "op": "program", "bytes": 256},
        {"what": "pass", "ms": 4990, "took_ms": 100.0},
        pin(5000, "start", 0), event(5010, "start", "paused"), {"what": "gc", "ms": 6000},
    )  # fmt: skip
    found = clocks.longest(seen)
    assert (found.in_clock_ms, found.else_ms, found.collections) == (29.5, 100.0, 1)


def test_a_picture_ends_where_the_panel_rests_or_the_next_press_begins():
    seen = bench(*({"what": "oled", "ms": ms} for ms in (90, 130, 140, 190, 260, 300)))
    assert seen.picture_ms(100) == 90 and seen.picture_ms(100, until=135) == 30
    assert seen.picture_ms(400) is None
    assert seen.picture_ms(200) == 100


def test_presses_in_an_erase_count_apart():
    erase = {"what": "flash", "ms": 2980, "op": "erase", "bytes": 4096}
    seen = bench(tone(1002), tone(1050, 0), erase, tone(3026))
    assert presses.sounds(seen, [1000, 3000], in_erase=False) == [2]
    assert presses.sounds(seen, [1000, 3000], in_erase=True) == [26]
    assert seen.erase_ms(3000, 3026) == 25 and seen.erase_ms(3026, 3100) == 0


def test_a_click_lasts_from_its_tone_to_the_silence_and_a_save_to_its_last_operation():
    seen = bench(
        tone(1001), tone(1014, 0), {"what": "flash", "ms": 1010, "op": "program", "bytes": 512},
        event(1020, "start", "ready"), {"what": "flash", "ms": 1200, "op": "erase"},
    )  # fmt: skip
    assert turns.sounding_ms(seen, 1000) == 13 and turns.sounding_ms(seen, 2000) == 0
    assert turns.saved_ms(seen, 1000) == [10.0] and turns.saved_ms(seen, 1015) == []


def test_states_are_compared_but_for_what_the_clock_has_read_later():
    one = {"game_id": "a", "remaining_ms": 9000, "teams": [{"total": 1}], "deck": 7}
    other = {**one, "game_id": "b", "remaining_ms": 8700}
    assert scenarios.differ(one, other) == []
    assert scenarios.differ(one, {**other, "teams": [{"total": 2}]}) == [
        "teams.0.total is 2, there 1"
    ]
    assert scenarios.differ(one, {**other, "remaining_ms": 9001}) == [
        "remaining_ms is 9001, there 9000"
    ]
    assert len(scenarios.differ(one, {**other, "remaining_ms": 8300, "deck": None})) == 2


def test_the_scenarios_are_there_and_the_page_names_the_rows():
    for name in scenarios.CHOSEN:
        assert (scenarios.FOLDER / f"{name}.jsonl").is_file()
    page = documents.read("hardware/emulated-pico.md")
    assert [row[0] for row in documents.table(page, "row")] == [f"`{name}`" for name in table.ROWS]
