// Which tables wait for us, and who can open the links that a server gives.
import { describe, expect, it } from 'vitest';
import { linkBase, reachOf } from '../src/lib/links';
import { going, waits, type Kept } from '../src/lib/shelf.svelte';

describe('tables that go on', () => {
  const table = (id: string, updated: number, more: Partial<Kept> = {}): Kept =>
    ({ id, kind: 'local', game: 'sketch', mine: ['A'], names: [], status: 'playing', updated, ...more });

  it('come with the most urgent first, and without those that are over', () => {
    const all = [table('old', 1), table('new', 9), table('mine', 2, { turn: true }), table('clock', 1, { turn: true, clock: true }), table('over', 10, { status: 'over' })];
    expect(going(all).map(({ id }) => id)).toEqual(['clock', 'mine', 'new', 'old']);
  });
  it('wait for us when we are to move or to answer', () => {
    expect(waits({ status: 'playing', actor: 'B' }, ['B'])).toEqual({ status: 'playing', turn: true, clock: false });
    expect(waits({ status: 'playing', actor: 'B', clocks_ms: { A: 1, B: 1 } }, ['B']).clock).toBe(true);
    expect(waits({ status: 'playing', actor: 'A' }, ['B']).turn).toBe(false);
    expect(waits({ status: 'playing', actor: 'A', asks_undo: 'A' }, ['B']).turn).toBe(true);
    expect(waits({ status: 'playing', actor: 'A', asks_undo: 'A', agreed: ['B'] }, ['B']).turn).toBe(false);
    expect(waits({ status: 'paused', actor: 'B' }, ['B']).turn).toBe(false);
  });
});

describe('links of a server', () => {
  it('reach this computer, the house or anyone', () => {
    const page = { protocol: 'http:', hostname: 'localhost', origin: 'http://localhost:8000', pathname: '/' };
    expect(reachOf(linkBase({ links: null }, page))).toBe('here');
    for (const house of ['http://192.168.1.7:8000/', 'http://10.0.0.2/', 'http://172.20.1.1/', 'http://[fd12::1]:8000/', 'http://kitchen.local/', 'http://kitchen/']) expect(reachOf(house), house).toBe('house');
    for (const far of ['https://games.example.org/', 'http://172.40.1.1/', 'http://[2001:db8::1]/', 'http://93.184.216.34/']) expect(reachOf(far), far).toBe('internet');
  });
});
