// A table in this browser: the engine and its bots as WebAssembly, in a worker, so that a bot that
// thinks never holds up the page. It speaks the protocol's messages and nothing else about games. There is an engine for
// each game; the worker's name says which.
import { protocol } from '../made/facts';

export type ToWorker =
  | { kind: 'message'; message: string }
  | { kind: 'restore'; id: number; text: string; tutorial: string }
  | { kind: 'tutorial'; text: string }
  | { kind: 'steps_read'; n: number }
  | { kind: 'pace'; bot_ms: number }
  | { kind: 'skip' }
  | { kind: 'replay'; id: number; text: string }
  | { kind: 'replay_at'; id: number; n: number; audience: string }
  | { kind: 'replay_trace'; id: number; n: number }
  | { kind: 'study'; id: number; playouts: number; seats: number }
  | { kind: 'study_next'; id: number }
  | { kind: 'signature'; id: number };

export type FromWorker =
  | { kind: 'lines'; lines: string }
  | { kind: 'store'; text: string }
  | { kind: 'answer'; id: number; good: boolean; text: string }
  | { kind: 'broken' };

interface Engine {
  memory: WebAssembly.Memory;
  zk_input(): number;
  zk_input_size(): number;
  zk_output(): number;
  zk_output_size(): number;
  /** First of all: whether chance moves with the ask that brings it about, or one outcome a step. */
  zk_start(together: number): void;
  /** Fresh random bits, before each of the next two. */
  zk_seed(low: number, high: number): void;
  zk_receive(size: number, now: number): void;
  zk_step(now: number): number;
  zk_waits(): number;
  /** Follows a tutorial at the table that was just opened or restored. */
  zk_follow(size: number): number;
  zk_steps_read(n: number): void;
  /** What is new since the last time, or the whole; 1 when there is more. */
  zk_keep(whole: number): number;
  zk_restore(size: number): number;
  zk_restore_entry(size: number): number;
  zk_restored(): number;
  zk_replay(size: number): number;
  zk_replay_at(n: number, audience: number): void;
  zk_replay_trace(n: number): void;
  /** `seats` has a bit for each; 0: those in which no bot sat. */
  zk_study(playouts: number, seed: number, seats: number): number;
  zk_study_next(): number;
  zk_signature(): void;
}

const engines = Object.values(import.meta.glob<string>('../engine/engine.*.wasm', { query: '?url', import: 'default', eager: true }));
/** Of a game that nobody here knows, any engine says so. */
const engineUrl = engines.find((url) => url.includes(`/engine.${self.name}`)) ?? engines[0]!;

/** What the table waits for, as zk_waits numbers it. */
const [WAITS_PERSON, WAITS_BOT, WAITS_CHANCE] = (['person', 'bot', 'chance'] as const).map((word) => protocol.waits.indexOf(word));
/** Long enough to see a yokai turned up. The deal at the start takes no time. */
const CHANCE_MS = 220;
const CLOCK_LOOK_MS = 1000;
/** So that a study says the same each time, and what `zashiki study` says. */
const STUDY_SEED = 1;

const page = self as unknown as { postMessage(message: FromWorker): void; onmessage: ((event: MessageEvent<ToWorker>) => void) | null };
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let botMs = 700;
let timer: ReturnType<typeof setTimeout> | undefined;
let moved = false;

async function instantiate(): Promise<Engine> {
  const answer = await fetch(engineUrl);
  let made: WebAssembly.WebAssemblyInstantiatedSource;
  try {
    made = await WebAssembly.instantiateStreaming(answer.clone(), {});
  } catch {
    // A static folder may serve it under another type.
    made = await WebAssembly.instantiate(await answer.arrayBuffer(), {});
  }
  const engine = made.instance.exports as unknown as Engine;
  engine.zk_start(0);
  return engine;
}

const engineReady = instantiate();
engineReady.catch(() => page.postMessage({ kind: 'broken' }));

/** Puts text into the engine's input; its size in bytes, or -1 when it is too long. */
function put(engine: Engine, text: string): number {
  const bytes = encoder.encode(text);
  if (bytes.length > engine.zk_input_size()) return -1;
  new Uint8Array(engine.memory.buffer, engine.zk_input(), bytes.length).set(bytes);
  return bytes.length;
}

const output = (engine: Engine): string =>
  decoder.decode(new Uint8Array(engine.memory.buffer, engine.zk_output(), engine.zk_output_size()));

function seed(engine: Engine): void {
  const bits = crypto.getRandomValues(new Uint32Array(2));
  engine.zk_seed(bits[0]!, bits[1]!);
}

/** Lets chance or a bot move, or looks at the clock; whether anything happened. */
function step(engine: Engine): boolean {
  seed(engine);
  const happened = engine.zk_step(Date.now()) === 1;
  tell(engine);
  return happened;
}

function tell(engine: Engine): void {
  const lines = output(engine);
  if (lines) page.postMessage({ kind: 'lines', lines });
}

let kept = '';

function keep(engine: Engine): void {
  let text = kept;
  let more: boolean;
  do {
    more = engine.zk_keep(0) === 1;
    const lines = output(engine);
    // A new table begins with the line that opens it.
    text = lines.startsWith('{"zashiki"') ? lines : text + lines;
  } while (more);
  if (text === kept) return;
  kept = text;
  page.postMessage({ kind: 'store', text });
}

/** Puts a kept table back, line by line: a long one does not fit the engine's input. */
function restore(engine: Engine, text: string): boolean {
  const [head = '', ...entries] = text.trimEnd().split('\n');
  const fits = (line: string, take: (size: number) => number): boolean => {
    const size = put(engine, line);
    return size >= 0 && take(size) === 1;
  };
  return fits(head, engine.zk_restore) && entries.every((line) => fits(line, engine.zk_restore_entry)) && engine.zk_restored() === 1;
}

/** Keeps the table, and lets chance and bots move when their time has come. */
function goOn(engine: Engine): void {
  clearTimeout(timer);
  keep(engine);
  const waits = engine.zk_waits();
  const wait = waits === WAITS_BOT ? botMs : waits === WAITS_CHANCE ? (moved ? Math.min(CHANCE_MS, botMs) : 0) : -1;
  if (wait < 0) {
    if (waits !== WAITS_PERSON) return;
    moved = true;
    timer = setTimeout(() => look(engine), CLOCK_LOOK_MS);
    return;
  }
  timer = setTimeout(() => {
    if (waits === WAITS_BOT) moved = true;
    step(engine);
    goOn(engine);
  }, wait);
}

/** While a person thinks: somebody's clock may run out. */
function look(engine: Engine): void {
  if (step(engine)) goOn(engine);
  else timer = setTimeout(() => look(engine), CLOCK_LOOK_MS);
}

function skip(engine: Engine): void {
  for (let steps = 0; steps < 1000; steps++) {
    const waits = engine.zk_waits();
    if (waits !== WAITS_BOT && waits !== WAITS_CHANCE) break;
    step(engine);
  }
  goOn(engine);
}

async function take(message: ToWorker): Promise<void> {
  const engine = await engineReady.catch(() => undefined);
  if (!engine) return; // the page has been told
  switch (message.kind) {
    case 'message': {
      const size = put(engine, message.message);
      if (size < 0) return;
      seed(engine);
      engine.zk_receive(size, Date.now());
      tell(engine);
      goOn(engine);
      return;
    }
    case 'restore': {
      const good = restore(engine, message.text);
      if (good && message.tutorial) engine.zk_follow(put(engine, message.tutorial));
      page.postMessage({ kind: 'answer', id: message.id, good, text: '' });
      if (good) goOn(engine);
      return;
    }
    case 'tutorial':
      engine.zk_follow(put(engine, message.text));
      return;
    case 'steps_read':
      engine.zk_steps_read(message.n);
      return goOn(engine);
    case 'pace':
      botMs = message.bot_ms;
      return;
    case 'skip':
      return skip(engine);
    case 'replay': {
      const size = put(engine, message.text);
      const good = size >= 0 && engine.zk_replay(size) === 1;
      page.postMessage({ kind: 'answer', id: message.id, good, text: size < 0 ? '' : output(engine) });
      return;
    }
    case 'replay_at':
      engine.zk_replay_at(message.n, message.audience.charCodeAt(0));
      page.postMessage({ kind: 'answer', id: message.id, good: true, text: output(engine) });
      return;
    case 'replay_trace':
      engine.zk_replay_trace(message.n);
      page.postMessage({ kind: 'answer', id: message.id, good: true, text: output(engine) });
      return;
    case 'study':
    case 'study_next': {
      const good = (message.kind === 'study' ? engine.zk_study(message.playouts, STUDY_SEED, message.seats) : engine.zk_study_next()) === 1;
      page.postMessage({ kind: 'answer', id: message.id, good, text: output(engine) });
      return;
    }
    case 'signature':
      engine.zk_signature();
      page.postMessage({ kind: 'answer', id: message.id, good: true, text: output(engine) });
  }
}

page.onmessage = (event) => void take(event.data);
