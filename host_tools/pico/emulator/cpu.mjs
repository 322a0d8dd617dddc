// A faster loop around rp2040js's Cortex-M0+ core: common instructions are done here, with the same
// results and cycle counts, everything else by the core itself.
const NS = 8; // a cycle at 125 MHz
const FLASH = 0x10000000;
const SRAM = 0x20000000;
const HIGHEST = 0x7fffffff;
const LONGEST = 1 << 29; // cycles between two looks at the clock

// Which case of `run` is for an instruction: [first, last, case].
const RANGES = [
  [0x0000, 0x07ff, 1], [0x0800, 0x0fff, 2], [0x1000, 0x17ff, 3], [0x1800, 0x19ff, 4],
  [0x1a00, 0x1bff, 5], [0x1c00, 0x1dff, 6], [0x1e00, 0x1fff, 7], [0x2000, 0x27ff, 8],
  [0x2800, 0x2fff, 9], [0x3000, 0x37ff, 10], [0x3800, 0x3fff, 11], [0x4000, 0x403f, 12],
  [0x4040, 0x407f, 13], [0x4080, 0x40bf, 14], [0x40c0, 0x40ff, 15], [0x4200, 0x423f, 16],
  [0x4240, 0x427f, 54], [0x4280, 0x42bf, 17], [0x4300, 0x433f, 18], [0x4340, 0x437f, 19],
  [0x4380, 0x43bf, 20], [0x43c0, 0x43ff, 21], [0x4400, 0x44ff, 22], [0x4500, 0x45ff, 23],
  [0x4600, 0x46ff, 24], [0x4800, 0x4fff, 27], [0x5000, 0x51ff, 28], [0x5200, 0x53ff, 29],
  [0x5400, 0x55ff, 30], [0x5600, 0x57ff, 31], [0x5800, 0x59ff, 32], [0x5a00, 0x5bff, 33],
  [0x5c00, 0x5dff, 34], [0x5e00, 0x5fff, 35], [0x6000, 0x67ff, 36], [0x6800, 0x6fff, 37],
  [0x7000, 0x77ff, 38], [0x7800, 0x7fff, 39], [0x8000, 0x87ff, 40], [0x8800, 0x8fff, 41],
  [0x9000, 0x97ff, 42], [0x9800, 0x9fff, 43], [0xa000, 0xa7ff, 44], [0xa800, 0xafff, 45],
  [0xb000, 0xb07f, 46], [0xb080, 0xb0ff, 47], [0xb200, 0xb23f, 55], [0xb240, 0xb27f, 56],
  [0xb280, 0xb2bf, 57], [0xb2c0, 0xb2ff, 58], [0xb400, 0xb5ff, 48], [0xbc00, 0xbdff, 49],
  [0xc000, 0xc7ff, 50], [0xc800, 0xcfff, 51], [0xd000, 0xddff, 52], [0xe000, 0xe7ff, 53],
  [0xf000, 0xf7ff, 59],
];
const CASE = new Uint8Array(65536);
for (const [first, last, id] of RANGES) CASE.fill(id, first, last + 1);
for (let i = 0; i < 128; i += 8) CASE[0x4700 + i] = 25;
for (let i = 0; i < 128; i += 8) CASE[0x4780 + i] = 26;
const BITS = new Uint8Array(256);
for (let i = 1; i < 256; i++) BITS[i] = BITS[i >> 1] + (i & 1);

// run(board), which runs until board.halt is true or the core waits (WFE, WFI). run.watch = {at,
// hit, low}: hit() is called when the function at that address is called; low is the lowest address
// the stack has reached.
export function makeRunner(mcu, clock) {
  const core = mcu.core, regs = core.registers;
  const R = new Int32Array(regs.buffer, regs.byteOffset, regs.length);
  const views = (bytes) => [
    bytes,
    new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1),
    new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2),
  ];
  const [s8, s16, s32] = views(mcu.sram), SN = s8.length;
  const [f8, f16, f32] = views(mcu.flash), FN = f8.length;
  let io = 0; // further cycles of the last access
  let cyc = 0, base = 0, dirty = true; // cycles since `base` (ns) that the clock does not know yet
  const watch = { at: -1, hit() {}, low: HIGHEST };
  const sync = () => { clock.nanosCounter = base + cyc * NS; dirty = true; };
  const reads = (a) => (a >= 0x40000000 && a < 0x50000000 ? 3 : a >>> 28 === 13 ? 0 : 1);
  const writes = (a) => (a >= 0x40000000 && a < 0x50000000 ? 4 : a >>> 28 === 13 ? 0 : 1);
  const r32 = (a) => {
    let o = (a - SRAM) >>> 0; if (o < SN) { io = 1; return s32[o >> 2] | 0; }
    o = (a - FLASH) >>> 0; if (o < FN) { io = 1; return f32[o >> 2] | 0; }
    io = reads(a); sync(); return mcu.readUint32(a) | 0;
  };
  const r16 = (a) => {
    let o = (a - SRAM) >>> 0; if (o < SN) { io = 1; return s16[o >> 1]; }
    o = (a - FLASH) >>> 0; if (o < FN) { io = 1; return f16[o >> 1]; }
    io = reads(a); sync(); return mcu.readUint16(a);
  };
  const r8 = (a) => {
    let o = (a - SRAM) >>> 0; if (o < SN) { io = 1; return s8[o]; }
    o = (a - FLASH) >>> 0; if (o < FN) { io = 1; return f8[o]; }
    io = reads(a); sync(); return mcu.readUint8(a);
  };
  const w32 = (a, v) => {
    const o = (a - SRAM) >>> 0; if (o < SN) { io = 1; s32[o >> 2] = v; return; }
    io = writes(a); sync(); mcu.writeUint32(a, v >>> 0);
  };
  const w16 = (a, v) => {
    const o = (a - SRAM) >>> 0; if (o < SN) { io = 1; s16[o >> 1] = v; return; }
    io = writes(a); sync(); mcu.writeUint16(a, v);
  };
  const w8 = (a, v) => {
    const o = (a - SRAM) >>> 0; if (o < SN) { io = 1; s8[o] = v; return; }
    io = writes(a); sync(); mcu.writeUint8(a, v);
  };
  const deeper = () => { if (R[13] < watch.low) watch.low = R[13]; };
  const called = () => { if ((R[15] | 0) === watch.at) { sync(); watch.hit(); } };

  run.watch = watch;
  return run;

  function run(board) {
    let limit = 0, a = 0, b = 0, r = 0, k = 0, n = 0;
    let N = core.N, Z = core.Z, C = core.C, V = core.V;
    dirty = true;
    for (;;) {
      if (dirty) {
        if (board.halt || core.waiting) break;
        base = clock.nanosCounter; cyc = 0; dirty = false;
        limit = clock.nextAlarm === null
          ? LONGEST : Math.min(LONGEST, Math.ceil((clock.nextAlarm.nanos - base) / NS));
        if (core.interruptsUpdated) {
          dirty = true;
          core.N = N; core.Z = Z; core.C = C; core.V = V;
          if (core.checkForInterrupts()) core.waiting = false;
          N = core.N; Z = core.Z; C = core.C; V = core.V;
          dirty = core.interruptsUpdated;
        }
      }
      const pc = (R[15] & ~1) >>> 0;
      let o = (pc - FLASH) >>> 0, op;
      if (o < FN) op = f16[o >> 1];
      else { o = (pc - SRAM) >>> 0; op = o < SN ? s16[o >> 1] : mcu.readUint16(pc); }
      const lo = op & 7, m = op >> 3 & 7, hi = op >> 8 & 7, im5 = op >> 6 & 31, im8 = op & 255;
      let d = 1; // cycles
      R[15] = pc + 2;
      switch (CASE[op]) {
        case 1: // LSLS
          a = R[m]; r = a << im5; if (im5) C = (a >>> (32 - im5) & 1) === 1;
          R[lo] = r; N = r < 0; Z = r === 0; break;
        case 2: // LSRS
          a = R[m]; r = im5 ? a >>> im5 | 0 : 0; C = (a >>> (im5 ? im5 - 1 : 31) & 1) === 1;
          R[lo] = r; N = r < 0; Z = r === 0; break;
        case 3: // ASRS
          a = R[m]; r = im5 ? a >> im5 : a >> 31; C = (a >>> (im5 ? im5 - 1 : 31) & 1) === 1;
          R[lo] = r; N = r < 0; Z = r === 0; break;
        case 4: a = R[m]; b = R[op >> 6 & 7]; r = (a + b) | 0; R[lo] = r; // ADDS
          C = (r >>> 0) < (a >>> 0); V = (~(a ^ b) & (a ^ r)) < 0; N = r < 0; Z = r === 0; break;
        case 5: a = R[m]; b = R[op >> 6 & 7]; r = (a - b) | 0; R[lo] = r; // SUBS
          C = (a >>> 0) >= (b >>> 0); V = ((a ^ b) & (a ^ r)) < 0; N = r < 0; Z = r === 0; break;
        case 6: a = R[m]; b = op >> 6 & 7; r = (a + b) | 0; R[lo] = r;
          C = (r >>> 0) < (a >>> 0); V = (~(a ^ b) & (a ^ r)) < 0; N = r < 0; Z = r === 0; break;
        case 7: a = R[m]; b = op >> 6 & 7; r = (a - b) | 0; R[lo] = r;
          C = (a >>> 0) >= (b >>> 0); V = ((a ^ b) & (a ^ r)) < 0; N = r < 0; Z = r === 0; break;
        case 8: R[hi] = im8; N = false; Z = im8 === 0; break; // MOVS
        case 9: a = R[hi]; r = (a - im8) | 0; // CMP
          C = (a >>> 0) >= im8; V = ((a ^ im8) & (a ^ r)) < 0; N = r < 0; Z = r === 0; break;
        case 10: a = R[hi]; r = (a + im8) | 0; R[hi] = r;
          C = (r >>> 0) < (a >>> 0); V = (~(a ^ im8) & (a ^ r)) < 0; N = r < 0; Z = r === 0; break;
        case 11: a = R[hi]; r = (a - im8) | 0; R[hi] = r;
          C = (a >>> 0) >= im8; V = ((a ^ im8) & (a ^ r)) < 0; N = r < 0; Z = r === 0; break;
        case 12: r = R[lo] & R[m]; R[lo] = r; N = r < 0; Z = r === 0; break; // ANDS
        case 13: r = R[lo] ^ R[m]; R[lo] = r; N = r < 0; Z = r === 0; break; // EORS
        case 14: // LSLS by a register
          n = R[m] & 255; a = R[lo]; r = n >= 32 ? 0 : a << n;
          if (n) C = n > 32 ? false : (a >>> (32 - n) & 1) === 1;
          R[lo] = r; N = r < 0; Z = r === 0; break;
        case 15: // LSRS by a register
          n = R[m] & 255; a = R[lo]; r = n >= 32 ? 0 : a >>> n | 0;
          if (n) C = n > 32 ? false : (a >>> (n - 1) & 1) === 1;
          R[lo] = r; N = r < 0; Z = r === 0; break;
        case 16: r = R[lo] & R[m]; N = r < 0; Z = r === 0; break; // TST
        case 17: a = R[lo]; b = R[m]; r = (a - b) | 0; // CMP
          C = (a >>> 0) >= (b >>> 0); V = ((a ^ b) & (a ^ r)) < 0; N = r < 0; Z = r === 0; break;
        case 18: r = R[lo] | R[m]; R[lo] = r; N = r < 0; Z = r === 0; break; // ORRS
        case 19: r = Math.imul(R[lo], R[m]); R[lo] = r; N = r < 0; Z = r === 0; break; // MULS
        case 20: r = R[lo] & ~R[m]; R[lo] = r; N = r < 0; Z = r === 0; break; // BICS
        case 21: r = ~R[m]; R[lo] = r; N = r < 0; Z = r === 0; break; // MVNS
        case 22: // ADD, any registers
          n = op >> 3 & 15; k = op >> 4 & 8 | lo;
          r = (k === 15 ? pc + 4 : R[k]) + (n === 15 ? pc + 4 : R[n]);
          if (k === 15) { R[15] = r & ~1; d = 2; } else R[k] = k === 13 ? r & ~3 : r;
          deeper();
          break;
        case 23: a = R[op >> 4 & 8 | lo]; b = R[op >> 3 & 15]; r = (a - b) | 0; // CMP
          C = (a >>> 0) >= (b >>> 0); V = ((a ^ b) & (a ^ r)) < 0; N = r < 0; Z = r === 0; break;
        case 24: // MOV, any registers
          n = op >> 3 & 15; k = op >> 4 & 8 | lo; r = n === 15 ? pc + 4 : R[n];
          if (k === 15) { R[15] = r & ~1; d = 2; } else R[k] = k === 13 ? r & ~3 : r;
          break;
        case 25: // BX
          a = R[op >> 3 & 15]; d = 2;
          if (a >>> 28 !== 15) { R[15] = a & ~1; break; }
          core.N = N; core.Z = Z; core.C = C; core.V = V; // the end of an interrupt
          sync(); core.BXWritePC(a >>> 0);
          N = core.N; Z = core.Z; C = core.C; V = core.V;
          break;
        case 26: // BLX
          a = R[op >> 3 & 15]; R[14] = pc + 2 | 1; R[15] = a & ~1; d = 2; called(); break;
        case 27: R[hi] = r32((((pc + 4) & ~3) + (im8 << 2)) >>> 0); d = 1 + io; break; // LDR
        case 28: w32((R[op >> 6 & 7] + R[m]) >>> 0, R[lo]); d = 1 + io; break;
        case 29: w16((R[op >> 6 & 7] + R[m]) >>> 0, R[lo] & 0xffff); d = 1 + io; break;
        case 30: w8((R[op >> 6 & 7] + R[m]) >>> 0, R[lo] & 255); d = 1 + io; break;
        case 31: R[lo] = r8((R[op >> 6 & 7] + R[m]) >>> 0) << 24 >> 24; d = 1 + io; break;
        case 32: R[lo] = r32((R[op >> 6 & 7] + R[m]) >>> 0); d = 1 + io; break;
        case 33: R[lo] = r16((R[op >> 6 & 7] + R[m]) >>> 0); d = 1 + io; break;
        case 34: R[lo] = r8((R[op >> 6 & 7] + R[m]) >>> 0); d = 1 + io; break;
        case 35: R[lo] = r16((R[op >> 6 & 7] + R[m]) >>> 0) << 16 >> 16; d = 1 + io; break;
        case 36: w32((R[m] + (im5 << 2)) >>> 0, R[lo]); d = 1 + io; break;
        case 37: R[lo] = r32((R[m] + (im5 << 2)) >>> 0); d = 1 + io; break;
        case 38: w8((R[m] + im5) >>> 0, R[lo] & 255); d = 1 + io; break;
        case 39: R[lo] = r8((R[m] + im5) >>> 0); d = 1 + io; break;
        case 40: w16((R[m] + (im5 << 1)) >>> 0, R[lo] & 0xffff); d = 1 + io; break;
        case 41: R[lo] = r16((R[m] + (im5 << 1)) >>> 0); d = 1 + io; break;
        case 42: w32((R[13] + (im8 << 2)) >>> 0, R[hi]); d = 1 + io; break;
        case 43: R[hi] = r32((R[13] + (im8 << 2)) >>> 0); d = 1 + io; break;
        case 44: R[hi] = (pc & ~3) + 4 + (im8 << 2); break; // ADR
        case 45: R[hi] = R[13] + (im8 << 2); break;
        case 46: R[13] += (op & 127) << 2; break;
        case 47: R[13] -= (op & 127) << 2; deeper(); break;
        case 48: // PUSH
          n = BITS[im8]; a = (R[13] - 4 * (n + hi % 2)) >>> 0; b = a | 0;
          for (k = 0; k < 8; k++) if (im8 >> k & 1) { w32(a, R[k]); a += 4; }
          if (op & 256) w32(a, R[14]);
          R[13] = b; d = 1 + n; deeper(); break;
        case 49: // POP
          a = R[13] >>> 0; d = 1 + BITS[im8];
          for (k = 0; k < 8; k++) if (im8 >> k & 1) { R[k] = r32(a); a += 4; }
          if (!(op & 256)) { R[13] = a; break; }
          b = r32(a); R[13] = a + 4; d += 2;
          if (b >>> 28 !== 15) { R[15] = b & ~1; break; }
          core.N = N; core.Z = Z; core.C = C; core.V = V;
          sync(); core.BXWritePC(b >>> 0);
          N = core.N; Z = core.Z; C = core.C; V = core.V;
          break;
        case 50: // STMIA
          a = R[hi] >>> 0; d = 1 + BITS[im8];
          for (k = 0; k < 8; k++) if (im8 >> k & 1) { w32(a, R[k]); a += 4; }
          if (!(im8 >> hi & 1)) R[hi] = a;
          break;
        case 51: // LDMIA
          a = R[hi] >>> 0; d = 1 + BITS[im8];
          for (k = 0; k < 8; k++) if (im8 >> k & 1) { R[k] = r32(a); a += 4; }
          if (!(im8 >> hi & 1)) R[hi] = a;
          break;
        case 52: { // B by a condition
          let yes;
          switch (op >> 8 & 15) {
            case 0: yes = Z; break; case 1: yes = !Z; break;
            case 2: yes = C; break; case 3: yes = !C; break;
            case 4: yes = N; break; case 5: yes = !N; break;
            case 6: yes = V; break; case 7: yes = !V; break;
            case 8: yes = C && !Z; break; case 9: yes = !C || Z; break;
            case 10: yes = N === V; break; case 11: yes = N !== V; break;
            case 12: yes = !Z && N === V; break; default: yes = Z || N !== V;
          }
          if (yes) { R[15] = pc + 4 + (im8 << 24 >> 23); d = 2; }
          break;
        }
        case 53: R[15] = pc + 4 + ((op & 0x7ff) << 21 >> 20); d = 2; break; // B
        case 54: b = R[m]; r = -b | 0; R[lo] = r; // RSBS
          C = b === 0; V = b === -0x80000000; N = r < 0; Z = r === 0; break;
        case 55: R[lo] = R[m] << 16 >> 16; break;
        case 56: R[lo] = R[m] << 24 >> 24; break;
        case 57: R[lo] = R[m] & 0xffff; break;
        case 58: R[lo] = R[m] & 255; break;
        case 59: { // BL
          o = (pc - FLASH) >>> 0;
          const op2 = o < FN ? f16[(o >> 1) + 1] : mcu.readUint16(pc + 2);
          if ((op2 & 0xd000) === 0xd000) {
            const S = op >> 10 & 1;
            const i1 = 1 - (S ^ op2 >> 13 & 1), i2 = 1 - (S ^ op2 >> 11 & 1);
            R[14] = pc + 4 | 1;
            R[15] = pc + 4
              + ((S ? 0xff000000 : 0) | i1 << 23 | i2 << 22 | (op & 0x3ff) << 12
                | (op2 & 0x7ff) << 1);
            d = 3;
            called();
            break;
          }
        } // falls through
        default:
          R[15] = pc;
          core.N = N; core.Z = Z; core.C = C; core.V = V;
          sync();
          d = core.executeInstruction();
          N = core.N; Z = core.Z; C = core.C; V = core.V;
      }
      if (dirty) clock.tick(d * NS); // the clock knows the time: sync, or a flash operation's stall
      else if (cyc + d >= limit) {
        clock.nanosCounter = base + cyc * NS; clock.tick(d * NS); dirty = true;
      } else cyc += d;
    }
    core.N = N; core.Z = Z; core.C = C; core.V = V;
  }
}
