// The USB serial port: the laptop's end of it, which takes a while for a packet, or does not read.
import { USBCDC } from './library.mjs';

const PACKET = 64;

export class SerialPort {
  // received(bytes): what the firmware has sent. packetUs: until the laptop has taken a packet.
  constructor(received, packetUs) {
    this.received = received;
    this.packetUs = packetUs;
    this.unread = false; // true: the laptop's program does not read
    this.held = [];
  }

  // A fresh chip: its USB controller is another one, and nothing is under way.
  attach(mcu, clock) {
    const usb = mcu.usbCtrl, cdc = this.cdc = new USBCDC(usb);
    this.usb = usb;
    this.waiting = []; // bytes that the firmware has not taken
    this.room = null; // bytes that it takes next
    this.held = [];
    this.alarm = clock.createAlarm(() => this.give());
    // rp2040js answers a request for bytes at once with none: here it waits for some.
    const read = usb.onEndpointRead;
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== cdc.outEndpoint || endpoint <= 0) return read(endpoint, size);
      this.room = size;
      if (this.waiting.length) this.alarm.schedule(20000);
    };
    cdc.onSerialData = (bytes) => this.received(Buffer.from(bytes));
    const ready = usb.indicateBufferReady.bind(usb);
    usb.indicateBufferReady = (endpoint, out) => {
      if (out || endpoint === 0) return ready(endpoint, out);
      if (this.unread) return this.held.push(() => ready(endpoint, out));
      clock.createAlarm(() => ready(endpoint, out)).schedule(this.packetUs * 1000);
    };
  }

  send(bytes) {
    for (const byte of bytes) this.waiting.push(byte);
    this.alarm.schedule(50000);
  }

  give() {
    if (this.room === null || !this.waiting.length) return;
    const count = Math.min(this.room, PACKET, this.waiting.length);
    this.room = null;
    this.usb.endpointReadDone(this.cdc.outEndpoint, new Uint8Array(this.waiting.splice(0, count)));
  }

  // The laptop's program stops reading, or goes on.
  reads(on) {
    this.unread = !on;
    if (on) for (const ready of this.held.splice(0)) ready();
  }
}
