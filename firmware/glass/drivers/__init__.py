"""One piece of hardware each."""
