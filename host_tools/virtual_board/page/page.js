// The gadget on the page: panel, buttons, sound.
import { connect } from "./device.js";

const WIDTH = 128, HEIGHT = 64;
const KEYS = {
  Space: "start", Enter: "start", ArrowUp: "start",
  ArrowRight: "got",
  ArrowDown: "pass",
  ArrowLeft: "foul",
};
const LETTERS = { g: "got", p: "pass", f: "foul" };
const SOUND_DELAY_S = 0.03; // evens out when messages arrive
const VOLUME = 0.15;

const $ = (id) => document.getElementById(id);
const panel = $("panel"), glass = $("glass");

// -- panel --------------------------------------------------------------------------------------

let frame = new Uint8Array(WIDTH * HEIGHT / 8);
let scale = 1, contrast = 127, drawing = false;

function draw() {
  drawing = false;
  const ink = panel.getContext("2d");
  ink.clearRect(0, 0, panel.width, panel.height);
  ink.globalAlpha = 0.45 + 0.55 * contrast / 255;
  ink.fillStyle = "#d4f1ff";
  const gap = scale >= 5 ? 1 : 0; // the dark lines between a panel's pixels
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      if (frame[y * 16 + (x >> 3)] & 0x80 >> (x & 7)) {
        ink.fillRect(x * scale, y * scale, scale - gap, scale - gap);
      }
    }
  }
}

function redraw() {
  if (!drawing) requestAnimationFrame(draw);
  drawing = true;
}

// A whole number of the screen's own pixels for each of the panel's.
function fit() {
  const dots = window.devicePixelRatio || 1;
  scale = Math.max(1, Math.floor(glass.clientWidth * dots / WIDTH));
  panel.width = WIDTH * scale;
  panel.height = HEIGHT * scale;
  panel.style.width = `${panel.width / dots}px`;
  panel.style.height = `${panel.height / dots}px`;
  draw();
}
new ResizeObserver(fit).observe(glass);
window.addEventListener("resize", fit);

// -- sound --------------------------------------------------------------------------------------

let audio = null, wave = null, level = null, latest = 0, last = [0, 0, 0];
let muted = false;
try { muted = localStorage.getItem("muted") === "yes"; } catch { /* nothing may be kept */ }

// Browsers let a page sound only after a person has touched it.
function wakeAudio() {
  if (!audio) {
    const Audio = window.AudioContext || window.webkitAudioContext;
    if (!Audio) return;
    audio = new Audio();
    wave = new OscillatorNode(audio, { type: "square" });
    level = new GainNode(audio, { gain: 0 });
    wave.connect(level).connect(audio.destination);
    wave.start();
  }
  if (audio.state !== "running") audio.resume();
}

function play([ago, hz, duty]) {
  last = [0, hz, duty];
  if (!audio || audio.state !== "running") return;
  const at = Math.max(latest, audio.currentTime + Math.max(0, SOUND_DELAY_S - ago / 1000));
  latest = at;
  const on = !muted && hz > 0 && duty > 0;
  if (hz > 0) wave.frequency.setValueAtTime(Math.min(hz, audio.sampleRate / 2), at);
  // A buzzer is loudest at half duty.
  level.gain.setTargetAtTime(on ? VOLUME * Math.sqrt(Math.min(1, duty / 32768)) : 0, at, 0.002);
}

function setMuted(now) {
  muted = now;
  try { localStorage.setItem("muted", now ? "yes" : "no"); } catch { /* not kept */ }
  $("sound").setAttribute("aria-checked", String(!muted));
  play(last);
}

// -- buttons ------------------------------------------------------------------------------------

// Who holds what: "key KeyG" or "pointer 3" -> button. A button is down while anyone holds it.
const holders = new Map();
const holds = (button) => [...holders.values()].includes(button);
const keyOf = (button) => document.querySelector(`[data-button=${button}]`);

function press(holder, button) {
  if (holders.has(holder)) return;
  const before = holds(button);
  holders.set(holder, button);
  if (before) return;
  keyOf(button).classList.add("down");
  device.edge(button, true);
}

function release(holder) {
  const button = holders.get(holder);
  if (!holders.delete(holder) || holds(button)) return;
  keyOf(button).classList.remove("down");
  device.edge(button, false);
}

function releaseAll() {
  for (const holder of [...holders.keys()]) release(holder);
}

for (const key of document.querySelectorAll("[data-button]")) {
  key.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    wakeAudio();
    press(`pointer ${event.pointerId}`, key.dataset.button);
    try { key.setPointerCapture(event.pointerId); } catch { /* gone already */ }
  });
  key.addEventListener("mousedown", (event) => event.preventDefault()); // takes no focus
  key.addEventListener("contextmenu", (event) => event.preventDefault());
}
for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
  window.addEventListener(kind, (event) => release(`pointer ${event.pointerId}`), true);
}

function buttonFor(event) {
  const focused = document.activeElement?.dataset?.button;
  if (focused && (event.code === "Space" || event.code === "Enter")) return focused;
  return LETTERS[event.key.toLowerCase()] || KEYS[event.code];
}

window.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const onSwitch = event.target.closest?.(".switches");
  if (onSwitch && (event.code === "Space" || event.code === "Enter")) return;
  const button = buttonFor(event);
  if (!button) return;
  event.preventDefault();
  if (event.repeat) return;
  wakeAudio();
  press(`key ${event.code}`, button);
});
window.addEventListener("keyup", (event) => {
  if (event.key === "Meta") releaseAll(); // while it is held, other keys' releases go unheard
  if (holders.has(`key ${event.code}`)) event.preventDefault();
  release(`key ${event.code}`);
});
window.addEventListener("blur", releaseAll);
window.addEventListener("pagehide", releaseAll);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) releaseAll();
});

// -- switches and state -------------------------------------------------------------------------

let powered = true, linked = false, crash = "";

function showState() {
  $("case").classList.toggle("off", !powered || !linked);
  $("power").setAttribute("aria-checked", String(powered));
  let note = "";
  if (!linked) note = "Not connected: start it again with “buzzglass sim play”.";
  else if (crash) note = `The firmware stopped: ${crash}. Switch it on again.`;
  $("note").textContent = note;
}

$("power").addEventListener("click", () => {
  wakeAudio();
  device.power(!powered);
});
$("sound").addEventListener("click", () => {
  wakeAudio();
  setMuted(!muted);
});

const device = connect({
  frame(bits) {
    frame = bits;
    redraw();
  },
  sounds(list) {
    list.forEach(play);
  },
  state(now) {
    powered = now.power !== false;
    crash = now.crash || "";
    contrast = now.contrast ?? 127;
    showState();
    redraw();
  },
  link(up) {
    linked = up;
    if (!up) {
      releaseAll();
      play([0, 0, 0]);
      frame = new Uint8Array(frame.length);
      redraw();
    }
    showState();
  },
});

setMuted(muted);
fit();
