"""The firmware's own tables on a laptop's Python: what may be asked of it, and its settings."""

from support import board_modules  # noqa: F401, I001  the firmware needs it

from glass import registry
from glass.link import file_requests, requests
from glass.link.requests import PROTOCOL, check
from glass.store.settings import FIELDS

REQUESTS = {do: [need[:-2] for need in needs.split()] for do, needs in requests.REQUESTS.items()}
WINDOW = requests._WINDOW
CHUNK_MAX = file_requests._CHUNK_MAX
GAMES_A_REPLY = file_requests._GAMES_A_REPLY

__all__ = ["CHUNK_MAX", "GAMES_A_REPLY", "PROTOCOL", "REQUESTS", "WINDOW", "check"]


def default_settings():
    """{name: value} of a device on which nobody has set any."""
    fields = {**FIELDS, **registry.settings()}
    return {key: field[0] for key, field in fields.items()}
