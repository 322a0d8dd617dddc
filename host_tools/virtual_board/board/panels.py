"""Models of the display chips SSD1306 (datasheet rev 1.1, section 9) and SH1106 (version 2.3):
I2C bytes in, the panel out."""

from PIL import Image

WIDTH, PAGES = 128, 8
# Command: number of bytes that follow (section 9, table 9-1); 0 for all others.
ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2,
    0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip


class SSD1306:
    """`write(data)` takes one I2C transfer after the address; `image()` shows the glass."""

    columns_of_ram = WIDTH
    first_column = 0  # the one behind the glass's left edge
    arguments = ARGUMENTS

    def __init__(self) -> None:
        self.power()

    def power(self) -> None:
        """Power-on reset: registers at their reset values, RAM as if blank."""
        self.ram = bytearray(self.columns_of_ram * PAGES)
        self.on = self.inverted = self.all_on = self.pump = False
        self.contrast = 0x7F
        self.mode = 2
        self.column, self.page = 0, 0
        self.columns, self.pages = (0, WIDTH - 1), (0, PAGES - 1)
        # The module is mounted so that A1/C8 (both remapped) reads upright.
        self.segment_remap = self.com_remap = False
        self.start_line = self.offset = 0
        self._command: list[int] = []

    def write(self, data: bytes) -> None:
        """One transfer: control bytes (8.1.5.2), commands and data."""
        at = 0
        while at < len(data):
            control = data[at]
            single, is_data = bool(control & 0x80), bool(control & 0x40)
            stop = at + 2 if single else len(data)
            for byte in data[at + 1 : stop]:
                if is_data:
                    self._data(byte)
                else:
                    self._feed(byte)
            at = stop

    def _data(self, byte: int) -> None:
        self.ram[self.page * self.columns_of_ram + self.column] = byte
        if self.mode == 2:
            self.column = (self.column + 1) % self.columns_of_ram
        elif self.mode == 0:
            self.column += 1
            if self.column > self.columns[1]:
                self.column = self.columns[0]
                self.page = self.pages[0] if self.page >= self.pages[1] else self.page + 1
        else:
            self.page += 1
            if self.page > self.pages[1]:
                self.page = self.pages[0]
                last = self.column >= self.columns[1]
                self.column = self.columns[0] if last else self.column + 1

    def _feed(self, byte: int) -> None:
        self._command.append(byte)
        if len(self._command) > self.arguments.get(self._command[0], 0):
            command, self._command = self._command, []
            self._execute(command[0], command[1:])

    def _execute(self, code: int, args: list[int]) -> None:
        if code <= 0x0F:
            self.column = self.column & 0xF0 | code
        elif code <= 0x1F:
            self.column = (self.column & 0x0F | (code & 0x0F) << 4) % self.columns_of_ram
        elif code == 0x20:
            self.mode = args[0] & 3
        elif code == 0x21:
            self.columns = (args[0] & 127, args[1] & 127)
            self.column = self.columns[0]
        elif code == 0x22:
            self.pages = (args[0] & 7, args[1] & 7)
            self.page = self.pages[0]
        elif 0x40 <= code <= 0x7F:
            self.start_line = code & 63
        elif code == 0x81:
            self.contrast = args[0]
        elif code == 0x8D:
            self.pump = bool(args[0] & 4)
        elif code in (0xA0, 0xA1):
            self.segment_remap = code == 0xA1
        elif code in (0xA4, 0xA5):
            self.all_on = code == 0xA5
        elif code in (0xA6, 0xA7):
            self.inverted = code == 0xA7
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif 0xB0 <= code <= 0xB7:
            self.page = code & 7
        elif code in (0xC0, 0xC8):
            self.com_remap = code == 0xC8
        elif code == 0xD3:
            self.offset = args[0] & 63

    def pixel_rows(self) -> list[list[int]]:
        """64 rows of 128 pixels, 1 where the glass glows, the module upright."""
        if not (self.on and self.pump):
            return [[0] * WIDTH for _ in range(PAGES * 8)]
        rows = []
        for y in range(PAGES * 8):
            line = y if self.com_remap else 63 - y
            line = (line + self.start_line + self.offset) % 64
            base, mask = line // 8 * self.columns_of_ram + self.first_column, 1 << line % 8
            row = [1 if self.ram[base + x] & mask else 0 for x in range(WIDTH)]
            if not self.segment_remap:
                row.reverse()
            rows.append([1 if self.all_on else bit ^ self.inverted for bit in row])
        return rows

    def image(self, scale: int = 4) -> Image.Image:
        """The glass, each pixel `scale` pixels wide."""
        image = Image.new("1", (WIDTH, PAGES * 8))
        image.putdata([255 * bit for row in self.pixel_rows() for bit in row])
        size = (WIDTH * scale, PAGES * 8 * scale)
        return image.resize(size, Image.Resampling.NEAREST).convert("L")


class SH1106(SSD1306):
    """132 columns of RAM, the glass behind 2 to 129; page addressing only, a DC-DC converter of its
    own that is on after power-up (0xAD), and nothing at the SSD1306's 0x20 to 0x2F and 0x8D."""

    columns_of_ram = 132
    first_column = 2
    arguments = {
        0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip

    def power(self) -> None:
        """Power-on reset."""
        super().power()
        self.pump = True

    def _data(self, byte: int) -> None:
        if self.column < self.columns_of_ram:
            self.ram[self.page * self.columns_of_ram + self.column] = byte
            self.column += 1  # the address stays at the end (section "page address mode")

    def _execute(self, code: int, args: list[int]) -> None:
        if 0x20 <= code <= 0x2F or code == 0x8D:
            return
        if code == 0xAD:
            self.pump = bool(args[0] & 1)
            return
        super()._execute(code, args)


CHIPS = {"ssd1306": SSD1306, "sh1106": SH1106}
