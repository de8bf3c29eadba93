// The path (Y36): which game counts for what, and the form of docs/path.md.
import { beforeEach, describe, expect, it } from 'vitest';
import { addPath, COMBINATIONS, fits, isUnread, joined, LEVELS, myPath, readPath, stepOf, takeStep, writePath, type Path } from '../src/games/yokai/path';
import type { Now } from '../src/lib/protocol';

const over = (more: Partial<Now> = {}): Now => ({
  status: 'over', actor: 'over', moves: 80, games: 0, view: { count: { rules: 'basic' } },
  seats: [{ seat: 'A', who: 'person', name: 'Mika' }, { seat: 'B', who: 'bot', bot: 'random' }],
  result: { winners: ['A', 'B'], points: { A: 9, B: 9 }, rank: 'glorious', end: 'Y20' },
  ...more,
});

describe('combinations', () => {
  it('are thirty, in the order of counting', () => {
    expect(COMBINATIONS).toHaveLength(30);
    expect(new Set(COMBINATIONS).size).toBe(30);
    expect(COMBINATIONS.slice(0, 7)).toEqual(['basic', 'reconcile', 'reconcile2', 'reconcile3', 'reconcile4', 'stack', 'reconcile+stack']);
    expect(COMBINATIONS[10]).toBe('blind');
    expect(COMBINATIONS[15]).toBe('shape');
    expect(COMBINATIONS[29]).toBe('reconcile4+blind+shape');
  });
  it('are levels when they are one rule', () => {
    expect(LEVELS).toEqual(['basic', 'reconcile', 'stack', 'blind', 'shape']);
  });
  it('have no more reconciliations than players', () => {
    expect(fits('reconcile3', '2')).toBe(false);
    expect(fits('reconcile2+blind', '2')).toBe(true);
    expect(fits('reconcile4', '4')).toBe(true);
    expect(fits('stack+blind', '4')).toBe(false);
  });
});

describe('a path', () => {
  const text = '{"path":1,"yokai":{"2":{"basic":"glorious","stack+shape":"lost"},"4":{"reconcile2":"legendary"}}}';
  it('reads and writes the form of docs/path.md', () => {
    expect(writePath(readPath(text)!)).toBe(text);
    const jumbled = '{"yokai":{"4":{"reconcile2":"legendary"},"2":{"stack+shape":"lost","basic":"glorious"}},"path":1}';
    expect(writePath(readPath(jumbled)!)).toBe(text);
    expect(writePath({})).toBe('{"path":1,"yokai":{}}');
  });
  it('is refused whole when any of it is wrong', () => {
    for (const wrong of [
      '', 'null', '[]', '7', '{"yokai":{}}', '{"path":"1"}', '{"path":2,"yokai":{}}', '{"path":1,"yokai":[]}', '{"path":1,"yokai":{},"x":1}',
      '{"path":1,"yokai":{"5":{}}}', '{"path":1,"yokai":{"2":null}}', '{"path":1,"yokai":{"2":{"basic":"won"}}}',
      '{"path":1,"yokai":{"2":{"basic":7}}}', '{"path":1,"yokai":{"2":{"reconcile3":"lost"}}}', '{"path":1,"yokai":{"2":{"shape+stack":"lost"}}}',
      '{"path":1,"yokai":{"2":{"toString":"lost"}}}', '{"path":1,"yokai":{"__proto__":{"basic":"lost"}}}',
    ])
      expect(readPath(wrong), wrong).toBeUndefined();
  });
  it('joins another by the better rank in every place, in any order', () => {
    const one: Path = { 2: { basic: 'glorious', stack: 'lost' } };
    const other: Path = { 2: { basic: 'honourable', stack: 'honourable' }, 3: { shape: 'lost' } };
    const both = { 2: { basic: 'glorious', stack: 'honourable' }, 3: { shape: 'lost' } };
    expect(joined(one, other)).toEqual(both);
    expect(joined(other, one)).toEqual(both);
    expect(joined(both as Path, both as Path)).toEqual(both);
  });
});

describe('a finished game', () => {
  it('counts with bots and with people, by its rules and players', () => {
    expect(stepOf(over({ view: { count: { rules: 'stack' } } }), ['A'])).toEqual({ players: '2', combination: 'stack', rank: 'glorious' });
    const four = over({ seats: (['A', 'B', 'C', 'D'] as const).map((seat) => ({ seat, who: 'person' as const, name: seat })) });
    expect(stepOf(four, ['C'])).toEqual({ players: '4', combination: 'basic', rank: 'glorious' });
  });
  it('counts when it was lost, too', () => {
    const lost = over({ result: { winners: [], points: { A: 0, B: 0 }, rank: 'lost', end: 'Y21' } });
    expect(stepOf(lost, ['A'])?.rank).toBe('lost');
  });
  it('does not count among bots, when watched, left to a bot, given up, not over, or another game', () => {
    expect(stepOf(over(), [])).toBeUndefined();
    expect(stepOf(over(), ['B'])).toBeUndefined();
    expect(stepOf(over({ seats: [{ seat: 'A', who: 'stand_in', name: 'Mika', bot: 'random' }, { seat: 'B', who: 'bot', bot: 'random' }] }), ['A'])).toBeUndefined();
    expect(stepOf(over({ result: { winners: [], points: {}, rank: 'lost', end: 'resign', gave_up: 'B' } }), ['A'])).toBeUndefined();
    expect(stepOf(over({ status: 'playing' }), ['A'])).toBeUndefined();
  });
});

describe('in this browser', () => {
  beforeEach(() => {
    const texts = new Map<string, string>();
    globalThis.localStorage = {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => void texts.set(name, text),
    } as Storage;
  });
  it('a better rank is a new best, the same again is not, and nothing is lost', () => {
    const step = { players: '2', combination: 'basic', rank: 'honourable' } as const;
    expect(takeStep({ ...step, rank: 'lost' })).toBe(false);
    expect(myPath()).toEqual({ 2: { basic: 'lost' } });
    expect(takeStep(step)).toBe(true);
    expect(takeStep(step)).toBe(false);
    expect(takeStep({ ...step, rank: 'lost' })).toBe(false);
    expect(takeStep({ players: '3', combination: 'shape', rank: 'legendary' })).toBe(true);
    expect(myPath()).toEqual({ 2: { basic: 'honourable' }, 3: { shape: 'legendary' } });
  });
  it('what cannot be read is set aside, and a new path begins', () => {
    localStorage.setItem('zashiki.path', '{"path":9}');
    expect(isUnread()).toBe(true);
    expect(myPath()).toEqual({});
    addPath({ 4: { blind: 'glorious' } });
    expect(isUnread()).toBe(false);
    expect(myPath()).toEqual({ 4: { blind: 'glorious' } });
    expect(localStorage.getItem('zashiki.path.unread')).toBe('{"path":9}');
  });
  it('does without storage', () => {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => { throw new Error('forbidden'); } });
    expect(myPath()).toEqual({});
    expect(takeStep({ players: '2', combination: 'basic', rank: 'glorious' })).toBe(true);
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, writable: true, value: undefined });
  });
});
