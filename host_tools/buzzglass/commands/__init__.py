"""The commands, a module a subject; cli.py puts them together."""
