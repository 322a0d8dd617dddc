"""The screens of the plain timer."""
