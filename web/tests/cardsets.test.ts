// Card sets of the reader's own: kept by name, carried to a table, and no longer than a server reads.
import { beforeEach, describe, expect, it } from 'vitest';
import { dropSet, findSet, fitsServer, hearSet, keepSet, keptSets, type CardSet } from '../src/lib/cardsets';
import { openAsk } from '../src/lib/host.svelte';

const set = (name: string, cards = 3): CardSet => ({
  name,
  land: Array.from({ length: cards }, (_, i) => ({ id: `card-${i}`, tier: 'I' as const, name: 'Forest', gives: 'T', cost: 1 })),
  mystery: [],
});
const plan = (cards: string): Parameters<typeof openAsk>[0] => ({ game: 'yotei', options: { cards }, clock_ms: 0, clock_step_ms: 0, seats: [] });

describe('card sets', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    globalThis.localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    } as Storage;
  });
  it('are kept by their names, the newest first', () => {
    keepSet(set('one'));
    keepSet(set('two'));
    keepSet(set('one', 5));
    expect(keptSets().map(({ name, land }) => [name, land.length])).toEqual([['one', 5], ['two', 3]]);
    dropSet('one');
    expect(findSet('one')).toBeUndefined();
  });
  it('travel with the table that is opened with them, and shipped ones do not', () => {
    keepSet(set('mine'));
    expect(openAsk(plan('mine')).cardset).toEqual(set('mine'));
    for (const name of ['niseko-1', 'niseko-2']) expect(openAsk(plan(name))).not.toHaveProperty('cardset');
  });
  it('of other tables are known by name', () => {
    hearSet(set('theirs'));
    expect(findSet('theirs')?.name).toBe('theirs');
    expect(keptSets()).toEqual([]);
  });
  it('what is kept and cannot be read is none', () => {
    localStorage.setItem('zashiki.cards', '{"name"');
    expect(keptSets()).toEqual([]);
    localStorage.setItem('zashiki.cards', '{}');
    expect(keptSets()).toEqual([]);
  });
  it('that are too long for a server are told apart', () => {
    expect(fitsServer(set('short', 50))).toBe(true);
    expect(fitsServer(set('long', 200))).toBe(false);
  });
});
