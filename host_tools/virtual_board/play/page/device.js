// The one module that talks to the device: here over a WebSocket to `sim play`. Another module
// with this `connect` may run the firmware elsewhere; the page knows nothing else of it.
//
// connect(on) returns {edge(button, down), power(on)} and calls
//   on.link(up, text)   connected or not; text says what to do when not
//   on.ports(object)    {"tcp": "host:port", "pty": path or null, "load": a command that loads a
//                       deck}, where a serial port is open
//   on.state(object)    {"power": bool, "contrast": 0 to 255, "closed": buttons whose contacts
//                       are, by whichever page, "crash": text or ""}
//   on.frame(bytes)     1024 of them, row by row, eight pixels a byte, the leftmost the highest bit
//   on.sounds(list)     of [ms ago, hz, duty of 65535], in order
// After each connection ports, state, the sound of the moment and the frame come at once. The
// device lets go of what a page held when the page goes.

const RETRY_MS = 1000;
const GONE = `Not connected. Start “buzzglass sim play --http ${location.port || 80}” again and this `
  + "page comes back by itself; if it starts on another port, open the address that it prints.";

export function connect(on) {
  let socket = null;

  function open() {
    const url = new URL("socket", location.href);
    url.protocol = "ws:";
    socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => on.link(true, "");
    socket.onclose = () => {
      on.link(false, GONE);
      setTimeout(open, RETRY_MS);
    };
    socket.onmessage = ({ data }) => {
      if (typeof data !== "string") return on.frame(new Uint8Array(data));
      for (const [kind, value] of Object.entries(JSON.parse(data))) on[kind]?.(value);
    };
  }

  function send(message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  open();
  return {
    edge: (button, down) => send({ button, down }),
    power: (up) => send({ power: up }),
  };
}
