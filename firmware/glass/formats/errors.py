"""The one exception that rules, files and requests raise for what they cannot do."""


class Refused(Exception):
    """Something that is not possible; nothing was changed.

    `code` is a short word (PROTOCOL.md, Errors): the screen has a line for it, and a laptop gets it
    as `error`. `args_text` is an English sentence that says what is wrong, where, and what to do.
    """

    def __init__(self, code, args_text=""):
        super().__init__(code, args_text)
        self.code = code
        self.args_text = args_text or code


# What reading a damaged file may raise.
DAMAGED = (ArithmeticError, AttributeError, LookupError, OSError, Refused, TypeError, ValueError)
