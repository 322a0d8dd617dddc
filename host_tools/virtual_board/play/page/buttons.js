// The four buttons: mouse, touch, pen, keys, and clicks that assistive technology makes.

const KEYS = {
  Space: "start", Enter: "start",
  ArrowUp: "foul", ArrowDown: "pass", ArrowRight: "got", // as lists are walked: up, down, choose
};
const LETTERS = { g: "got", p: "pass", f: "foul" }; // as the keyboard's layout has them
const PLACES = { KeyG: "got", KeyP: "pass", KeyF: "foul" }; // where it has no Latin letters

// Watches all [data-button]; calls onEdge(button, down); returns {releaseAll(), show(list)}.
export function createButtons(onEdge) {
  // Who holds what: "key KeyG" or "pointer 3" -> button. A button is down while anyone holds it.
  const holders = new Map();
  const keys = [...document.querySelectorAll("[data-button]")];
  const held = (button) => [...holders.values()].includes(button);

  function tell(button, down) {
    for (const key of keys) {
      if (key.dataset.button === button) key.classList.toggle("down", down);
    }
    onEdge(button, down);
  }

  function press(holder, button) {
    if (holders.has(holder)) return;
    const before = held(button);
    holders.set(holder, button);
    if (!before) tell(button, true);
  }

  function release(holder) {
    const button = holders.get(holder);
    if (holders.delete(holder) && !held(button)) tell(button, false);
  }

  function releaseAll() {
    for (const holder of [...holders.keys()]) release(holder);
  }

  for (const key of keys) {
    const button = key.dataset.button;
    key.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      press(`pointer ${event.pointerId}`, button);
      try { key.setPointerCapture(event.pointerId); } catch { /* gone already */ }
    });
    key.addEventListener("mousedown", (event) => event.preventDefault()); // takes no focus
    key.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch
    key.addEventListener("click", (event) => {
      if (event.detail || held(button)) return; // a pointer's: it has been told already
      press("click", button);
      release("click");
    });
  }
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
    window.addEventListener(kind, (event) => release(`pointer ${event.pointerId}`), true);
  }

  function buttonFor(event) {
    const control = event.target.closest?.("button, summary, a, input");
    if (control && (event.code === "Space" || event.code === "Enter")) {
      return control.dataset.button; // another control's own keys are not ours
    }
    const letter = event.key.toLowerCase();
    return LETTERS[letter] || KEYS[event.code]
      || (/^[a-z]$/.test(letter) ? undefined : PLACES[event.code]);
  }

  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const button = buttonFor(event);
    if (!button) return;
    event.preventDefault();
    if (!event.repeat) press(`key ${event.code}`, button);
  });
  window.addEventListener("keyup", (event) => {
    if (event.key === "Meta") releaseAll(); // while it is held, other keys' releases go unheard
    if (holders.has(`key ${event.code}`)) event.preventDefault();
    release(`key ${event.code}`);
  });

  // Nobody tells a page that is out of sight what is let go of.
  window.addEventListener("blur", releaseAll);
  window.addEventListener("pagehide", releaseAll);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) releaseAll();
  });
  return {
    releaseAll,
    // Which buttons are down on the device, also by another page.
    show(closed) {
      for (const key of keys) {
        key.toggleAttribute("data-closed", closed.includes(key.dataset.button));
      }
    },
  };
}
