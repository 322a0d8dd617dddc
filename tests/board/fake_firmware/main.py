import json, machine, os, select, sys
from machine import Pin, I2C, PWM, Timer
from time import ticks_ms, ticks_diff, sleep_ms
class App:
    def __init__(self):
        self.edges=[]; self.ring=[0]*64; self.n=0; self.bytes=b""
        self.pins=[Pin(n,Pin.IN,Pin.PULL_UP) for n in (10,11)]
        for p in self.pins: p.irq(self.edge, Pin.IRQ_FALLING|Pin.IRQ_RISING, hard=True)
        self.poll=select.poll(); self.poll.register(sys.stdin.buffer, select.POLLIN)
        self.ticks=0; self.t=Timer(-1); self.u=os.urandom(4)
        try: self.boots=int(open("/boots").read())+1
        except OSError: self.boots=1
        with open("/boots","w") as f: f.write(str(self.boots))
    def edge(self,p):
        self.ring[self.n]=ticks_ms(); self.n+=1
    def tick(self,t): self.ticks+=1
    def state_json(self): return json.dumps({"n":self.n,"edges":self.ring[:self.n],"b":self.bytes.decode(),"ms":ticks_ms(),"boots":self.boots,"ticks":self.ticks,"u":list(self.u)})
    def run(self):
        self.t.init(mode=Timer.PERIODIC, period=1000, callback=self.tick)
        while True:
            while any(True for _ in self.poll.ipoll(0)):
                b=sys.stdin.buffer.read(1); self.bytes+=b
                if b==b"!": 1/0
                if b==b"\n": sys.stdout.buffer.write(b"got "+self.bytes)
                if b==b"f":
                    with open("/x","w") as f: f.write("x"*5000)
            machine.idle()
app=App()
app.run()
