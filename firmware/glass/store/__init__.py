"""Files on flash."""
