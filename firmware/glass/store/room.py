"""Writing on a flash that may be full: games that the laptop has make room."""

from glass.formats.errors import Refused
from glass.store import files, games


def roomy(work, *arguments):
    """work(*arguments); on a full flash once more after synced games have been dropped.

    Raises Refused if the flash stays full, else what `work` raises.
    """
    try:
        return work(*arguments)
    except OSError as error:
        if not files.is_full(error):
            raise
    if games.make_room():
        try:
            return work(*arguments)
        except OSError as error:
            if not files.is_full(error):
                raise
    raise Refused("full", "The device's flash is full: remove a deck, or copy its games with "
                  "`sync` so that it may drop old ones.")  # fmt: skip
