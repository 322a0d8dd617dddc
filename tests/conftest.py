"""Hypothesis without a wall-clock deadline: a slow machine is no fault."""

try:
    from hypothesis import settings
except ImportError:  # rule tests also run where it is not installed
    pass
else:
    settings.register_profile("project", deadline=None)
    settings.load_profile("project")
