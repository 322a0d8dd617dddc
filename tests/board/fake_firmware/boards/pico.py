PINS = {"start": 10, "got": 11, "pass": 12, "foul": 13}
