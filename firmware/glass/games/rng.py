"""Random numbers from a seed, the same on every Python."""

MASK = 0xFFFFFFFF


class Rng:
    """Mulberry32 (Tommy Ettinger, public domain): 32 bits of state."""

    def __init__(self, seed):
        self._state = seed & MASK

    def copy(self):
        """Another Rng that will give the same numbers."""
        return Rng(self._state)

    def bits(self):
        """The next 32 bits."""
        self._state = state = (self._state + 0x6D2B79F5) & MASK
        mixed = ((state ^ state >> 15) * (state | 1)) & MASK
        mixed ^= (mixed + (((mixed ^ mixed >> 7) * (mixed | 61)) & MASK)) & MASK
        return mixed ^ mixed >> 14

    def below(self, n):
        """A uniform int from 0 to n - 1 (n from 1 to 2**32): out-of-range draws are drawn anew."""
        shift = 32
        while 1 << (32 - shift) < n:
            shift -= 1
        while True:
            value = self.bits() >> shift
            if value < n:
                return value

    def shuffle(self, items):
        """Shuffle a list in place (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
