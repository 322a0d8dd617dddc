"""`make arch`: the picture of the rooms says what the sources say."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from make import arch

SVG = "{http://www.w3.org/2000/svg}"

TREE = {
    "main.py": "from glass import boot\n",
    "glass/__init__.py": "",
    "glass/boot.py": "from glass.ui import menu\nfrom glass.store import files\n",
    "glass/store/__init__.py": "",
    "glass/store/files.py": "import os\n",
    "glass/store/journal.py": "from glass.store import files\n",
    "glass/ui/__init__.py": "",
    "glass/ui/menu.py": "",
}


def draw(folder, **changed):
    """(picture, its texts) of TREE with other texts for some files, "ui_menu" for glass/ui/menu."""
    for path, text in TREE.items():
        key = path.removeprefix("glass/").removesuffix(".py").replace("/", "_")
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(changed.get(key, text))
    picture = arch.draw(folder)
    texts = [part.text for part in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    return picture, texts


def test_the_picture_of_the_firmware_is_up_to_date():
    assert arch.PICTURE.read_text() == arch.draw(arch.FIRMWARE), "run `make arch`"


def test_files_lines_and_arrows_are_shown(tmp_path):
    picture, texts = draw(tmp_path)
    assert {"glass/ui/", "glass/store/", "main and glass/", "journal", "menu"} <= set(texts)
    assert "The rooms of the firmware: 8 files, 5 lines" in texts
    assert {"2 files, 2 lines", "1 inside", "Nothing breaks the rules."} <= set(texts)
    assert arch.WRONG not in picture
    assert len(re.findall(r'<path d="M[\d.]+ [\d.]+H', picture)) == 2  # to ui and to store
    assert draw(tmp_path)[0] == picture


def test_an_arrow_against_the_rules_is_red_and_goes_up(tmp_path):
    picture, texts = draw(tmp_path, ui_menu="def f():\n    from glass import boot\n")
    assert "Against the rules: 1 import, 1 circle, and all that is hidden in strings." in texts
    red = re.findall(rf'<path d="M[\d.]+ ([\d.]+)H[\d.]+V([\d.]+)"[^/]*{arch.WRONG}', picture)
    assert len(red) == 1
    start, end = map(float, red[0])
    assert end < start


def test_a_circle_inside_a_room_is_named(tmp_path):
    _, texts = draw(tmp_path, store_files="def f():\n    from glass.store import journal\n")
    assert "circle of 2: files, journal" in texts
    assert "files imports journal" in texts  # it may import nothing at all


def test_imports_in_strings_are_dashed(tmp_path):
    picture, texts = draw(tmp_path, boot="from glass import borrow\nborrow('ui.menu')\n")
    assert "1 (1 in strings)" in texts
    assert picture.count("stroke-dasharray") == 1


def test_no_arrow_runs_through_a_box():
    modules = arch.house.read(arch.FIRMWARE)
    boxes, arrows = arch.boxes_and_arrows(modules)
    arch.place(boxes, arrows)
    by_name = {box.name: box for box in boxes}
    assert len(arrows) > 8
    for arrow in arrows:
        (x0, y0), (x1, _), (_, y2) = arch._path(arrow, by_name, arrows)
        for box in boxes:
            if box.name not in (arrow.source, arrow.target):
                inside_x = box.x < x1 < box.x + box.width
                assert not (inside_x and min(y0, y2) < box.y + 1 < max(y0, y2)), (arrow, box)
                inside_y = box.y < y0 < box.y + box.height
                assert not (inside_y and min(x0, x1) < box.x + 1 < max(x0, x1)), (arrow, box)


@pytest.mark.parametrize("arguments", [["no-such-folder"], ["no-such-folder", "x.svg"]])
def test_a_folder_without_firmware_is_refused(capsys, arguments):
    assert arch.main(arguments) == 2
    assert "There is no firmware in no-such-folder" in capsys.readouterr().err


def test_another_tree_goes_where_it_is_asked_to(tmp_path, capsys):
    draw(tmp_path / "old")
    target = tmp_path / "pictures" / "old.svg"
    before = Path(arch.PICTURE).read_bytes()
    assert arch.main([str(tmp_path / "old"), str(target)]) == 0
    assert target.read_text() == arch.draw(tmp_path / "old")
    assert Path(arch.PICTURE).read_bytes() == before
