"""All of the plain timer but its entry comes and goes at once: it takes a block of flash."""

from glass.games.timer import rules, setup
from glass.ui.timer import form, screens

RULES, SETUP = rules.Timer, setup
FORM, SCREENS = form.Form, screens
