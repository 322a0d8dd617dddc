// Pins: pull-ups and what an output reads back, which rp2040js does not model; the buzzer's PWM.

const PWM = 4;

// Gives each pin `drive(level)`: true, false, or null for nothing connected.
export function wire(mcu) {
  for (const pin of mcu.gpio) {
    let driven = null;
    Object.defineProperty(pin, 'rawInputValue', {
      get: () => driven ?? (pin.outputEnable ? pin.outputValue : pin.pullupEnabled),
      set: () => {},
    });
    const set = pin.setInputValue.bind(pin); // raises an edge: call it only where there is one
    pin.drive = (level) => {
      const before = pin.rawInputValue;
      driven = level;
      if (pin.rawInputValue !== before) set(pin.rawInputValue);
    };
    pin.setInputValue = (level) => pin.drive(!!level);
    pin.refreshInput = () => {};
  }
}

// What sounds at a pin: {hz, duty 0 to 65536}, both 0 where nothing does.
export function tone(mcu, number) {
  const silent = { hz: 0, duty: 0 };
  if (mcu.gpio[number].functionSelect !== PWM) return silent;
  const channel = mcu.pwm.channels[number >> 1 & 7];
  if (!(channel.csr & 1)) return silent;
  const divider = (channel.div >> 4 & 255 || 256) + (channel.div & 15) / 16;
  const level = number & 1 ? channel.cc >>> 16 : channel.cc & 0xffff;
  if (!level) return silent;
  return {
    hz: Math.round(mcu.clkSys / divider / (channel.top + 1)),
    duty: Math.round(level / (channel.top + 1) * 65536),
  };
}
