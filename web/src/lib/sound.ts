// Paper, wood and a soft drum, made here and now: nothing is fetched. Silent until switched on.
import { settings } from './settings.svelte';

export type Sound = 'paper' | 'wood' | 'drum' | 'bell' | 'no';

let context: AudioContext | undefined;

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
  source.connect(filter).connect(gain).connect(audio.destination);
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
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

let lastPlayed = 0;

export function play(sound: Sound): void {
  // A whole deal is one sound.
  if (!settings.sound || performance.now() - lastPlayed < 70) return;
  lastPlayed = performance.now();
  try {
    context ??= new AudioContext();
    void context.resume();
    const at = context.currentTime + 0.01;
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
      case 'no':
        tone(at, 190, 150, 0.12, 0.2, 'triangle');
    }
  } catch {
    // No sound on this device.
  }
}
