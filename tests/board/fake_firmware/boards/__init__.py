"""The fake board of the board tests."""
