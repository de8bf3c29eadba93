// Paper, wood and a soft drum, made here and now: nothing is fetched. Silent until switched on. Browsers let a page sound only
// after a touch: the one that switches it on, and on later visits the first.
import { settings } from './settings.svelte';

export type Sound = 'paper' | 'wood' | 'drum' | 'bell' | 'no' | 'win' | 'lose';

let context: AudioContext | undefined;
let master: GainNode | undefined;

/** What all sounds go through. */
function out(): GainNode {
  if (!context) {
    context = new AudioContext();
    master = context.createGain();
    master.connect(context.destination);
  }
  // Twice as loud is more than twice as much.
  master!.gain.value = (Math.min(100, Math.max(0, settings.volume)) / 100) ** 2;
  return master!;
}

/** At a touch: from now on there can be sound. */
export function wake(): void {
  if (!settings.sound) return;
  try {
    out();
    void context!.resume();
  } catch {
    // No sound on this device.
  }
}
if ('addEventListener' in globalThis) for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, wake, { once: true, capture: true });

/** A breath of noise through a filter: paper that slides, or the knock before a tone. */
function noise(at: number, length: number, frequency: number, level: number): void {
  const audio = context!;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = frequency;
  const gain = audio.createGain();
  gain.gain.value = level;
  source.connect(filter).connect(gain).connect(out());
  source.start(at);
}

/** A tone that falls and fades, as wood and skin do. */
function tone(at: number, from: number, to: number, length: number, level: number, type: OscillatorType = 'sine'): void {
  const audio = context!;
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  const gain = audio.createGain();
  gain.gain.setValueAtTime(level, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(gain).connect(out());
  source.start(at);
  source.stop(at + length);
}

let lastPlayed = 0;

export function play(sound: Sound): void {
  // A whole deal is one sound.
  if (!settings.sound || performance.now() - lastPlayed < 70 || navigator.userActivation?.hasBeenActive === false) return;
  lastPlayed = performance.now();
  try {
    wake();
    const at = context!.currentTime + 0.01;
    switch (sound) {
      case 'paper':
        noise(at, 0.16, 3200, 0.25);
        noise(at + 0.05, 0.1, 1800, 0.15);
        break;
      case 'wood':
        noise(at, 0.03, 1500, 0.3);
        tone(at, 720, 480, 0.09, 0.25, 'triangle');
        break;
      case 'drum':
        noise(at, 0.04, 300, 0.3);
        tone(at, 130, 62, 0.4, 0.5);
        break;
      case 'bell':
        tone(at, 880, 876, 0.9, 0.12);
        tone(at, 1320, 1316, 0.6, 0.06);
        break;
      case 'win':
        // The seal comes down, and three bells rise.
        noise(at, 0.05, 260, 0.35);
        tone(at, 120, 60, 0.4, 0.45);
        [660, 880, 1320].forEach((pitch, i) => tone(at + 0.25 + i * 0.14, pitch, pitch * 0.995, 0.9, 0.11));
        break;
      case 'lose':
        tone(at, 330, 327, 0.7, 0.12);
        tone(at + 0.22, 262, 258, 1, 0.12);
        break;
      case 'no':
        tone(at, 190, 150, 0.12, 0.2, 'triangle');
    }
  } catch {
    // No sound on this device.
  }
}
