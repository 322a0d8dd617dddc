"""The firmware's own tables on a laptop's Python: what may be asked of it, and its settings."""

import sys
import types

sys.modules.setdefault("micropython", types.SimpleNamespace(const=lambda value: value))

from glass.formats.errors import Refused  # noqa: E402
from glass.link import requests  # noqa: E402
from glass.store import settings  # noqa: E402

PROTOCOL = requests.PROTOCOL
WINDOW = requests._WINDOW
CHUNK_MAX = requests._CHUNK_MAX
GAMES_A_REPLY = requests._GAMES_A_REPLY
REQUESTS = {
    name[4:]: requests.NEEDS.get(name[4:], {})
    for name in vars(requests.Requests)
    if name.startswith("_do_")
}


def check(request):
    """Raise Refused unless a request (dict with "do") is in the table and has its fields."""
    do = request["do"]
    if do not in REQUESTS:
        raise Refused("request", f'This device knows no request "{do}".')
    for key, kind in REQUESTS[do].items():
        value = request.get(key)
        if type(value) is not kind or kind is int and not 0 <= value <= 0xFFFFFFFF:
            raise Refused("request", f'The request "{do}" needs "{key}".')


def default_settings():
    """{name: value} of a device on which nobody has set any."""
    return {key: field[0] for key, field in settings.FIELDS.items()}
