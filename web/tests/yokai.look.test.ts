// Looks: who looked when, what a press on a card means, and where the turned card is shown.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aside, type Box } from '../src/games/yokai/aside';
import { HOLD_MS, Looking, NOTICE_MS, SHOW_MS } from '../src/games/yokai/look.svelte';
import { lookedLately, lookingAt, looksOf } from '../src/games/yokai/looks';
import { known, nextRank, rankFrom, worthNow } from '../src/games/yokai/score';
import type { Card, YokaiView } from '../src/games/yokai/view';

const at = (phase: YokaiView['phase'], turns: number, players = 2): YokaiView => ({ phase, turns, players }) as YokaiView;

describe('looks', () => {
  const moves = (text: string): { by: 'A' | 'B' | 'chance'; move: string }[] =>
    text.split('; ').map((line) => ({ by: line[0] === '*' ? 'chance' : (line[0] as 'A'), move: line.slice(2) }));
  const looks = looksOf(moves('* card 1 ?; A peek 5; A peek 6; A move 4 to -1,0; A reveal; * hint K; B peek 1; B peek 5; B move 13 to 4,3; B reveal; * hint P; A peek 7'));
  it('are told by the moves, with their turns', () => {
    expect(looks.map(({ seat, card, turn }) => `${seat}${card}.${turn}`)).toEqual(['A5.0', 'A6.0', 'B1.1', 'B5.1', 'A7.2']);
  });
  it('last until a card is moved, and are there again after a reload', () => {
    expect(lookingAt(looks, at('again', 2))).toEqual([7]);
    expect(lookingAt(looks.slice(0, 4), at('move', 1))).toEqual([1, 5]);
    expect(lookingAt(looks.slice(0, 4), at('hint', 1))).toEqual([]);
    expect(lookingAt(looks.slice(0, 4), at('peek', 2))).toEqual([]);
  });
  it('leave signs for one round', () => {
    expect([...lookedLately(looks.slice(0, 4), at('peek', 2))]).toEqual([[1, ['B']], [5, ['B']]]);
    expect([...lookedLately(looks.slice(0, 4), at('move', 1))]).toEqual([[5, ['A', 'B']], [6, ['A']], [1, ['B']]]);
    expect([...lookedLately(looks.slice(0, 4), at('peek', 2, 3))].length).toBe(3);
    expect([...lookedLately(looks.slice(0, 4), at('peek', 3))]).toEqual([]);
  });
});

describe('a press on a card', () => {
  let shared: boolean, spent: number[], looking: Looking;
  const pointer = (x = 0, y = 0, pointerId = 1) => ({ pointerId, clientX: x, clientY: y, button: 0 });
  /** A pointer comes down on card 5. */
  const down = (id = 1): void => {
    looking.pointer(pointer(0, 0, id));
    looking.down(pointer(0, 0, id), 5);
  };
  const tap = (): void => {
    down();
    looking.up(pointer());
    if (looking.isClick({ detail: 1 })) looking.click({ detail: 1 }, 5);
  };
  const after = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  beforeEach(() => {
    vi.useFakeTimers();
    [shared, spent] = [false, []];
    looking = new Looking({ can: (card) => card !== 9, begin: async (card) => void spent.push(card), shared: () => shared });
  });
  afterEach(() => vi.useRealTimers());

  it('that is a tap turns it for some seconds', async () => {
    tap();
    expect([looking.card, spent]).toEqual([5, [5]]);
    await after(SHOW_MS - 1);
    expect(looking.card).toBe(5);
    await after(2);
    expect(looking.card).toBeUndefined();
  });
  it('that is held turns it for as long, and at least as a tap would', async () => {
    down();
    await after(HOLD_MS + 1);
    expect([looking.card, spent]).toEqual([5, [5]]);
    await after(10 * SHOW_MS);
    expect(looking.card).toBe(5);
    looking.up(pointer());
    expect(looking.isClick({ detail: 1 }), 'the click that ends it is none').toBe(false);
    await after(1);
    expect(looking.card).toBeUndefined();
    down();
    await after(HOLD_MS + 1);
    looking.up(pointer());
    await after(SHOW_MS - 2);
    expect(looking.card).toBe(5);
    await after(2);
    expect(looking.card).toBeUndefined();
  });
  it('that becomes a scroll, a pinch or a drag is none', async () => {
    for (const stray of [
      () => looking.moved(pointer(0, 12)),
      () => looking.cancelled(pointer()),
      () => down(2),
    ]) {
      down();
      stray();
      await after(2 * HOLD_MS);
      looking.up(pointer());
      looking.up(pointer(0, 0, 2));
      expect(looking.isClick({ detail: 1 })).toBe(false);
      expect([looking.card, spent]).toEqual([undefined, []]);
    }
    tap();
    expect(spent, 'the next tap is one').toEqual([5]);
  });
  it('that slips a little is still a tap, and one on a card that cannot be looked at is nothing', async () => {
    down();
    looking.moved(pointer(4, 4));
    looking.up(pointer(4, 4));
    expect(looking.isClick({ detail: 1 })).toBe(true);
    looking.click({ detail: 1 }, 9);
    looking.press(9);
    await after(2 * HOLD_MS);
    expect([looking.card, spent]).toEqual([undefined, []]);
  });
  it('leaves another card that shows as it is, when it strays', async () => {
    tap();
    looking.pointer(pointer());
    looking.down(pointer(), 6);
    looking.moved(pointer(40, 0));
    expect(looking.card).toBe(5);
    await after(SHOW_MS + 1);
    expect(looking.card).toBeUndefined();
  });
  it('takes the focus from another card, and is a press all the same', async () => {
    down();
    looking.release();
    await after(HOLD_MS + 1);
    expect(looking.card).toBe(5);
  });
  it('by a key is the same', async () => {
    looking.press(5);
    expect(looking.card).toBe(5);
    await after(2 * SHOW_MS);
    expect(looking.card).toBe(5);
    looking.release();
    await after(1);
    expect(looking.card).toBeUndefined();
    looking.press(5);
    looking.release();
    await after(SHOW_MS - 2);
    expect(looking.card).toBe(5);
    expect(looking.isClick({ detail: 1 }), 'and the next click is one').toBe(true);
  });
  it('around one screen shows it only while it is held, after it was said who looks', async () => {
    shared = true;
    tap();
    expect([looking.card, looking.notice, spent]).toEqual([undefined, 5, []]);
    await after(SHOW_MS + 1);
    expect(looking.notice).toBeUndefined();
    down();
    await after(HOLD_MS - 1);
    expect(looking.notice).toBeUndefined();
    await after(NOTICE_MS);
    expect([looking.card, looking.notice, spent]).toEqual([undefined, 5, []]);
    await after(2);
    expect([looking.card, looking.notice, spent]).toEqual([5, undefined, [5]]);
    await after(2 * SHOW_MS);
    expect(looking.card).toBe(5);
    looking.up(pointer());
    expect(looking.card).toBeUndefined();
    // A screen reader's click cannot be held.
    looking.click({ detail: 0 }, 5);
    expect([looking.card, looking.notice]).toEqual([undefined, 5]);
    await after(NOTICE_MS + 1);
    expect([looking.card, looking.notice]).toEqual([5, undefined]);
    await after(SHOW_MS + 1);
    expect(looking.card).toBeUndefined();
  });
});

describe('the turned card', () => {
  const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  it('is inside the window and clear of the card, wherever that lies', () => {
    for (const [width, height, cell, size] of [[320, 520, 48, 136], [390, 680, 60, 165], [800, 390, 54, 180], [1900, 1000, 150, 256]] as const)
      for (let x = 0; x <= width - cell; x += cell)
        for (let y = 0; y <= height - cell; y += cell) {
          const thing = { x, y, width: cell, height: cell }, room = { x: 0, y: 0, width, height };
          const box = aside(thing, { width: size, height: size + 40 }, room);
          expect(overlap(box, thing), `${x},${y} in ${width}x${height}`).toBe(false);
          expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
        }
  });
  it('is above it where there is room', () => {
    expect(aside({ x: 100, y: 300, width: 50, height: 50 }, { width: 100, height: 120 }, { x: 0, y: 0, width: 400, height: 700 })).toMatchObject({ x: 75, y: 166 });
  });
});

describe('points', () => {
  it('of ranks are those of the rules', () => {
    expect([2, 3, 4].map((players) => [rankFrom('glorious', players), rankFrom('legendary', players)])).toEqual([[8, 12], [10, 16], [11, 19]]);
    expect(rankFrom('honourable', 2)).toBeUndefined();
    expect(nextRank('honourable', 2)).toEqual({ rank: 'glorious', from: 8 });
    expect(nextRank('glorious', 4)).toEqual({ rank: 'legendary', from: 19 });
    expect(nextRank('legendary', 3)).toBeUndefined();
    expect(worthNow({ pile: 5, open_count: 2 })).toBe(29);
  });
  it('and what one knew who declared peace', () => {
    const card = (n: number, looked: Card['looked'], hint?: string): Card => ({ card: n, x: n, y: 0, looked, ...(hint ? { hint } : {}) });
    expect(known({ turn: 'B', cards: [card(1, ['A']), card(2, ['A', 'B']), card(3, [], 'K'), card(4, [])] })).toEqual({ looked: 1, guessed: [1, 4] });
  });
});
