"""A menu: pages of rows under a title, walked with four buttons.

A page is a function that returns (title, rows, back, cursor): rows of (text, action), `back` an
action or None, `cursor` the row to begin with. A row whose action is None goes back; one is added
if there is none. The function is called when the page is first looked at, so that what a row's
action has changed stays changed if there is no memory for the next page.
"""

from glass.ui import menu_pages


class Menu:
    """`title` and `items` are texts, `cursor` an index, once `build` has been called."""

    def __init__(self, device, page):
        """device: MainMenu, of which this uses redraw(), play(tune), words. page: the first one."""
        self._device = device
        self.show(page)

    def show(self, page, *arguments):
        """Show the page that page(*arguments) returns."""
        self._page = lambda: page(*arguments)
        self._built = False
        self.editor = None
        self._device.redraw()

    def edit(self, editor, back):
        """Show a page that takes the buttons itself (a Speller of text_entry.py). back: an
        action."""
        self.editor, self._back = editor, back
        self._device.redraw()

    def build(self):
        """Make the rows of the page shown, if that is still to be done."""
        if self._built or self.editor is not None:
            return
        title, rows, back, cursor = self._page()
        if back and None not in [action for _, action in rows]:
            rows.append((self._device.words["menu_back"], None))
        self.items, self._actions = [row[0] for row in rows], [row[1] for row in rows]
        self.title, self._back, self.cursor = title, back, min(cursor, len(rows) - 1)
        self._built = True

    def state(self):
        """The page as `status` gives it: title, rows, the index and text of the one chosen."""
        if self.editor is not None:
            return {"title": self.editor.title, "row": self.editor.row()}
        self.build()
        return {"title": self.title, "row": self.items[self.cursor], "rows": self.items,
                "at": self.cursor}  # fmt: skip

    def press(self, button):
        """`pass` and `foul` move down and up, `start` and `got` choose. Raises what the row's
        action raises."""
        self.build()
        if self.editor is not None:
            self._device.play("click")
            self.editor.press(button)
        elif button == "pass":
            self.cursor = (self.cursor + 1) % len(self.items)
        elif button == "foul":
            self.cursor = (self.cursor - 1) % len(self.items)
        else:
            self._device.play("click")
            (self._actions[self.cursor] or self._back)()

    def draw(self, fb):
        """The page on a cleared frame."""
        menu_pages.draw(fb, self)

    def back(self):
        """One page back; False if this is the first one."""
        self.build()
        if not self._back:
            return False
        self._back()
        return True
