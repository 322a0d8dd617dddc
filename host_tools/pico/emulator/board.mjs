// One emulated Pico with the gadget's wiring, in simulated time.
import { RP2040, SimulationClock, bootRom, startChance } from './library.mjs';
import { makeRunner } from './cpu.mjs';
import { ERASE, FLASH, FS_BYTES, FS_START, Flash, PROGRAM, loadUf2, stubbed } from './flash.mjs';
import { Panel } from './panel.mjs';
import { tone, wire } from './pins.mjs';
import { SerialPort } from './usb.mjs';
import fs from 'node:fs';

const NS = 8, WATCHDOG = 0x40058, WDT_LOAD = 4, SHORT_PASS_MS = 2, APART_MS = 500;

// `records` are what happened: {ns, what, ...}. Times that go in are ms of the whole run.
export class Board {
  // uf2: MicroPython, or null. image: a file with the file system, or null. pins: {button: number}.
  // buzzer: its pin. panel: see Panel. flash: times. packetUs: see SerialPort.
  constructor({ uf2 = null, image = null, pins, buzzer, panel, flash, packetUs = 100 }) {
    startChance();
    Object.assign(this, { pins, buzzer, records: [], received: [], levels: {}, queue: [] });
    Object.assign(this, { off: true, resets: 0, starts: 0, order: 0, watched: -1, called: null });
    this.inErases = []; // presses, of which an erase takes one if the last one is long ago
    this.pressed = -APART_MS;
    const note = (what, more) => this.note(what, more);
    this.clock = new SimulationClock();
    this.flash = new Flash(flash);
    this.panel = new Panel(panel, note);
    this.port = new SerialPort((bytes) => this.heard(bytes), packetUs);
    this.stored = new RP2040(this.clock).flash.fill(0xff);
    if (uf2) loadUf2(uf2, this.stored);
    if (image) this.stored.set(fs.readFileSync(image), FS_START);
  }

  note(what, more) { this.records.push({ ns: this.clock.nanos, what, ...more }); }

  heard(bytes) {
    this.received.push(bytes);
    this.note('tx', { text: bytes.toString('latin1') });
    if (this.stopOnOutput && bytes.includes(10)) this.halt = true;
  }

  // A fresh chip on the same board: flash, panel and the time of day survive. watchdog: the one
  // that has reset the chip, or null after power-on.
  start(watchdog) {
    const now = this.clock.nanos;
    const clock = this.clock = new SimulationClock();
    clock.nanosCounter = now;
    const mcu = this.mcu = new RP2040(clock), drop = () => {};
    mcu.logger = { debug: drop, info: drop, warn: drop, error: drop };
    mcu.loadBootrom(stubbed(bootRom));
    mcu.flash.set(this.stored);
    this.stored = mcu.flash;
    wire(mcu);
    this.port.attach(mcu, clock);
    this.panel.attach(mcu, clock);
    this.watch(mcu, watchdog);
    this.listen(mcu);
    for (const name in this.pins) if (this.levels[name]) mcu.gpio[this.pins[name]].drive(false);
    this.runner = makeRunner(mcu, clock);
    this.runner.watch.at = this.watched;
    this.runner.watch.hit = () => this.note('gc', {});
    mcu.onBreak = (n) => {
      if (n !== ERASE && n !== PROGRAM) throw Error(`breakpoint ${n} at ${mcu.core.PC}`);
      if (n === ERASE) this.pressInErase();
      if (this.flash.operate(n, this, (what, more) => this.note(what, more))) this.cutPower();
    };
    this.stopAlarm = clock.createAlarm(() => { this.halt = true; });
    mcu.core.PC = FLASH;
    this.resetDue = false;
    this.arm();
  }

  // One pass of the firmware's main loop: from a feed of the watchdog to its first sleep.
  watch(mcu, before) {
    const watchdog = this.watchdog = mcu.peripherals[WATCHDOG];
    if (before) {
      watchdog.reason = before.reason;
      watchdog.scratchData.set(before.scratchData);
    }
    watchdog.onWatchdogTrigger = () => {
      watchdog.alarm.enable = watchdog.timer.enable = false;
      this.note('reset', { asked: watchdog.reason === 2 });
      this.resetDue = this.halt = true;
    };
    this.fed = this.slept = null;
    const write = watchdog.writeUint32.bind(watchdog);
    watchdog.writeUint32 = (offset, value) => {
      if (offset === WDT_LOAD) this.passed();
      write(offset, value);
    };
  }

  passed() {
    const now = this.clock.nanos;
    if (this.fed !== null) {
      const ms = ((this.slept ?? now) - this.fed) / 1e6;
      if (ms >= SHORT_PASS_MS) this.records.push({ ns: this.fed, what: 'pass', ms });
    }
    this.fed = now;
    this.slept = null;
  }

  listen(mcu) {
    const write = mcu.pwm.writeUint32.bind(mcu.pwm);
    let last = '';
    mcu.pwm.writeUint32 = (offset, value) => {
      write(offset, value);
      const now = tone(mcu, this.buzzer), text = JSON.stringify(now);
      if (text !== last && (last || now.duty)) this.note('buzzer', now);
      last = text;
    };
    if (this.sounding) this.note('buzzer', { hz: 0, duty: 0 });
  }

  // -- what is due ------------------------------------------------------------------------------

  at(ms, f) {
    const event = { ns: Math.max(ms * 1e6, this.clock.nanos), f, order: this.order++ };
    this.queue.push(event);
    this.queue.sort((a, b) => a.ns - b.ns || a.order - b.order);
    if (!this.off) this.arm();
  }

  arm() {
    this.alarm?.cancel();
    if (!this.queue.length) return;
    this.alarm = this.clock.createAlarm(() => { this.due(); this.arm(); });
    this.alarm.schedule(Math.max(0, this.queue[0].ns - this.clock.nanos));
  }

  due() {
    while (this.queue.length && this.queue[0].ns <= this.clock.nanos) this.queue.shift().f();
  }

  edge(button, down) {
    if (!!this.levels[button] === down) return;
    this.levels[button] = down;
    this.note('pin', { name: button, level: down ? 0 : 1 });
    if (!this.off) this.mcu.gpio[this.pins[button]].drive(down ? false : null);
  }

  pressInErase() {
    const now = this.clock.nanos / 1e6;
    if (!this.inErases.length || now < this.pressed + APART_MS) return;
    const press = this.inErases.shift(), ms = this.pressed = now + press.after;
    this.at(ms, () => this.edge(press.button, true));
    this.at(ms + press.held, () => this.edge(press.button, false));
  }

  write(text) {
    if (this.off) return;
    this.note('serial_in', { text });
    this.port.send(Buffer.from(text, 'latin1'));
  }

  power(on) {
    if (on === !this.off) return;
    if (on) { this.wanted = this.halt = true; return; }
    if (this.flash.busy) this.flash.cutAt = this.clock.nanos;
    else this.cutPower();
  }

  cutPower() { this.off = this.halt = true; this.note('power', { on: false }); }

  // -- running ----------------------------------------------------------------------------------

  // Runs to `ms`, with stopOnOutput up to the end of a line that the firmware sends.
  run(ms, stopOnOutput) {
    const end = ms * 1e6;
    this.stopOnOutput = stopOnOutput;
    for (;;) {
      this.rest(end);
      if (this.off || this.clock.nanos >= end) break;
      this.halt = false;
      this.stopAlarm.schedule(end - this.clock.nanos);
      this.spin();
      if (this.resetDue && !this.off) { this.resets++; this.start(this.watchdog); continue; }
      if (stopOnOutput && this.records.some((r) => r.what === 'tx' && r.text.includes('\n'))) break;
    }
    this.stopAlarm?.cancel();
  }

  // Without power time passes, and what is due happens.
  rest(end) {
    this.wanted = false;
    while (this.off) {
      this.due();
      if (this.wanted) {
        this.off = false;
        this.starts++;
        this.panel.power();
        this.note('power', { on: true });
        this.start(null);
        return;
      }
      if (this.clock.nanos >= end) return;
      const next = this.queue.length ? Math.min(this.queue[0].ns, end) : end;
      this.clock = new SimulationClock();
      this.clock.nanosCounter = next;
    }
  }

  spin() {
    const { core } = this.mcu, { clock } = this;
    while (!this.halt) {
      if (core.waiting) {
        this.slept ??= clock.nanosCounter;
        clock.tick(clock.nanosToNextAlarm);
      } else if (this.called) this.count();
      else this.runner(this);
    }
  }

  // One instruction, counting the functions that are called.
  count() {
    const { core } = this.mcu, before = core.PC, lr = core.LR;
    this.clock.tick(core.executeInstruction() * NS);
    const step = core.PC - before;
    if (core.LR !== lr && (step < 0 || step > 4)) {
      this.called.set(core.PC, (this.called.get(core.PC) ?? 0) + 1);
    }
  }

  fileSystem() { return this.stored.subarray(FS_START, FS_START + FS_BYTES); }
}
