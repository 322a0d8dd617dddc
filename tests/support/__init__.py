"""What tests share: hands for the buttons, boards, wires, devices. MicroPython loads some of it."""
