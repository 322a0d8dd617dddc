// The page: puts panel, sound, buttons, switches and the device together.
import { createButtons } from "./buttons.js";
import { connect } from "./device.js";
import { createPanel } from "./panel.js";
import { createSound } from "./sound.js";

const $ = (id) => document.getElementById(id);
const WIDE = "(min-width: 960px) and (min-height: 641px)"; // as in style.css

const state = { power: true, contrast: 127, closed: [], crash: "" };
let linked = false, gone = "Connecting…", heldBack = false;

const panel = createPanel($("panel"), $("glass"));
const sound = createSound(() => {
  heldBack = true;
  showState();
});
const buttons = createButtons((button, down) => device.edge(button, down));

function note() {
  if (!linked) return gone;
  if (state.crash) return `The firmware stopped: ${state.crash}. Switch it on again.`;
  if (!state.power) return "Switched off. What it stored is kept.";
  if (heldBack) return "Press any button to hear it: browsers keep a page silent until then.";
  return "";
}

function showState() {
  $("case").classList.toggle("off", !linked || !state.power);
  $("power").setAttribute("aria-checked", String(state.power));
  $("power").disabled = !linked;
  $("sound").setAttribute("aria-checked", String(!sound.muted()));
  document.title = linked ? "Buzzglass" : "Buzzglass (not connected)";
  if ($("note").textContent !== note()) $("note").textContent = note();
}

// -- the person -----------------------------------------------------------------------------------

// A touch counts for browsers only as it ends.
for (const kind of ["pointerdown", "pointerup", "touchend", "keydown", "click"]) {
  window.addEventListener(kind, () => {
    sound.wake();
    if (heldBack) {
      heldBack = false;
      showState();
    }
  }, true);
}

function setMuted(muted) {
  sound.mute(muted);
  showState();
}

$("power").addEventListener("click", () => device.power(!state.power));
$("sound").addEventListener("click", () => setMuted(!sound.muted()));
window.addEventListener("keydown", (event) => {
  const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.repeat);
  if (plain && event.key.toLowerCase() === "m") setMuted(!sound.muted());
});

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const source = $(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(source); // then Ctrl-C does it
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
}

const wide = matchMedia(WIDE);
function unfold() {
  for (const details of document.querySelectorAll("details")) details.open = wide.matches;
}
wide.addEventListener("change", unfold);
unfold();

// -- the device -----------------------------------------------------------------------------------

function showPorts({ tcp, pty, load }) {
  $("serial").hidden = !tcp;
  $("example").textContent = load;
  $("ports").replaceChildren();
  for (const [name, value] of [["TCP", tcp && `socket://${tcp}`], ["pty", pty]]) {
    if (!value) continue;
    const term = document.createElement("dt"), text = document.createElement("dd");
    term.textContent = name;
    text.textContent = value;
    $("ports").append(term, text);
  }
}

const device = connect({
  frame: panel.show,
  sounds: (list) => list.forEach(sound.play),
  ports: showPorts,
  state(now) {
    Object.assign(state, now);
    panel.contrast(state.contrast);
    buttons.show(state.closed);
    showState();
  },
  link(up, text) {
    linked = up;
    gone = text;
    if (!up) {
      buttons.releaseAll();
      buttons.show([]);
      sound.silence();
      panel.blank();
    }
    showState();
  },
});

showState();
