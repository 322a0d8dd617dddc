"""Tiny programs for the emulated chip, made by hand: a loop that does what a list says, and
straight rows of instructions; and the .uf2 file that brings one into flash."""

import struct

FLASH, SRAM = 0x10000000, 0x20000000
RESULTS = SRAM + 0x1000  # where programs leave what they have read
ERASE, PROGRAM = 0x237C, 0x23C4  # the boot ROM's functions
FAMILY = 0xE48BFF56
B, BEQ, BNE, NOP = 0xE000, 0xD000, 0xD100, 0x46C0


def store(address, value):
    """Write a word."""
    return 0, address, value, 0


def wait(address, mask):
    """Read a word until it has one of these bits."""
    return 1, address, mask, 0


def copy(address, place):
    """Read a word, and leave it as number `place` of the results."""
    return 2, address, RESULTS + 4 * place, 0


def erase(at, size):
    """Erase flash from offset `at`."""
    return 3, ERASE | 1, at, size


def write_page(at, source):
    """Program a page of 256 bytes at offset `at` from the address `source`."""
    return 3, PROGRAM | 1, at, source


def doing(*steps):
    """A program that does the steps one after the other and then sleeps for good."""
    code = [
        0x4C00,  # ldr r4, [pc, ...]: the list
        "loop:", 0xCC0F,  # ldmia r4!, {r0-r3}
        0x2800, (BNE, "1"), 0x600A, (B, "loop"),  # str r2, [r1]
        "1:", 0x2801, (BNE, "2"),
        "again:", 0x680D, 0x4215, (BEQ, "again"), (B, "loop"),  # ldr r5, [r1]; tst r5, r2
        "2:", 0x2802, (BNE, "3"), 0x680D, 0x6015, (B, "loop"),  # ldr r5, [r1]; str r5, [r2]
        "3:", 0x2803, (BNE, "end"),
        0x460E, 0x4610, 0x4619, 0x2201, 0x0212, 0x47B0, (B, "loop"),  # r1(r2, r3, 256)
        "end:", 0xBF30, (B, "end"),  # wfi
    ]  # fmt: skip
    code = _placed(code)
    if len(code) % 2:
        code.append(NOP)
    code[0] |= (2 * len(code) - 4) // 4
    data = struct.pack(f"<{len(code)}H", *code)
    data += struct.pack("<I", FLASH + len(data) + 4)
    return data + b"".join(struct.pack("<4I", *step) for step in [*steps, (9, 0, 0, 0)])


def _placed(code):
    """The code without its labels, branches to them worked out."""
    at, words = {}, []
    for one in code:
        if isinstance(one, str):
            at[one.rstrip(":")] = len(words)
        else:
            words.append(one)
    for index, one in enumerate(words):
        if isinstance(one, tuple):
            kind, label = one
            words[index] = kind | (at[label] - index - 2) & (0x7FF if kind == B else 0xFF)
    return words


def straight(instructions, registers):
    """A program that sets r0 to r7, runs the instructions, and leaves the flags and r0 to r7 as
    results 0 to 8."""
    words = [RESULTS + 36, *registers]  # the stack grows down to RESULTS
    head = [0x4800, 0x4685, *(0x4800 | n << 8 for n in range(8))]  # r0 -> sp; ldr rn, [pc, ...]
    past = [B | 2 * len(words), NOP]  # over the words
    for index, word in [(0, 0), *((2 + n, 1 + n) for n in range(8))]:
        target = 2 * len(head + past) + 4 * word
        head[index] |= (target - (2 * index + 4 & ~3)) // 4
    tail = [0xB4FF, 0xF3EF, 0x8000, 0xB401, 0xBF30, 0xE7FD]  # push; mrs r0, apsr; push; wfi
    code = [*head, *past]
    data = struct.pack(f"<{len(code)}H{len(words)}I", *code, *words)
    return data + struct.pack(f"<{len(instructions) + 6}H", *instructions, *tail)


def uf2(path, data):
    """Write a program as a .uf2 file; returns its path."""
    pages = [data[at : at + 256].ljust(256, b"\xff") for at in range(0, len(data), 256)]
    blocks = []
    for number, page in enumerate(pages):
        head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, FLASH + 256 * number, 256, number,
                           len(pages), FAMILY)  # fmt: skip
        blocks.append((head + page).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30))
    path.write_bytes(b"".join(blocks))
    return path
