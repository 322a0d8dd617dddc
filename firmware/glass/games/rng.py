"""Random numbers from a seed, the same on every Python."""

MOST = 1 << 21  # what `below` takes


class Rng:
    """Mulberry32 (Tommy Ettinger, public domain): 32 bits of state.

    They are kept as 21 and 11 bits, and multiplied by 11: a whole number of more than 30 bits is an
    object on a board's heap, and a card drawn would leave a kilobyte of them behind.
    """

    FROZEN = ("_high", "_low", "_end")

    def __init__(self, seed):
        self._high, self._low = seed >> 11 & 0x1FFFFF, seed & 0x7FF
        self._end = 0  # the lower 11 of the last 32 bits drawn

    def copy(self):
        """Another Rng that will give the same numbers."""
        other = Rng(0)
        other._high, other._low = self._high, self._low
        return other

    def _draw(self):
        """The upper 21 of the next 32 bits; `_end` has the others."""
        low = self._low + 0x1F5  # z = state = state + 0x6D2B79F5
        high = self._high + 0xDA56F + (low >> 11) & 0x1FFFFF
        low &= 0x7FF
        self._high, self._low = high, low
        a, b = low ^ high >> 4 & 0x7FF, high ^ high >> 15  # z = (z ^ z >> 15) * (z | 1)
        c, d, e = low | 1, high & 0x7FF, high >> 11
        low = a * c
        middle = a * d + (b & 0x7FF) * c + (low >> 11)
        high = a * e + (b & 0x7FF) * d + (b >> 11) * c + (middle >> 11) & 0x3FF
        low, high = low & 0x7FF, high << 11 | middle & 0x7FF
        a, b = low ^ (high << 4 | low >> 7) & 0x7FF, high ^ high >> 7
        c, d, e = low | 61, high & 0x7FF, high >> 11  # z ^= z + (z ^ z >> 7) * (z | 61)
        end = a * c + low
        middle = a * d + (b & 0x7FF) * c + d + (end >> 11)
        top = a * e + (b & 0x7FF) * d + (b >> 11) * c + e + (middle >> 11) & 0x3FF
        low ^= end & 0x7FF
        high ^= top << 11 | middle & 0x7FF
        self._end = low ^ high >> 3 & 0x7FF  # z ^ z >> 14
        return high ^ high >> 14

    def bits(self):
        """The next 32 bits."""
        high = self._draw()
        return high << 11 | self._end

    def below(self, n):
        """A uniform int from 0 to n - 1 (n from 1 to MOST): out-of-range draws are drawn anew."""
        shift, most = 21, n - 1
        while most:
            most >>= 1
            shift -= 1
        while True:
            value = self._draw() >> shift
            if value < n:
                return value

    def shuffle(self, items):
        """Shuffle a list in place (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
