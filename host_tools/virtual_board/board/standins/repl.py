"""The prompt of MicroPython where the firmware has ended, as far as mpremote and people with a
terminal need it: lines, and the raw mode (MicroPython's docs: "The MicroPython REPL")."""

import io
import sys

import micropython

BANNER = b'MicroPython on a virtual board\r\nType "help()" for more information.\r\n>>> '
RAW = b"raw REPL; CTRL-B to exit\r\n>"
CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = 1, 2, 3, 4, 5


def _out(text):
    sys.stdout.buffer.write(text if isinstance(text, bytes) else text.encode())


def _print(*values, sep=" ", end="\n", file=None):
    text = sep.join(str(value) for value in values) + end
    if file is None or file is sys.stdout:
        _out(text.replace("\n", "\r\n"))
    else:
        file.write(text)


def _run(code, names):
    """Run a text; returns what went wrong as MicroPython would print it, or ""."""
    micropython.kbd_intr(CTRL_C)
    try:
        exec(code, names)
    except SystemExit:
        raise
    except BaseException as error:
        stream = io.StringIO()
        sys.print_exception(error, stream)
        return stream.getvalue().replace("\n", "\r\n")
    finally:
        micropython.kbd_intr(-1)
    return ""


def run():
    """For ever."""
    micropython.kbd_intr(-1)
    names = {"__name__": "__main__", "print": _print}
    raw, line = False, bytearray()
    _out(BANNER)
    while True:
        byte = sys.stdin.buffer.read(1)[0]
        if byte == CTRL_A:
            raw = True
            _out(b"\r\n" + RAW)
        elif byte == CTRL_B:
            raw = False
            _out(b"\r\n" + BANNER)
        elif byte == CTRL_C:
            _out(b"" if raw else b"\r\nKeyboardInterrupt\r\n>>> ")
        elif byte == CTRL_E and raw and not line:
            sys.stdin.buffer.read(1)  # "A" and Ctrl-A: raw paste, which this prompt has not
            sys.stdin.buffer.read(1)
            _out(b"R\x00")
            continue
        elif byte == CTRL_D and raw and line:
            _out(b"OK")
            wrong = _run(line.decode(), names)
            _out(b"\x04" + wrong.encode() + b"\x04>")
        elif byte == CTRL_D:  # a soft reset, in which main.py would run only out of the lines' mode
            names = {"__name__": "__main__", "print": _print}
            _out((b"OK" if raw else b"") + b"\r\nMPY: soft reboot\r\n" + (RAW if raw else BANNER))
        elif raw or byte not in b"\r\n":
            line.append(byte)
            if not raw:
                _out(bytes((byte,)))
            continue
        else:
            _out(b"\r\n")
            if line:
                _out(_run(line.decode(), names))
            _out(b">>> ")
        line = bytearray()
