// node serve.mjs FOLDER: emulated Picos, driven by JSON lines on stdin, answered on stdout by
// {"ok": value, "now": ms} or {"err": text}. FOLDER holds rp2040js and the boot ROM.
import fs from 'node:fs';
import readline from 'node:readline';
import { Board } from './board.mjs';

let board = null;
const OPS = {
  new: (options) => { board = new Board(options); },
  edge: ({ ms, button, down }) => board.at(ms, () => board.edge(button, down)),
  // A press that begins `after` ms from the start of an erase: the next one that no other takes.
  inErase: (press) => { board.inErases.push(press); },
  power: ({ ms, on }) => board.at(ms, () => board.power(on)),
  oled: ({ ms, plugged }) => board.at(ms, () => board.panel.plug(plugged)),
  reads: ({ ms, on }) => board.at(ms, () => board.port.reads(on)),
  write: ({ ms, text }) => board.at(ms, () => board.write(text)),
  run: ({ ms, stop }) => {
    board.run(ms, stop);
    const records = board.records;
    board.records = [];
    const { off, resets, starts } = board;
    return { records, off, resets, starts };
  },
  // The power goes in the n-th flash operation from now on, after `part` of its time.
  cut: ({ n, part, how }) => { board.flash.cut = { n: board.flash.ops + n, part, how }; },
  flash: () => ({ ops: board.flash.ops, erases: board.flash.erases, bytes: board.flash.bytes }),
  // Which functions are called from now on: {address: how often}, until asked again.
  calls: () => {
    const called = board.called;
    board.called = called ? null : new Map();
    return called && Object.fromEntries(called);
  },
  // Calls of the function at that address are recorded as "gc".
  watch: ({ address }) => {
    board.watched = address;
    if (board.runner) board.runner.watch.at = address;
  },
  // Bytes of the stack that ends at `top`, where it was deepest since it was last asked for.
  stack: ({ top }) => {
    const { watch } = board.runner, used = top - watch.low;
    watch.low = top;
    return used;
  },
  save: ({ file }) => fs.writeFileSync(file, board.fileSystem()),
  // For tests without MicroPython: bytes of memory.
  peek: ({ address, bytes }) => {
    const at = (i) => board.mcu.readUint8(address + i);
    return Buffer.from(Array.from({ length: bytes }, (_, i) => at(i))).toString('hex');
  },
  // When the pass under way went to sleep, in ns; null while it is busy.
  asleep: () => board.slept,
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  let answer;
  try {
    const { op, ...more } = JSON.parse(line);
    if (!OPS[op]) throw Error(`no op ${op}`);
    answer = { ok: OPS[op](more) ?? null, now: board ? board.clock.nanos / 1e6 : 0 };
  } catch (error) {
    answer = { err: error.stack };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
