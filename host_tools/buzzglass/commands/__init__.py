"""The commands, a module a subject; importing one adds its commands to `tool.cli`."""
