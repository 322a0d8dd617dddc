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
      button.textContent = "Copied ✓";
    } catch {
      getSelection().selectAllChildren(source); // then Ctrl-C does it
      button.textContent = "Selected";
    }
    button.classList.add("done");
    setTimeout(() => {
      button.textContent = "Copy";
      button.classList.remove("done");
    }, 3000);
  });
}

const wide = matchMedia(WIDE);
function unfold() {
  const all = [...document.querySelectorAll("details")];
  for (const details of all) details.open = wide.matches;
  // Folded rather than out of sight.
  const aside = document.querySelector("aside");
  while (wide.matches && all.length > 1 && aside.scrollHeight > aside.clientHeight) {
    all.pop().open = false;
  }
}
wide.addEventListener("change", unfold);
window.addEventListener("resize", unfold);

// -- the device -----------------------------------------------------------------------------------

function showPorts({ tcp, pty, load }) {
  $("serial").hidden = !tcp;
  // A word of it is never cut, neither at a hyphen nor at a slash.
  const words = load.split(" ").map((text) => {
    const word = document.createElement("span");
    word.textContent = text;
    return word;
  });
  $("example").replaceChildren(...words.flatMap((word, n) => (n ? [" ", word] : [word])));
  $("ports").replaceChildren();
  for (const [name, value] of [["TCP", tcp && `socket://${tcp}`], ["pty", pty]]) {
    if (!value) continue;
    const term = document.createElement("dt"), text = document.createElement("dd");
    term.textContent = name;
    text.textContent = value;
    $("ports").append(term, text);
  }
  unfold();
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
