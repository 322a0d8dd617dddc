"""The host tool of Buzzglass."""

from glass.version import VERSION as __version__

__all__ = ["__version__"]
