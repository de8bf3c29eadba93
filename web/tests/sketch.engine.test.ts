// What foresee.ts says of every legal card, held to what the engine then does, over whole games by
// random bots in both editions. Needs the wasm engine (tools/web); without it there is nothing to
// compare with.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changes } from '../src/games/sketch/changes';
import { foresee } from '../src/games/sketch/foresee';
import { logOf } from '../src/games/sketch/tell';
import { COLOURS, other, readMove, stackOf, type Side, type SketchView } from '../src/games/sketch/view';
import type { Entry, Incoming } from '../src/lib/protocol';

const file = new URL('../src/engine/engine.wasm', import.meta.url);

interface Engine {
  memory: WebAssembly.Memory;
  zk_input(): number;
  zk_output(): number;
  zk_output_size(): number;
  zk_start(together: number): void;
  zk_seed(low: number, high: number): void;
  zk_receive(size: number, now: number): void;
  zk_step(now: number): number;
  zk_waits(): number;
}

/** A whole game as spectators see it. */
async function game(edition: string, seed: number): Promise<Entry<SketchView>[]> {
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
  const engine = instance.exports as unknown as Engine;
  engine.zk_start(0);
  let now = 1000, bits = seed * 2654435761;
  const luck = (): [number, number] => {
    bits = (Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return [bits, Math.imul(bits, 0x85ebca6b) >>> 0];
  };
  const entries: Entry<SketchView>[] = [];
  const read = (): void => {
    const text = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.zk_output(), engine.zk_output_size()));
    for (const line of text.split('\n')) {
      if (line[0] !== '-') continue;
      const message = JSON.parse(line.slice(2)) as Incoming;
      if (message.event !== undefined) entries.push(message as unknown as Entry<SketchView>);
    }
  };
  const tell = (message: object): void => {
    const bytes = new TextEncoder().encode(JSON.stringify({ zashiki: 1, request: `r${now}`, ...message }));
    new Uint8Array(engine.memory.buffer, engine.zk_input(), bytes.length).set(bytes);
    engine.zk_seed(...luck());
    engine.zk_receive(bytes.length, now++);
    read();
  };
  tell({ do: 'open', game: 'sketch', options: { edition } });
  tell({ do: 'join', table: 'local' });
  for (const seat of ['A', 'B']) tell({ do: 'bot', table: 'local', token: 'A', at: entries.length, seat, bot: 'random' });
  for (let steps = 0; steps < 5000 && engine.zk_waits() >= 3; steps++) {
    engine.zk_seed(...luck());
    engine.zk_step(now++);
    read();
  }
  return entries;
}

/** A spectator's view after an entry. */
const viewOf = (entry: Entry<SketchView>): SketchView => entry.now!.view;

describe.skipIf(!existsSync(file))('foresee and the engine', () => {
  for (const edition of ['en', 'fr'] as const)
    it(`agree in edition ${edition}`, async () => {
      let plays = 0, drawn = 0, ties = 0, calls = 0, distracts = 0, afterReveal = 0;
      for (let seed = 1; seed <= 12; seed++) {
        const entries = await game(edition, seed);
        expect(entries[entries.length - 1]!.now!.status).toBe('over');
        for (let i = 1; i < entries.length; i++) {
          const entry = entries[i]!;
          const move = entry.move ? readMove(entry.move) : undefined;
          if (entry.kind !== 'move') continue;
          expect(move, entry.move).toBeDefined();
          if (move?.kind !== 'play') continue;
          plays++;
          const me = entry.by as Side;
          const before = viewOf(entries[i - 1]!);
          // A play is settled once everything is turned up.
          let last = i;
          while (entries[last + 1]?.move?.startsWith('reveal')) last++;
          const after = viewOf(entries[last]!);
          const outcome = foresee(before, move, me);
          const where = `${edition} ${seed} ${entry.event} ${entry.move}`;
          if (move.call) calls++;
          if (move.distract) {
            distracts++;
            expect(outcome.distracted, where).toBeDefined();
          }
          for (const check of outcome.checks) {
            const stack = stackOf(after, check.stack);
            const gained = (side: Side): number =>
              after.players[side].notebook.filter((y) => y[0] === check.stack).length - before.players[side].notebook.filter((y) => y[0] === check.stack).length;
            switch (check.result) {
              case 'drawn':
                drawn++;
                expect(gained(check.by!), where).toBe(1);
                expect(gained(other(check.by!)), where).toBe(0);
                expect(stack.laid[check.by!].length, where).toBe(0);
                expect(stack.laid[other(check.by!)].length, where).toBe(check.count[other(check.by!)]);
                break;
              case 'frightened':
                ties++;
                expect([stack.laid.A, stack.laid.B], where).toEqual([[], []]);
                expect([gained('A'), gained('B')], where).toEqual([0, 0]);
                expect(stack.bottom.at(-1) ?? stack.covered.at(-1) ?? stack.top, where).toBe(check.number);
                break;
              case 'short':
                expect(stack.laid.A.length, where).toBe(check.count.A);
                expect(stack.laid.B.length, where).toBe(check.count.B);
                expect(stack.top! - stack.laid.A.length - stack.laid.B.length, where).toBe(check.missing);
                break;
              case 'hidden':
                afterReveal++;
            }
          }
          // Stacks that no check is about keep their yokai, but for the one a call takes.
          for (const colour of COLOURS)
            if (!outcome.checks.some((check) => check.stack === colour))
              expect(stackOf(after, colour).size, where).toBe(stackOf(before, colour).size - (move.call === colour ? 1 : 0));
          expect(after.phase === 'over' && stackSizes(after).includes(0), where).toBe(outcome.ends || (outcome.checks.some((c) => c.result === 'hidden') && stackSizes(after).includes(0)));
          // The log says as much as happened.
          const told = entries.slice(i, last + 1).flatMap((e, k) => logOf(e, viewOf(entries[i + k - 1]!), viewOf(e), { A: 'Mika', B: 'Ren' }));
          const points = after.players.A.notebook.length + after.players.B.notebook.length - before.players.A.notebook.length - before.players.B.notebook.length;
          expect(told.filter((s) => s.key === 'sketch.log.drawn').length, where).toBe(points);
          const kinds = changes(before, viewOf(entry)).map((change) => change.kind);
          expect(kinds.filter((kind) => kind === 'drawn').length <= 2, where).toBe(true);
        }
      }
      expect(Math.min(plays / 100, drawn, ties, calls, distracts)).toBeGreaterThan(3);
      if (edition === 'fr') expect(afterReveal).toBeGreaterThan(0);
    });
});

const stackSizes = (view: SketchView): number[] => view.stacks.map((stack) => stack.size);
