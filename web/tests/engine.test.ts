// The engine that the page ships.
import { describe, expect, it } from 'vitest';
import { Engine, say, wholeGame } from './engine';

describe('the engine', () => {
  it('has a signature', { timeout: 60_000 }, () => {
    expect(new Engine().signature()).toMatch(/^[0-9a-f]{16}$/);
  });

  it('keeps a table as text and takes it back', () => {
    const engine = new Engine(9);
    engine.receive({ zashiki: 1, do: 'open', game: 'sketch', request: 'o' });
    for (const seat of ['A', 'B']) engine.receive(say(seat, { do: 'bot', at: 0, seat, bot: 'random' }));
    for (let i = 0; i < 60; i++) engine.step();
    const text = engine.store();
    const other = new Engine(1);
    expect(other.restore(text)).toBe(true);
    expect(other.store()).toBe(text);
    expect(other.restore(text.replace('"first', '"worst'))).toBe(false);
  });

  it('tells no seat what is not its own', () => {
    const { A, B, '-': watching } = wholeGame(2);
    for (const [told, other] of [[A, 'B'], [B, 'A']] as const)
      for (const message of told) {
        const { now, move } = message as unknown as { now?: { status: string; view: { players: Record<string, { hand?: string[] }> } }; move?: string };
        if (now && now.status !== 'over') expect(now.view.players[other]!.hand).toBeUndefined();
        if (move?.startsWith(`deal ${other}`)) expect(move).toBe(`deal ${other} ?`);
      }
    for (const message of watching) {
      const { now } = message as unknown as { now?: { status: string; view: { players: Record<string, { hand?: string[] }> } } };
      if (now && now.status !== 'over') expect([now.view.players.A!.hand, now.view.players.B!.hand]).toEqual([undefined, undefined]);
    }
  });
});
