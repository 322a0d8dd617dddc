"""Errors that end a command: the text says what happened and what to do."""


class ToolError(Exception):
    """A command failed; the text is shown to the user as it is."""


class LinkError(ToolError):
    """The device cannot be reached, or stopped answering."""


class DeviceError(ToolError):
    """The device refused a request. `code` is its short machine-readable reason."""

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code
