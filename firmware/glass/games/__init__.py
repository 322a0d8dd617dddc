"""The rules of the games: pure, no hardware, no clock of their own."""
