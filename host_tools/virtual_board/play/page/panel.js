// The panel: a frame's bits as glowing dots, a whole number of screen pixels each.

const WIDTH = 128, HEIGHT = 64;
const INK = "#d4f1ff";

// Draws on `canvas`, as large as fits into `glass`; returns {show(bytes), contrast(0 to 255)}.
export function createPanel(canvas, glass) {
  let frame = new Uint8Array(WIDTH * HEIGHT / 8);
  let scale = 1, contrast = 127, drawing = false;

  function draw() {
    drawing = false;
    const ink = canvas.getContext("2d");
    ink.clearRect(0, 0, canvas.width, canvas.height);
    ink.globalAlpha = 0.45 + 0.55 * contrast / 255;
    ink.fillStyle = INK;
    const gap = scale >= 5 ? 1 : 0; // the dark lines between a panel's pixels
    let lit = 0;
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        if (frame[y * 16 + (x >> 3)] & 0x80 >> (x & 7)) {
          ink.fillRect(x * scale, y * scale, scale - gap, scale - gap);
          lit++;
        }
      }
    }
    // What its light does to the glass around it.
    const light = Math.min(1, 3 * lit / (WIDTH * HEIGHT)) * contrast / 255;
    glass.style.setProperty("--light", light.toFixed(3));
  }

  function redraw() {
    if (!drawing) requestAnimationFrame(draw);
    drawing = true;
  }

  function fit() {
    const dots = window.devicePixelRatio || 1;
    scale = Math.max(1, Math.floor(glass.clientWidth * dots / WIDTH));
    canvas.width = WIDTH * scale;
    canvas.height = HEIGHT * scale;
    canvas.style.width = `${canvas.width / dots}px`;
    canvas.style.height = `${canvas.height / dots}px`;
    draw();
  }

  new ResizeObserver(fit).observe(glass);
  window.addEventListener("resize", fit); // a zoom changes the pixels, maybe not the glass
  return {
    show(bytes) {
      frame = bytes;
      redraw();
    },
    contrast(value) {
      contrast = value;
      redraw();
    },
    blank() {
      frame = new Uint8Array(frame.length);
      redraw();
    },
  };
}
