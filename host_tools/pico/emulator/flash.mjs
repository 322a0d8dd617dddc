// The flash chip: what the boot ROM's two functions do to it, the time they take, and power cuts in
// the middle of them.
import fs from 'node:fs';

export const FLASH = 0x10000000;
export const FS_BYTES = 1441792; // MicroPython's file system on a Pico: 352 blocks at the end
export const FS_START = 2 * 1024 * 1024 - FS_BYTES;
const BLOCK = 4096, PAGE = 256;
// In the boot ROM's place of flash_range_erase and flash_range_program: BKPT n, BX LR.
export const ERASE = 0xe0, PROGRAM = 0xe1;
const STUBS = [[0x237c, ERASE], [0x23c4, PROGRAM]];
const BKPT = 0xbe00, BX_LR = 0x4770;

// Takes the boot ROM (Uint32Array); returns one whose flash functions stop the emulator.
export function stubbed(rom) {
  const copy = Buffer.from(new Uint32Array(rom).buffer);
  for (const [at, n] of STUBS) {
    copy.writeUInt16LE(BKPT | n, at);
    copy.writeUInt16LE(BX_LR, at + 2);
  }
  return new Uint32Array(copy.buffer, copy.byteOffset, copy.length >> 2);
}

// Puts a .uf2 file's blocks into `memory`, the flash. Throws if it is none, or of another chip.
export function loadUf2(file, memory) {
  const data = fs.readFileSync(file);
  let blocks = 0;
  for (let at = 0; at + 512 <= data.length; at += 512) {
    if (data.readUInt32LE(at) !== 0x0a324655 || data.readUInt32LE(at + 8) & 1) continue;
    const family = data.readUInt32LE(at + 8) & 0x2000 ? data.readUInt32LE(at + 28) : 0xe48bff56;
    const to = data.readUInt32LE(at + 12) - FLASH;
    if (family !== 0xe48bff56 || to < 0 || to > memory.length) continue;
    memory.set(data.subarray(at + 32, at + 32 + data.readUInt32LE(at + 16)), to);
    blocks++;
  }
  if (!blocks) throw Error(`no RP2040 firmware in ${file}`);
}

// `ops` counts erases and programmings. `cut = {n, part, how}`: the power goes in operation number
// `n`, after `part` of its time; `how` is what a torn place holds: "noise", "old" or "new".
export class Flash {
  constructor({ eraseMs = 45, pageMs = 0.5 } = {}) {
    Object.assign(this, { eraseMs, pageMs, ops: 0, erases: 0, bytes: 0, cut: null });
    this.cutAt = null; // ns at which the power goes in the operation under way
    this.busy = false;
  }

  // One of the two functions was called. chip: whose; note(what, more): the record;
  // Returns true if the power went in it.
  operate(n, chip, note) {
    const { mcu, clock } = chip, [a, from, count] = mcu.core.registers;
    const erase = n === ERASE, at = a & 0xffffff, size = erase ? from : count;
    const before = mcu.flash.slice(at, at + size);
    this.ops++;
    note('flash', { op: erase ? 'erase' : 'program', bytes: size,
                    block: Math.floor((at - FS_START) / BLOCK), n: this.ops });
    if (erase) mcu.flash.fill(0xff, at, at + size);
    else for (let i = 0; i < size; i++) mcu.flash[at + i] &= mcu.readUint8(from + i);
    if (erase) this.erases += size / BLOCK;
    else this.bytes += size;
    const ns = 1e6 * (erase ? this.eraseMs * size / BLOCK : this.pageMs * size / PAGE);
    const began = clock.nanos, cut = this.cut?.n === this.ops ? this.cut : null;
    this.cutAt = null;
    this.busy = true;
    if (cut) this.cutAt = began + ns * cut.part;
    else clock.tick(ns); // what is due meanwhile waits for nothing: pins change, interrupts pend
    this.busy = false;
    if (this.cutAt === null) return false;
    const part = Math.min(1, Math.max(0, (this.cutAt - began) / ns));
    this.tear(mcu.flash, at, before, erase, part, cut?.how ?? 'noise');
    this.cut = null;
    return true;
  }

  tear(flash, at, before, erase, part, how) {
    const done = Math.floor(before.length * part);
    for (let i = 0; i < before.length; i++) {
      if (how === 'new') continue;
      if (how === 'old') flash[at + i] = before[i];
      else if (erase) flash[at + i] = before[i] | (Math.random() * 256 & Math.random() * 256);
      else if (i > done) flash[at + i] = before[i];
      else if (i === done) flash[at + i] |= before[i] & (Math.random() * 256);
    }
  }
}
