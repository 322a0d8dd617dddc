"""Scenarios: files of presses and expectations, played on the virtual device."""
