// What the board shows of a card before it is played is what the log says after it, over whole games in both editions; and
// what moves is on the table.
import { describe, expect, it } from 'vitest';
import { changes } from '../src/games/sketch/changes';
import { foreseen, logOf } from '../src/games/sketch/tell';
import { checksOf, playsIn, readMove, stackOf, type SketchView } from '../src/games/sketch/view';
import type { Entry } from '../src/lib/protocol';
import { wholeGame } from './engine';

const names = { A: 'Mika', B: 'Ren' };
const told = (seed: number, edition: string, seat: 'A' | 'B'): Entry<SketchView>[] =>
  wholeGame(seed, { edition })[seat].filter(({ event }) => event !== undefined) as unknown as Entry<SketchView>[];

describe('a card', () => {
  for (const edition of ['en', 'fr'])
    it(`does what was shown of it, in edition ${edition}`, () => {
      let plays = 0, drawn = 0, frightened = 0, calls = 0, distracts = 0, hidden = 0, ends = 0;
      for (const seed of [1, 2, 3, 4, 5, 6])
        for (const seat of ['A', 'B'] as const) {
          const entries = told(seed, edition, seat);
          entries.forEach(({ now }, i) => {
            if (now?.actor !== seat || !now.legal) return;
            const list = playsIn(now);
            for (const play of list) expect(foreseen(play, seat, names), play.text).toBeDefined();
            const made = entries[i + 1];
            const play = made?.kind === 'move' ? list.find(({ text }) => text === made.move) : undefined;
            if (!play) return;
            plays++;
            // A play is settled once everything is turned up.
            let last = i + 1;
            while (entries[last + 1]?.move?.startsWith('reveal')) last++;
            const said = entries.slice(i + 1, last + 1).flatMap((entry, k) => logOf(entry, entries[i + k]!.now?.view, entry.now?.view, names));
            const counted = (key: string): number => said.filter((one) => one.key === `sketch.log.${key}`).length;
            const checks = checksOf(play.does).map(([, check]) => check);
            const unsure = checks.includes('?');
            const shown = (key: 'drawn' | 'frightened'): number => checks.filter((check) => typeof check === 'object' && key in check).length;
            for (const key of ['drawn', 'frightened'] as const)
              expect(unsure ? counted(key) >= shown(key) : counted(key) === shown(key), `${edition} ${seed} ${play.text}`).toBe(true);
            if (play.does.ends) expect(counted('ends')).toBe(1);
            if (play.move.distract) expect(said[0]).toMatchObject({ key: 'sketch.log.distract' });
            if (play.move.call) expect(said[0]).toMatchObject({ key: 'sketch.log.call', args: { number: play.does.calls } });
            drawn += shown('drawn'), frightened += shown('frightened'), hidden += Number(unsure), ends += Number(!!play.does.ends);
            calls += Number(!!play.move.call), distracts += Number(!!play.move.distract);
          });
        }
      expect(Math.min(plays / 20, drawn, frightened, calls, distracts, ends)).toBeGreaterThan(0);
      expect(hidden > 0).toBe(edition === 'fr');
    });

  it('moves to where it lies', () => {
    const kinds = new Set<string>();
    for (const edition of ['en', 'fr'])
      told(7, edition, 'A').forEach((entry, i, entries) => {
        const [then, now] = [entries[i - 1]?.now?.view, entry.now?.view];
        if (!then || !now || entry.kind !== 'move') return;
        for (const change of changes(then, now, [entry])) {
          kinds.add(change.kind);
          if (change.kind === 'laid') expect(stackOf(now, change.stack).laid[change.side][change.index]).toBe(change.card);
          if (change.kind === 'moved') expect(stackOf(then, change.from).laid[change.side][change.fromIndex]).toBe(change.card);
          if (change.kind === 'drawn') expect(now.players[change.side].notebook[change.index]).toBe(`${change.stack}${change.number}`);
          if (change.kind === 'cleared') expect(stackOf(now, change.stack).laid[change.side]).toEqual([]);
        }
        if (readMove(entry.move!)?.kind === 'play') expect(now.stacks.some(({ laid }, k) => laid.A.length !== then.stacks[k]!.laid.A.length || laid.B.length !== then.stacks[k]!.laid.B.length)).toBe(true);
      });
    for (const kind of ['laid', 'cleared', 'drawn', 'up', 'held']) expect(kinds, kind).toContain(kind);
  });
});
