"""A tiny firmware that shows what the virtual board does to it."""

import os
import select
import sys
from time import ticks_ms

import machine
from machine import Pin, Timer


class App:
    def __init__(self):
        self.ring = [0] * 64
        self.count = 0
        self.text = b""
        self.fired = 0
        self.pins = [Pin(number, Pin.IN, Pin.PULL_UP) for number in (10, 11)]
        for pin in self.pins:
            how = {} if sys.platform == "esp32" else {"hard": True}
            pin.irq(self.on_edge, Pin.IRQ_FALLING | Pin.IRQ_RISING, **how)
        self.poll = select.poll()
        self.poll.register(sys.stdin.buffer, select.POLLIN)
        self.timer = Timer(-1 if sys.platform == "rp2" else 0)
        self.entropy = list(os.urandom(4))
        try:
            with open("/boots") as file:
                self.boots = int(file.read()) + 1
        except OSError:
            self.boots = 1
        with open("/boots", "w") as file:
            file.write(str(self.boots))

    def on_edge(self, _pin):
        self.ring[self.count] = ticks_ms()
        self.count += 1

    def on_timer(self, _timer):
        self.fired += 1

    def state(self):
        return {
            "edges": self.ring[: self.count],
            "text": self.text.decode(),
            "ms": ticks_ms(),
            "boots": self.boots,
            "fired": self.fired,
            "entropy": self.entropy,
        }

    def readable(self):
        for _ in self.poll.ipoll(0):
            return True
        return False

    def take(self, byte):
        self.text += byte
        if byte == b"!":
            raise ValueError("as asked")
        if byte == b"@":
            self.ring = [0] * 1000000
        if byte == b"r":
            machine.reset()
        if byte == b"~":
            while True:
                ticks_ms()
        if byte == b"\n":
            sys.stdout.buffer.write(b"got " + self.text)
        if byte == b"f":
            with open("/x", "w") as file:
                file.write("x" * 5000)

    def run(self):
        self.timer.init(mode=Timer.PERIODIC, period=1000, callback=self.on_timer)
        while True:
            while self.readable():
                self.take(sys.stdin.buffer.read(1))
            machine.idle()


app = None


def run():
    global app
    app = App()
    app.run()
