// The real engine for tests: a table without a worker, stepped by hand, with luck from a seed.
import { existsSync, readFileSync } from 'node:fs';
import { readLines, type Decision, type StudyHead } from '../src/lib/local';
import type { Audience, Incoming, Now } from '../src/lib/protocol';

/** The engine of one game, as it is shipped, or that with all of them. */
export function engineFile(game?: string): Uint8Array {
  const path = new URL(`../src/engine/engine${game ? `.${game}` : ''}.wasm`, import.meta.url);
  if (!existsSync(path)) throw new Error(`${path.pathname} is missing: run tools/web`);
  return readFileSync(path);
}

interface Exports {
  memory: WebAssembly.Memory;
  [name: string]: unknown;
}

export class Engine {
  #zk: Exports;
  #seed: number;
  now = 1_000_000;

  constructor(seed = 1, game?: string) {
    this.#zk = new WebAssembly.Instance(new WebAssembly.Module(engineFile(game) as BufferSource), {}).exports as unknown as Exports;
    this.#seed = seed;
    this.#call('zk_start', 0);
  }

  /** All memory, and where the stack begins: it grows from there to address 0. */
  get memory(): Uint8Array {
    return new Uint8Array(this.#zk.memory.buffer);
  }
  get stackPointer(): WebAssembly.Global {
    return this.#zk.__stack_pointer as WebAssembly.Global;
  }

  #call(name: string, ...args: number[]): number {
    return (this.#zk[name] as (...args: number[]) => number)(...args);
  }
  #luck(): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0;
    return this.#seed;
  }
  #put(text: string): number {
    const bytes = new TextEncoder().encode(text);
    new Uint8Array(this.#zk.memory.buffer, this.#call('zk_input'), bytes.length).set(bytes);
    return bytes.length;
  }
  output(): string {
    return new TextDecoder().decode(new Uint8Array(this.#zk.memory.buffer, this.#call('zk_output'), this.#call('zk_output_size')));
  }

  receive(message: object): [Audience, Incoming][] {
    this.#call('zk_seed', this.#luck(), this.#luck());
    this.#call('zk_receive', this.#put(JSON.stringify(message)), (this.now += 10));
    return readLines(this.output());
  }
  step(): [Audience, Incoming][] {
    this.#call('zk_seed', this.#luck(), this.#luck());
    this.#call('zk_step', (this.now += 10));
    return readLines(this.output());
  }
  waits(): number {
    return this.#call('zk_waits');
  }
  store(): string {
    let text = '';
    for (let whole = 1, more = 1; more; whole = 0) {
      more = this.#call('zk_keep', whole);
      text += this.output();
    }
    return text;
  }
  restore(text: string): boolean {
    const [head = '', ...entries] = text.trimEnd().split('\n');
    return (
      this.#call('zk_restore', this.#put(head)) === 1 &&
      entries.every((line) => this.#call('zk_restore_entry', this.#put(line)) === 1) &&
      this.#call('zk_restored') === 1
    );
  }
  replay(text: string): boolean {
    return this.#call('zk_replay', this.#put(text)) === 1;
  }
  outcomesAt(n: number): [string, string][] {
    this.#call('zk_replay_trace', n);
    return (JSON.parse(this.output()) as { legal: [string, string][] }).legal;
  }
  /** Follows a tutorial, of which everything has been read. */
  follow(text: string): boolean {
    return this.#call('zk_follow', this.#put(text)) === 1 && (this.#call('zk_steps_read', 1000), true);
  }
  /** The position of the replayed record after so many moves, as that audience sees it. */
  replayAt(n: number, audience: string): Now {
    this.#call('zk_replay_at', n, audience.charCodeAt(0));
    return (JSON.parse(this.output()) as { now: Now }).now;
  }
  /** A study of the replayed record: what it goes by, every decision, and the numbers of the worst. */
  study(playouts: number, seats = 0): { head: StudyHead; decisions: Decision[]; worst: number[] } | undefined {
    if (this.#call('zk_study', playouts, 1, seats) !== 1) return undefined;
    const head = JSON.parse(this.output()) as StudyHead;
    const decisions: Decision[] = [];
    while (this.#call('zk_study_next') === 1) decisions.push(JSON.parse(this.output()) as Decision);
    return { head, decisions, worst: JSON.parse(this.output()) as number[] };
  }
  signature(): string {
    this.#call('zk_signature');
    return this.output();
  }
}

let requests = 0;
export const say = (token: string | undefined, ask: object): object => ({
  zashiki: 1, table: 'local', ...(token ? { token } : {}), request: `t${requests++}`, ...ask,
});

/** A whole game of two bots, as seat A and the spectators are told of it. */
export function wholeGame(seed: number, options: Record<string, string> = {}): Record<'A' | 'B' | '-', Incoming[]> {
  const engine = new Engine(seed);
  const told = { A: [] as Incoming[], B: [] as Incoming[], '-': [] as Incoming[] };
  const take = (lines: [Audience, Incoming][]): void => {
    for (const [to, message] of lines) if (to in told) told[to as 'A'].push(message);
  };
  engine.receive({ zashiki: 1, do: 'open', game: 'sketch', options, request: 'open' });
  for (const token of ['A', 'B', undefined]) take(engine.receive(say(token, { do: 'join' })));
  for (const seat of ['A', 'B']) take(engine.receive(say(seat, { do: 'bot', at: 0, seat, bot: 'greedy' })));
  for (let i = 0; i < 5000 && engine.waits() > 2; i++) take(engine.step());
  return told;
}
