"""The pages of the menu: a list, and a name that is spelled."""

from glass.ui.paint import WIDTH, rows_of_list, write


def draw(fb, menu):
    """The page of a Menu (menu.py) on a cleared frame."""
    if menu.editor is not None:
        _spelling(fb, menu.editor)
        return
    menu.build()
    _title(fb, menu.title)
    for at, top, dark, wide in rows_of_list(fb, len(menu.items), menu.cursor, 14):
        write(fb, menu.items[at], 3, top + 11, wide - 6, ("small", "tiny"), dark=dark)


def _title(fb, text):
    write(fb, text, 0, 11)  # a row higher an accent on a capital is cut off
    fb.hline(0, 13, WIDTH, 1)


def _spelling(fb, editor):
    _title(fb, editor.title)
    write(fb, editor.text + "_", 0, 27, align=1, sizes=("medium", "small"))
    letters = editor.letters(9)
    for at, letter in enumerate(letters):
        x = 14 * at + 1
        dark = at == len(letters) // 2
        if dark:
            fb.fill_rect(x - 1, 32, 14, 16, 1)
        write(fb, letter, x, 44, 12, ("medium",), 1, dark)
    write(fb, editor.help, 0, 61, align=1)
