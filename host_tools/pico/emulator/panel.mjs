// The panel on the I2C bus: its address, the status byte, the time a byte takes, and the bytes
// of each transfer. What the glass shows of them is worked out by virtual_board/board/panels.py.
import { GPIOPinState } from './library.mjs';

const ON = 0xaf, OFF = 0xae, OFF_BIT = 0x40, SIO = 5;

export class Panel {
  // address: on the bus. status: low half of the status byte. bytesAfter: {command: how many bytes
  // follow}. note(what, more): the record.
  constructor({ sda, scl, address, status, bytesAfter, plugged }, note) {
    Object.assign(this, { sda, scl, address, status, bytesAfter, note, present: plugged });
    this.power();
  }

  power() {
    this.on = false;
    this.rest = 0; // bytes that still belong to the command
  }

  plug(plugged) {
    this.present = plugged;
    if (plugged) this.power();
    this.note('panel', { plugged });
  }

  attach(mcu, clock) {
    this.clock = clock;
    const i2c = mcu.i2c[0], abort = i2c.abort.bind(i2c);
    i2c.abort = (reason) => { abort(reason); i2c.setInterrupts(1 << 4); }; // the FIFO is empty then
    let next = () => {};
    const alarm = clock.createAlarm(() => next());
    const later = (f) => { // nine clocks of the bus
      next = f;
      alarm.schedule(9 * 8 * (i2c.sclHighPeriod + i2c.sclLowPeriod));
    };
    i2c.onConnect = (address) => {
      const yes = this.begin(address);
      later(() => i2c.completeConnect(yes));
    };
    i2c.onWriteByte = (byte) => { this.take(byte); later(() => i2c.completeWrite(true)); };
    i2c.onReadByte = () => {
      later(() => i2c.completeRead((this.on ? 0 : OFF_BIT) | this.status));
    };
    i2c.onStop = () => { this.end(); i2c.completeStop(); };
    this.attachPins(mcu);
  }

  begin(address) {
    this.selected = this.present && address === this.address;
    this.bytes = [];
    this.began = this.clock.nanos;
    return this.selected;
  }

  take(byte) {
    this.bytes.push(byte);
    if (this.bytes.length === 1 || this.bytes[0] & 0x40) return; // a control byte, or data
    if (this.rest) this.rest--;
    else {
      if (byte === ON || byte === OFF) this.on = byte === ON;
      this.rest = this.bytesAfter[byte] ?? 0;
    }
  }

  end() {
    if (this.selected && this.bytes.length) {
      const ms = (this.clock.nanos - this.began) / 1e6;
      this.note('oled', { data: Buffer.from(this.bytes).toString('hex'), ms });
    }
    this.selected = false;
  }

  // The same on the two pins, bit by bit: MicroPython writes there what has no bytes, as in a scan.
  attachPins(mcu) {
    const D = mcu.gpio[this.sda], C = mcu.gpio[this.scl];
    let state = 'idle', count = 0, bits = 0, acked = false, d = 1, c = 1;
    const level = (pin) => (pin.value === GPIOPinState.Low ? 0 : 1);
    const soft = () => D.functionSelect === SIO && C.functionSelect === SIO;
    D.addListener(() => {
      const v = level(D);
      if (v === d) return;
      d = v;
      if (!soft() || !c) return;
      if (!v) { state = 'address'; count = bits = 0; acked = false; }
      else { if (state === 'data') this.end(); state = 'idle'; }
    });
    C.addListener(() => {
      const v = level(C);
      if (v === c) return;
      c = v;
      if (!soft() || state === 'idle') return;
      if (v) { if (count < 8) { bits = bits << 1 | d; count++; } else count = 9; }
      else if (count === 8 && !acked) {
        acked = state === 'address' ? this.begin(bits >> 1) : true;
        if (state === 'data') this.take(bits & 255);
        if (acked) D.drive(false);
        else state = 'idle';
      } else if (count === 9) {
        if (acked) D.drive(null);
        acked = false; count = bits = 0; state = 'data';
      }
    });
  }
}
