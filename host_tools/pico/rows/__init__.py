"""What is measured, a module a theme."""
