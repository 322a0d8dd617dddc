// The buzzer: a square wave through WebAudio.

const DELAY_S = 0.03; // evens out when messages arrive
const VOLUME = 0.15;

// onHeldBack() is called when there was something to hear and the browser does not let us yet.
export function createSound(onHeldBack) {
  let audio = null, wave = null, level = null, latest = 0, last = [0, 0, 0];
  let muted = false;
  try { muted = localStorage.getItem("muted") === "yes"; } catch { /* nothing is kept */ }

  // Browsers let a page sound only after a person has touched it: to be called then.
  function wake() {
    if (!audio) {
      const Audio = window.AudioContext || window.webkitAudioContext;
      if (!Audio) return;
      audio = new Audio();
      wave = new OscillatorNode(audio, { type: "square" });
      level = new GainNode(audio, { gain: 0 });
      wave.connect(level).connect(audio.destination);
      wave.start();
      play(last); // a tone under way
    }
    if (audio.state !== "running") audio.resume().catch(() => { /* not yet */ });
  }

  function play([ago, hz, duty]) {
    last = [0, hz, duty];
    const on = !muted && hz > 0 && duty > 0;
    if (!audio) {
      if (on) onHeldBack();
      return;
    }
    // The clock of a context that is still waking stands: what is due then is heard as it wakes.
    const at = Math.max(latest, audio.currentTime + Math.max(0, DELAY_S - ago / 1000));
    latest = at;
    if (hz > 0) wave.frequency.setValueAtTime(Math.min(hz, audio.sampleRate / 2), at);
    // A buzzer is loudest at half duty.
    level.gain.setTargetAtTime(on ? VOLUME * Math.sqrt(Math.min(1, duty / 32768)) : 0, at, 0.002);
  }

  return {
    wake,
    play,
    silence: () => play([0, 0, 0]),
    muted: () => muted,
    mute(now) {
      muted = now;
      try { localStorage.setItem("muted", now ? "yes" : "no"); } catch { /* not kept */ }
      play(last);
    },
  };
}
