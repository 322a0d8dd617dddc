// rp2040js and the boot ROM, from the folder that pico/kit.py fills (the first argument).
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.resolve(process.argv[2]);
const esm = (file) =>
  import(pathToFileURL(path.join(folder, 'node_modules/rp2040js/dist/esm', file)).href);

export const { RP2040, USBCDC, GPIOPinState } = await esm('index.js');
export const { SimulationClock } = await esm('clock/simulation-clock.js');
export const bootRom = new Uint32Array(
  JSON.parse(fs.readFileSync(path.join(folder, 'bootrom.json'))),
);

// It tells on the console of registers that it does not model; what fails is thrown.
console.warn = console.error = () => {};

// The chip's random bits, a panel's RAM at power-on, torn flash: the same on every run.
let seed = 1;
export function startChance() {
  seed = 1;
}
Math.random = () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
