// The one module that talks to the device, over a WebSocket.
//
// It sends {"button": "start", "down": true} and {"power": false}. It receives frames as binary
// messages: 1024 bytes, row by row, eight pixels a byte, the leftmost the highest bit; and texts:
// {"state": {"power", "contrast", "crash"}}, {"sounds": [[ms ago, hz, duty of 65535], ...]}.

const RETRY_MS = 1000;

// on: {frame(Uint8Array), sounds(list), state(object), link(bool)}
export function connect(on) {
  let socket = null;

  function open() {
    const url = new URL("socket", location.href);
    url.protocol = "ws:";
    socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => on.link(true);
    socket.onclose = () => {
      on.link(false);
      setTimeout(open, RETRY_MS);
    };
    socket.onmessage = ({ data }) => {
      if (typeof data !== "string") return on.frame(new Uint8Array(data));
      const message = JSON.parse(data);
      if (message.state) on.state(message.state);
      if (message.sounds) on.sounds(message.sounds);
    };
  }

  function send(message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  open();
  return {
    edge: (button, down) => send({ button, down }),
    power: (on) => send({ power: on }),
  };
}
