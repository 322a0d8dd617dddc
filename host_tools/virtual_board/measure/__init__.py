"""What is measured on the virtual device: latency, and wear of the flash."""
