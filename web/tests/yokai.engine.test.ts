// How the end is counted and what tell.ts says, over the judge's games of Yokai, which have wins and losses at every level.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { placesOf, squares } from '../src/games/yokai/plane';
import { counted } from '../src/games/yokai/score';
import { logOf } from '../src/games/yokai/tell';
import type { YokaiView } from '../src/games/yokai/view';
import type { Now, Seat } from '../src/lib/protocol';
import { Engine, say } from './engine';

interface Played { text: string; moves: { by: Seat | 'chance'; move: string }[]; result: { winners: Seat[]; points: Record<Seat, number>; rank: string } }

const games: Played[] = readFileSync(new URL('../../tests/yokai/records/judge.jsonl', import.meta.url), 'utf8')
  .split(/^(?=\{"zashiki")/m).filter(Boolean).map((text) => {
    const lines = text.trim().split('\n').map((line) => JSON.parse(line) as unknown);
    return { text, moves: lines.slice(1, -1) as Played['moves'], result: (lines.at(-1) as { result: Played['result'] }).result };
  });

describe('the end of the judge’s games', () => {
  const engine = new Engine();
  it('is won and counted as it is shown', () => {
    let won = 0, shaped = 0, pacts = 0, wrong = 0;
    for (const { text, moves, result } of games) {
      expect(engine.replay(text)).toBe(true);
      const { view } = engine.replayAt(moves.length, '-') as Now<YokaiView>;
      const count = view.count!, kept = Object.values(count.pacts);
      expect(Object.keys(count.pacts)).toEqual(Object.keys(view.pacts));
      expect(view.dealt).toHaveLength(view.reconcile);
      const holds = Object.values(count.parts).every((parts) => parts === 1) && kept.every(Boolean) && count.shape !== false;
      expect(holds).toBe(result.winners.length > 0);
      expect(count.shape === undefined).toBe(view.shape === undefined);
      if (view.shape) expect(view.goal!.right === 16).toBe(count.shape);
      pacts += kept.filter((one) => !one).length;
      shaped += Number(count.shape ?? 0);
      if (!holds) continue;
      won++;
      const hints = counted(view);
      wrong += hints.filter(({ kind }) => kind === 'wrong').length;
      expect(hints.reduce((sum, { points }) => sum + points, 0)).toBe(result.points.A);
    }
    expect(won).toBeGreaterThan(50);
    expect([shaped > 5, pacts > 2, wrong > 5]).toEqual([true, true, true]);
  });
  it('every move of a seat is said, and nothing secret is', () => {
    for (const { text, moves } of games.slice(0, 25)) {
      engine.replay(text);
      const views = moves.map((_, i) => (engine.replayAt(i, 'A') as Now<YokaiView>).view);
      moves.forEach(({ by, move }, i) => {
        const said = logOf({ by, move }, views[i], views[i + 1], {});
        if (by !== 'chance' && move !== 'reveal') expect(said.length, move).toBeGreaterThan(0);
        if (/^(card|pact|peek)/.test(move)) expect(JSON.stringify(said)).not.toMatch(/family/);
      });
    }
  });
});

describe('places', () => {
  it('of all cards are all legal moves, at every turn of a game', () => {
    const engine = new Engine(5);
    engine.receive({ zashiki: 1, do: 'open', game: 'yokai', options: { first: 'A', level: '5' }, request: 'open' });
    let now: Now<YokaiView> | undefined, at = 0;
    const take = (lines: ReturnType<Engine['receive']>): void => {
      for (const [to, message] of lines) {
        const told = message as { event?: number; now?: Now<YokaiView> };
        if (told.event) at = told.event;
        if (told.now && (to === '-' ? !now : to === told.now.actor)) now = told.now;
      }
    };
    for (const seat of ['A', 'B']) {
      take(engine.receive(say(seat, { do: 'join' })));
      take(engine.receive(say(seat, { do: 'sit', at, name: seat })));
    }
    let turns = 0;
    for (let i = 0; i < 400 && now?.status !== 'over'; i++) {
      if (engine.waits() > 2) {
        take(engine.step());
        continue;
      }
      const legal = now!.legal!;
      if (now!.view.phase === 'move') {
        turns++;
        expect(now!.view.cards.flatMap(({ card }) => placesOf(legal, card)).length).toBe(legal.length);
        const { cards, goal } = now!.view, places = squares(goal!.rows, goal);
        expect(places).toHaveLength(16);
        expect(cards.filter(({ x, y }) => places.some((place) => place.x === x && place.y === y)).length).toBe(goal!.right);
      }
      take(engine.receive(say(now!.actor, { do: 'move', at, move: legal[(i * 7) % legal.length] === 'declare' ? legal[0]! : legal[(i * 7) % legal.length]! })));
    }
    expect(turns).toBeGreaterThan(8);
  });
});
