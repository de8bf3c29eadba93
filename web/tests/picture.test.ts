// The fold, over what the real engine says.
import { describe, expect, it } from 'vitest';
import { fold, fromSnapshot, gameStart, lastEvent, missing, type Picture } from '../src/lib/picture';
import type { Incoming, Snapshot } from '../src/lib/protocol';
import { undoneEvents } from '../src/lib/log';
import { Engine, say, wholeGame } from './engine';

const foldAll = (messages: Incoming[], from?: Picture): Picture => {
  let picture = from;
  for (const message of messages) {
    const next = fold(picture, message);
    if (next === 'gap') throw new Error('a gap');
    picture = next;
  }
  return picture!;
};

describe('the picture', () => {
  it('is a snapshot and the events after it', () => {
    const told = wholeGame(3).A;
    const picture = foldAll(told);
    expect(picture.now.status).toBe('over');
    expect(picture.entries.map(({ event }) => event)).toEqual(picture.entries.map((_, i) => i + 1));
    expect(picture.entries.every(({ now }) => now)).toBe(true);
    expect(picture.entries.at(-1)!.now).toEqual(picture.now);
    expect(missing(picture)).toBeUndefined();
  });

  it('notices a gap and forgets nothing that comes twice', () => {
    const told = wholeGame(3).A.filter(({ snapshot, event }) => snapshot !== undefined || event !== undefined);
    const half = foldAll(told.slice(0, 20));
    expect(fold(half, told[25]!)).toBe('gap');
    expect(fold(undefined, told[5]!)).toBe('gap');
    expect(fold(half, told[10]!)).toBe(half);
    expect(lastEvent(foldAll(told.slice(15), half))).toBe(told.at(-1)!.event);
  });

  it('is completed by history, the latest first', () => {
    const engine = new Engine(5);
    engine.receive({ zashiki: 1, do: 'open', game: 'sketch', request: 'o' });
    for (const seat of ['A', 'B']) engine.receive(say(seat, { do: 'bot', at: 0, seat, bot: 'random' }));
    for (let i = 0; i < 100; i++) engine.step();
    const snapshot = engine.receive(say('A', { do: 'join' }))[0]![1];
    let picture = fromSnapshot(snapshot as unknown as Snapshot);
    expect(picture.entries.filter(({ now }) => now).length).toBe(1);
    const first = missing(picture)!;
    expect(first).toEqual({ from: picture.entries.length - 64, to: picture.entries.length - 1 });
    for (let stretch = missing(picture); stretch; stretch = missing(picture))
      picture = foldAll(engine.receive(say('A', { do: 'history', ...stretch })).map(([, message]) => message), picture);
    expect(picture.entries.every(({ now }) => now)).toBe(true);
    // A second snapshot keeps what is known.
    const again = fold(picture, engine.receive(say('A', { do: 'join' }))[0]![1]) as Picture;
    expect(missing(again)).toBeUndefined();
  });

  it('knows where the game on the table begins, and what was taken back', () => {
    const told = wholeGame(4).B;
    const picture = foldAll(told);
    expect(gameStart(picture)).toBe(0);
    const entries = [
      { event: 1, kind: 'move', by: 'A', time: 1 }, { event: 2, kind: 'move', by: 'B', time: 1 },
      { event: 3, kind: 'undo', by: 'B', time: 1, keep: 1 }, { event: 4, kind: 'move', by: 'B', time: 1 },
      { event: 5, kind: 'again', by: 'A', time: 1 }, { event: 6, kind: 'move', by: 'A', time: 1 },
      { event: 7, kind: 'undo', by: 'A', time: 1, keep: 0 },
    ] as Picture['entries'];
    expect([...undoneEvents(entries)]).toEqual([2, 6]);
    expect(gameStart({ ...picture, entries })).toBe(5);
  });
});
