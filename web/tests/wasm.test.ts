// The memory of the engine in the browser: the stack lies before all data, and there is enough of it.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { factsOf } from '../scripts/facts.mjs';
import { Engine, engineFile, say } from './engine';

const PAINT = 0xa5;
/** How much of the stack may be used at most: the rest is for what these games do not reach. */
const MOST = 0.75;

/** The lowest address that the module fills when it is loaded. */
function lowestData(bytes: Uint8Array): number {
  let at = 8;
  const leb = (): number => {
    let value = 0, shift = 0, byte;
    do value |= ((byte = bytes[at++]!) & 0x7f) << shift, (shift += 7);
    while (byte & 0x80);
    return value;
  };
  while (at < bytes.length) {
    const section = bytes[at++], size = leb(), end = at + size;
    if (section === 11) {
      const offsets = [];
      for (let count = leb(); count > 0; count--) {
        expect([leb(), bytes[at++]], 'a segment at a constant address (i32.const)').toEqual([0, 0x41]);
        offsets.push(leb());
        at++; // the end of the expression
        const length = leb();
        at += length;
      }
      return Math.min(...offsets);
    }
    at = end;
  }
  return NaN;
}

/** The deepest that the stack went since it was painted. */
function used(engine: Engine, run: () => void): number {
  const top = engine.stackPointer.value as number;
  engine.memory.fill(PAINT, 0, top);
  run();
  return top - engine.memory.findIndex((byte) => byte !== PAINT);
}

/** The start of a game, advice in it, and the table kept and taken back. */
function advice(engine: Engine, game: string, options: Record<string, string>): void {
  engine.receive({ zashiki: 1, do: 'open', game, options, advice: true, request: 'open' });
  for (const [at, seat] of ['A', 'B'].entries()) engine.receive(say(seat, { do: 'sit', at, name: seat }));
  while (engine.waits() > 2) engine.step();
  expect(engine.restore(engine.store())).toBe(true);
  const answers = ['A', 'B'].map((seat) => JSON.stringify(engine.receive(say(seat, { do: 'hint' }))));
  expect(answers.join()).toContain('"hint"');
}

/** A record, replayed and studied. */
function study(engine: Engine): void {
  const lines = readFileSync(new URL('../../tests/sketch/records/judge-en.jsonl', import.meta.url), 'utf8').split('\n');
  expect(engine.replay(lines.slice(0, lines.findIndex((line) => line.startsWith('{"result"')) + 1).join('\n'))).toBe(true);
  expect(engine.study(1)).toBeDefined();
}

const pinned = readFileSync(new URL('../../tests/signature.txt', import.meta.url), 'utf8').replace(/^#.*\n/gm, '').trimEnd().split('\n');
const gameOf = (line: string): string => line.split(' ')[0]!;
// A game that has no line there is being written.
const GAMES = [...new Set(pinned.map(gameOf))];
const OPTIONS: Record<string, Record<string, string>> = { yokai: { level: '5' } };

describe.each(GAMES)('the memory of the engine of %s', (game) => {
  const size = new Engine(1, game).stackPointer.value as number;

  it('has the stack first and all data behind it', () => {
    expect(size).toBe(512 * 1024);
    expect(lowestData(engineFile(game))).toBeGreaterThanOrEqual(size);
  });

  it('traps when the stack overflows', () => {
    const engine = new Engine(1, game);
    engine.stackPointer.value = 2048;
    expect(() => engine.signature()).toThrow(WebAssembly.RuntimeError);
  });

  it('has more stack than the deepest calls use, and plays as is pinned (docs/performance.md), bots included', () => {
    const engine = new Engine(1, game);
    const deepest = {
      signature: used(engine, () => expect(engine.signature().trimEnd().split('\n')).toEqual(pinned.filter((line) => gameOf(line) === game))),
      ...(game === 'sketch' ? { study: used(engine, () => study(engine)) } : {}),
      ...(game === 'null' ? {} : { advice: used(engine, () => advice(engine, game, OPTIONS[game] ?? {})) }),
    };
    console.log(game, 'bytes of stack:', deepest);
    for (const bytes of Object.values(deepest)) {
      expect(bytes).toBeGreaterThan(1000);
      expect(bytes).toBeLessThan(MOST * size);
    }
  });
});

describe('the engines', () => {
  it('are each of one game, and nothing of the others', () => {
    for (const game of GAMES) expect(Object.keys(factsOf(engineFile(game)).games)).toEqual([game]);
    expect(Object.keys(factsOf(engineFile()).games)).toEqual(expect.arrayContaining(GAMES));
    for (const game of GAMES) expect(engineFile(game).length).toBeLessThan(0.7 * engineFile().length);
  });
});
