"""What a device sends back for one frame of a request."""

from __future__ import annotations

from glass.formats import frame


class Answer:
    """What comes back for one frame of a request: an acknowledgement, or the parts of a reply."""

    def __init__(self, ident: int, seq: int, last: bool) -> None:
        self._ident, self._seq, self._last = ident, seq, last
        self._parts: dict[int, str] = {}
        self._total: int | None = None
        self.hurried = False  # it was sent again at once, because the device had lost a line
        self.whole = False

    def take(self, kind: str, ident: int, number: int, is_last: bool, text: str) -> bool:
        """Take a frame; True if it is a part of the reply that was not there yet."""
        if ident != self._ident:
            return False
        if not self._last:
            self.whole = kind == frame.ACK and number == self._seq
            return False
        if kind != frame.REPLY:
            return False
        is_new = number not in self._parts
        self._parts[number] = text
        if is_last:
            self._total = number + 1
        self.whole = self._total is not None and len(self._parts) >= self._total
        return is_new

    @property
    def text(self) -> str:
        """The whole reply."""
        return "".join(self._parts[number] for number in range(self._total or 0))


class Held(Answer):
    """What comes back for a frame of an upload's data: how many bytes are held then, or a
    refusal."""

    def __init__(self, upload: int, wanted: int) -> None:
        """wanted: bytes that are held if it has arrived."""
        super().__init__(upload, 0, True)
        self._wanted = f"{wanted:06x}"

    def take(self, kind: str, ident: int, number: int, is_last: bool, text: str) -> bool:
        """Take a frame; True if it is a part of a refusal that was not there yet."""
        if kind != frame.ACK:
            return super().take(kind, ident, number, is_last, text)
        if ident == self._ident and text.strip() == self._wanted:  # else it is an older one's
            self.whole = True
        return False
