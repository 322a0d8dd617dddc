"""Refuses to build a wheel without the fonts: it would install a tool that cannot draw."""

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FontsHook(BuildHookInterface):
    """Checks that host_tools/make/build_fonts.py has run."""

    def initialize(self, version, build_data):
        """Raises RuntimeError with what to do."""
        fonts = Path(self.root) / "firmware" / "glass" / "ui" / "fonts"
        if not list(fonts.glob("*.font")):
            raise RuntimeError("The fonts are not built yet: run `make setup` first.")
