"""One small file a board: pins, bus, serial stream, nothing else."""
