// The graph of a study, and playing on from the middle of a record: with what the engine says.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { linesOf, nearest, showsOf, spread, valueAt } from '../src/lib/graph';
import type { Replayed } from '../src/lib/local';
import { tableText } from '../src/lib/playon';
import type { Incoming, Seat } from '../src/lib/protocol';
import { Engine, say } from './engine';

const recordOf = (name: string): string => {
  const whole = readFileSync(new URL(`../../tests/${name}.jsonl`, import.meta.url), 'utf8').split(/^(?=\{"zashiki")/m);
  return whole.find((record) => record.includes('"result"'))!;
};
function studied(name: string, playouts: number) {
  const engine = new Engine();
  expect(engine.replay(recordOf(name))).toBe(true);
  const replayed = JSON.parse(engine.output()) as Replayed;
  return { replayed, ...engine.study(playouts)! };
}

describe('the graph', () => {
  it('of two players is one line, which falls where a decision lost', () => {
    const { replayed, head, decisions, worst } = studied('sketch/records/judge-en', 30);
    expect(showsOf(head, 2)).toBe('ahead');
    const lines = linesOf('ahead', head, decisions, replayed);
    expect(lines.map(({ of }) => of)).toEqual(['A']);
    const [line] = lines;
    const { winners, drawn } = replayed.result!;
    expect(line!.points.at(-1)).toEqual({ n: replayed.moves.length, value: drawn ? 0.5 : winners.includes('A') ? 1 : 0 });
    expect(line!.points.every(({ n, value }, i, all) => value >= 0 && value <= 1 && (!i || n > all[i - 1]!.n))).toBe(true);
    expect(worst.length).toBeGreaterThan(0);
    for (const number of worst) {
      const { seat, loss } = decisions.find(({ n }) => n === number)!;
      const fell = (valueAt(line!, number)! - valueAt(line!, number + 1)!) * (seat === 'A' ? 1 : -1);
      // Unless the next decision follows at once, and is thought of otherwise.
      if (!decisions.some(({ n, moves }) => n === number + 1 && moves)) expect(fell).toBeCloseTo(loss! / head.whole, 3);
    }
  });

  it('of more is a line a seat, which add up to one win', () => {
    const { replayed, head, decisions } = studied('yotei/records/judge-tiny', 10);
    expect(showsOf(head, 4)).toBe('seats');
    const lines = linesOf('seats', head, decisions, replayed);
    expect(lines.length).toBe(replayed.seats.length);
    lines[0]!.points.forEach((_, i) => expect(lines.reduce((sum, { points }) => sum + points[i]!.value, 0)).toBeCloseTo(1, 3));
  });

  it('of a team is its points and whether it has won', () => {
    const { replayed, head, decisions } = studied('yokai/records/judge', 10);
    expect(showsOf(head, 4)).toBe('team');
    const [points, won] = linesOf('team', head, decisions, replayed);
    expect(points!.points.at(-1)!.value * head.points).toBeCloseTo(replayed.result!.points.A!, 6);
    expect(won!.points[0]!.value).toBeLessThan(0.1);
    expect(won!.points.at(-1)!.value).toBe(replayed.result!.winners.length ? 1 : 0);
  });

  it('finds what is meant by a place, and places letters apart', () => {
    const { decisions } = studied('sketch/records/judge-en', 10);
    expect(nearest(decisions, -5)).toBe(0);
    expect(nearest(decisions, 1e6)).toBe(decisions.length - 1);
    expect(nearest(decisions, decisions[3]!.n)).toBe(3);
    expect(spread([50, 50, 10, 100], 14, 0, 100)).toEqual([50, 64, 10, 100]);
    expect(spread([100, 100, 100], 14, 0, 100)).toEqual([72, 86, 100]);
  });
});

describe('playing on from a record', () => {
  const letters = (count: number): Seat[] => (['A', 'B', 'C', 'D'] as Seat[]).slice(0, count);
  for (const name of ['sketch/records/judge-en', 'yokai/records/judge', 'yotei/records/judge', 'yotei/records/judge-tiny'])
    it(`opens a table in the middle of it, ${name}`, () => {
      const record = recordOf(name);
      const lines = record.trimEnd().split('\n');
      const engine = new Engine(3);
      expect(engine.replay(record)).toBe(true);
      const { seats: names } = JSON.parse(engine.output()) as Replayed;
      const n = lines.findIndex((line, i) => i > 40 && /"by":"[A-D]"/.test(line)) - 1;
      const me = (JSON.parse(lines[n + 1]!) as { by: Seat }).by;
      const seats = letters(names.length).map((seat) => (seat === me ? { seat, name: 'Żaneta' } : { seat, name: '', bot: 'random' }));
      // What this seat sees there is what it saw in the record.
      const saw = engine.replayAt(n, me).view;
      expect(engine.restore(tableText({ record, n, tried: [], seats }, 5))).toBe(true);
      const told = engine.receive(say(me, { do: 'join' })).find(([, message]) => message.snapshot !== undefined)![1] as Incoming & { now: { legal?: string[]; also?: string[]; view: unknown; moves: number } };
      expect(told.now.view).toEqual(saw);
      expect(told.now.moves).toBe(n);

      // Another move, and then bots to the end: a legal record that begins with the same moves.
      const made = (JSON.parse(lines[n + 1]!) as { move: string }).move;
      const other = (told.now.legal ?? told.now.also)!.find((move) => move !== made) ?? made;
      expect(engine.restore(tableText({ record, n, tried: [{ by: me, move: other }], seats: seats.map(({ seat }) => ({ seat, name: '', bot: 'random' })) }, 5))).toBe(true);
      for (let i = 0; engine.waits() && i < 20_000; i++) engine.step();
      const answer = engine.receive(say(undefined, { do: 'record' })).find(([, message]) => message.record)?.[1].record;
      expect(answer).toBeDefined();
      expect(answer!.split('\n').slice(1, n + 1)).toEqual(lines.slice(1, n + 1).map((line) => JSON.stringify({ by: JSON.parse(line).by, move: JSON.parse(line).move })));
      expect(JSON.parse(answer!.split('\n')[n + 1]!)).toMatchObject({ by: me, move: other });
      expect(engine.replay(answer!)).toBe(true);
      expect((JSON.parse(engine.output()) as Replayed).result).toBeDefined();
    });
});
