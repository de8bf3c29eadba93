// Yokai's plane and notes: what the board works out by itself.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as notes from '../src/games/yokai/notes';
import { beside, fit, nearest, placesOf, rows, squares, step, type Arrow } from '../src/games/yokai/plane';
import { readMove, writeLay, writeMove, type Card, type Place, type ShapeName } from '../src/games/yokai/view';
import { yokai } from '../src/made/facts';

const places = (text: string): Place[] => text.split('/').flatMap((row, y) => [...row].flatMap((sign, x) => (sign === '.' ? [] : [{ x, y }])));
const cards = (text: string): Card[] => places(text).map((place, i) => ({ ...place, card: i + 1, looked: [] }));
const SQUARE = '####/####/####/####';
const SHAPES = Object.keys(yokai.shapes) as ShapeName[];

describe('the plane in its window', () => {
  const room = { width: 312, height: 300 };
  const inside = (list: Place[], margin: number, largest = 124): void => {
    const window = fit(list, room, margin, largest);
    for (const { x, y } of list) {
      expect((x - margin - window.left) * window.cell).toBeGreaterThanOrEqual(-1e-6);
      expect((x + 1 + margin - window.left) * window.cell).toBeLessThanOrEqual(room.width + 1e-6);
      expect((y - margin - window.top) * window.cell).toBeGreaterThanOrEqual(-1e-6);
      expect((y + 1 + margin - window.top) * window.cell).toBeLessThanOrEqual(room.height + 1e-6);
    }
    expect(window.width).toBeLessThanOrEqual(room.width + 1e-6);
    expect(window.height).toBeLessThanOrEqual(room.height + 1e-6);
  };
  it('shows every card, in a square and in a line either way', () => {
    const line = Array.from({ length: 16 }, (_, x) => ({ x: x - 9, y: 3 }));
    for (const list of [places(SQUARE), line, line.map(({ x, y }) => ({ x: y, y: x }))]) for (const margin of [0, 0.25, 1]) inside(list, margin);
    expect(fit(line, room, 1, 124).cell).toBeCloseTo(312 / 18);
  });
  it('is as large as it can be, and not larger than asked for', () => {
    expect(fit(places(SQUARE), room, 0, 124).cell).toBe(75);
    expect(fit(places(SQUARE), { width: 2000, height: 2000 }, 0, 124).cell).toBe(124);
    expect(fit(places(SQUARE), { width: 0, height: 0 }, 1, 124).cell).toBe(1);
  });
  it('lies in the middle', () => {
    const window = fit([{ x: 5, y: -7 }], { width: 100, height: 60 }, 0, 20);
    expect((5 - window.left) * window.cell).toBe(40);
    expect((-7 - window.top) * window.cell).toBe(20);
  });
});

describe('places', () => {
  it('of a card are those of its legal moves', () => {
    const legal = ['move 1 to -1,2', 'move 11 to 4,0', 'move 1 to 0,-1', 'peek 1', 'skip'];
    expect(placesOf(legal, 1)).toEqual([{ x: -1, y: 2 }, { x: 0, y: -1 }]);
    expect(placesOf(legal, 11)).toEqual([{ x: 4, y: 0 }]);
    expect(placesOf(legal, 2)).toEqual([]);
  });
  it('say what they are next to, without the card in the hand', () => {
    expect(beside(cards('##/#.'), { x: 1, y: 1 })).toEqual([{ side: 'below', card: 2 }, { side: 'right', card: 3 }]);
    expect(beside(cards('##/#.'), { x: 1, y: 1 }, 2)).toEqual([{ side: 'right', card: 3 }]);
    expect(beside(cards('##'), { x: -1, y: 0 })).toEqual([{ side: 'left', card: 1 }]);
    expect(beside(cards('##'), { x: 0, y: -1 })).toEqual([{ side: 'above', card: 1 }]);
    expect(beside(cards('##'), { x: 5, y: 5 })).toEqual([]);
  });
  it('are found near a point', () => {
    const list = [{ x: 0, y: 0 }, { x: 2, y: 0 }];
    expect(nearest(list, { x: 1.4, y: 0.5 }, 1)).toEqual({ x: 0, y: 0 });
    expect(nearest(list, { x: 1.6, y: 0.5 }, 1)).toEqual({ x: 2, y: 0 });
    expect(nearest(list, { x: 9, y: 9 }, 1)).toBeUndefined();
  });
  it('are read row by row', () => {
    expect(rows([{ x: 2, y: 1 }, { x: 0, y: 0 }, { x: 0, y: 1 }])).toEqual([[{ x: 0, y: 0 }], [{ x: 0, y: 1 }, { x: 2, y: 1 }]]);
  });
});

describe('arrows', () => {
  it('go straight on where they can', () => {
    const list = places(SQUARE);
    expect(step(list, { x: 1, y: 1 }, 'ArrowRight')).toEqual({ x: 2, y: 1 });
    expect(step(list, { x: 1, y: 1 }, 'ArrowUp')).toEqual({ x: 1, y: 0 });
    expect(step(list, { x: 3, y: 1 }, 'ArrowRight')).toBeUndefined();
    expect(step(places('#..#/.#..'), { x: 0, y: 0 }, 'ArrowRight')).toEqual({ x: 3, y: 0 });
  });
  it('reach every place from every other', () => {
    const arrows: Arrow[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
    for (const text of [SQUARE, ...SHAPES.map((shape) => JSON.stringify(squares(yokai.shapes[shape])))]) {
      const list = text.startsWith('[') ? (JSON.parse(text) as Place[]) : places(text);
      for (const start of list) {
        const reached = [start];
        for (const from of reached)
          for (const arrow of arrows) {
            const next = step(list, from, arrow);
            if (next && !reached.includes(next)) reached.push(next);
          }
        expect(reached.length).toBe(list.length);
      }
    }
  });
});

describe('goal shapes', () => {
  it('have sixteen squares', () => {
    for (const shape of SHAPES) expect(squares(yokai.shapes[shape]), shape).toHaveLength(16);
    expect(squares('.#/#', { x: -3, y: 2 })).toEqual([{ x: -2, y: 2 }, { x: -3, y: 3 }]);
  });
});

describe('moves in notation', () => {
  it('are read and written', () => {
    expect(readMove('peek 5')).toEqual({ kind: 'peek', card: 5 });
    expect(readMove('move 5 to -1,2')).toEqual({ kind: 'move', card: 5, x: -1, y: 2 });
    expect(readMove('hint KP on 7')).toEqual({ kind: 'lay', hint: 'KP', card: 7 });
    expect(readMove('hint on 7')).toEqual({ kind: 'lay', hint: '?', card: 7 });
    expect(readMove('hint KP')).toEqual({ kind: 'hint', hint: 'KP' });
    expect(readMove('card 3 ?')).toEqual({ kind: 'deal', card: 3, family: '?' });
    expect(readMove('dance')).toBeUndefined();
    expect(writeMove(5, { x: -1, y: 2 })).toBe('move 5 to -1,2');
    expect(writeLay('KP', 7)).toBe('hint KP on 7');
    expect(writeLay('?', 7)).toBe('hint on 7');
  });
});

describe('notes', () => {
  let kept: Record<string, string>;
  beforeEach(() => {
    kept = {};
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, text: string) => void (kept[key] = text) });
  });
  it('turn from nothing to one, to none, to nothing, in the order they were pinned', () => {
    let list = notes.turn(notes.turn({}, 3, 'O'), 3, 'K');
    expect(list[3]).toBe('OK');
    expect(notes.pinned((list = notes.turn(list, 3, 'O'))[3])).toEqual([{ family: 'O', not: true }, { family: 'K', not: false }]);
    expect((list = notes.turn(list, 3, 'O'))[3]).toBe('K');
    expect(notes.clear(list, 3)[3]).toBe('');
  });
  it('are kept for each table and seat', () => {
    notes.write('a:1:A', { 3: 'K' });
    notes.write('a:1:B', { 3: 'o' });
    expect(notes.read('a:1:A')).toEqual({ 3: 'K' });
    expect(notes.read('a:1:B')).toEqual({ 3: 'o' });
    expect(notes.read('a:2:A')).toEqual({});
  });
  it('of old tables go, and what is no note is left out', () => {
    for (let i = 0; i < 40; i++) notes.write(`t${i}:1:A`, { 1: 'K' });
    expect(notes.read('t39:1:A')).toEqual({ 1: 'K' });
    expect(notes.read('t3:1:A')).toEqual({});
    kept['zashiki.notes'] = '{"x":{"1":"KzkQ!","77":"K","2":9}}';
    expect(notes.read('x')).toEqual({ 1: 'Kk' });
    kept['zashiki.notes'] = 'nonsense';
    expect(notes.read('x')).toEqual({});
    notes.write('x', { 1: 'P' });
    expect(notes.read('x')).toEqual({ 1: 'P' });
  });
});
