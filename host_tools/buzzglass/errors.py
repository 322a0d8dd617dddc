"""Errors that end a command: each carries one sentence saying what happened and what to do."""


class ToolError(Exception):
    """The thing asked for failed; the text is shown to the user as it is."""


class LinkError(ToolError):
    """The device cannot be reached, or stopped answering."""


class DeviceError(ToolError):
    """The device refused a request. `code` is its short machine-readable reason."""

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code
