// The fold, over what the real engine says.
import { describe, expect, it } from 'vitest';
import { fold, fromSnapshot, gameStart, lastEvent, missing, onlyOurs, type Picture } from '../src/lib/picture';
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
    expect(picture.entries.map((entry) => entry?.event)).toEqual(picture.entries.map((_, i) => i + 1));
    expect(picture.entries.every((entry) => entry?.now)).toBe(true);
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

  it('has no name that was deleted, in what was told before either', () => {
    const engine = new Engine(5);
    const told: Incoming[] = [];
    const ask = (seat: string, what: object): void => {
      for (const [to, message] of engine.receive(say(seat, what))) if (to === 'B') told.push(message);
    };
    engine.receive({ zashiki: 1, do: 'open', game: 'sketch', request: 'o' });
    ask('B', { do: 'join' });
    ask('A', { do: 'sit', at: 0, name: 'Ann' });
    ask('B', { do: 'sit', at: 1, name: 'Ben' });
    const before = foldAll(told);
    expect(JSON.stringify(before)).toContain('Ann');
    ask('A', { do: 'forget', at: lastEvent(before) });
    const after = foldAll(told);
    expect(after.entries.at(-1)!.kind).toBe('forget');
    expect(JSON.stringify(after)).not.toContain('Ann');
    expect(JSON.stringify(after).match(/Ben/g)!.length).toBeGreaterThan(JSON.stringify(before).match(/Ben/g)!.length);
  });

  it('is completed by history, the latest first', () => {
    const engine = new Engine(5);
    engine.receive({ zashiki: 1, do: 'open', game: 'sketch', request: 'o' });
    for (const seat of ['A', 'B']) engine.receive(say(seat, { do: 'bot', at: 0, seat, bot: 'random' }));
    for (let i = 0; i < 100; i++) engine.step();
    const snapshot = engine.receive(say('A', { do: 'join' }))[0]![1];
    let picture = fromSnapshot(snapshot as unknown as Snapshot);
    // The snapshot itself has the last 64 entries alone.
    expect(picture.entries.length).toBeGreaterThan(100);
    expect(picture.entries.filter((entry) => entry).length).toBe(64);
    expect(picture.entries.filter((entry) => entry?.now).length).toBe(1);
    expect(lastEvent(picture)).toBe(snapshot.snapshot);
    const first = missing(picture)!;
    expect(first).toEqual({ from: picture.entries.length - 64, to: picture.entries.length - 1 });
    expect(missing(picture, picture.entries.length)).toBeUndefined();
    for (let stretch = missing(picture); stretch; stretch = missing(picture))
      picture = foldAll(engine.receive(say('A', { do: 'history', ...stretch })).map(([, message]) => message), picture);
    expect(picture.entries.every((entry) => entry?.now)).toBe(true);
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
    expect([...undoneEvents({ entries, began: { event: 1, moves: 0 } })]).toEqual([2, 6]);
    expect(gameStart({ ...picture, entries })).toBe(5);
  });

  it('knows what was taken back though earlier entries are not known', () => {
    const engine = new Engine(7);
    engine.receive({ zashiki: 1, do: 'open', game: 'sketch', request: 'o' });
    for (const seat of ['A', 'B']) engine.receive(say(seat, { do: 'sit', at: 0, name: seat }));
    const look = (seat: string): Snapshot => engine.receive(say(seat, { do: 'join' })).map(([, message]) => message).find(({ snapshot }) => snapshot !== undefined) as unknown as Snapshot;
    for (let moved = 1; look('A').snapshot < 150; moved++) {
      while (engine.step().length);
      const { now, snapshot: at } = look('A');
      const seat = now.actor as string;
      engine.receive(say(seat, { do: 'move', at, move: look(seat).now.legal![0]! }));
      if (moved % 3) continue;
      engine.receive(say(seat, { do: 'undo', at: look('A').snapshot }));
      engine.receive(say(seat === 'A' ? 'B' : 'A', { do: 'agree', at: look('A').snapshot }));
    }
    const snapshot = look('A');
    const few = fromSnapshot(snapshot);
    let all = few;
    for (let stretch = missing(all); stretch; stretch = missing(all))
      all = foldAll(engine.receive(say('A', { do: 'history', ...stretch })).map(([, message]) => message), all);
    const undone = [...undoneEvents(all)];
    expect(undone.length).toBeGreaterThan(5);
    // Those that are known and were taken back since are found without the others.
    const known = undone.filter((event) => few.entries[event - 1]);
    expect(known.length).toBeGreaterThan(2);
    expect([...undoneEvents(few)]).toEqual(known);
  });

  it('knows where our seat was ours alone', () => {
    const picture = foldAll(wholeGame(3).A);
    const entries = (...more: object[]): Picture => ({ ...picture, entries: [...picture.entries, ...more] as Picture['entries'] });
    expect(onlyOurs(picture)).toBe('A');
    expect(onlyOurs(entries({ kind: 'device', by: 'B' }))).toBe('A');
    expect(onlyOurs(entries({ kind: 'device', by: 'A' }))).toBeUndefined();
    expect(onlyOurs({ ...picture, you: undefined })).toBeUndefined();
    // What came before the snapshot may have been a device.
    expect(onlyOurs({ ...picture, entries: [undefined, ...picture.entries.slice(1)] })).toBeUndefined();
    // A game that others began when a bot stood in for us, or when somebody had wanted none, was begun without what we had committed to.
    const ask = [{ kind: 'resign', by: 'A' }, { kind: 'commit', by: 'A' }, { kind: 'ask_again', by: 'A' }], begun = [{ kind: 'again', by: 'B' }, { kind: 'commit', by: 'B' }, { kind: 'commit', by: 'chance' }];
    const stands = (seat: string, who: string): object => ({ kind: 'sit', by: 'B', sits: { seat, who } }), no = { kind: 'decline', by: 'B' };
    expect(onlyOurs(entries(...ask, ...begun))).toBe('A');
    expect(onlyOurs(entries(...ask, stands('B', 'stand_in'), stands('A', 'person'), ...begun, no, stands('A', 'stand_in')))).toBe('A');
    for (const meanwhile of [stands('A', 'stand_in'), no]) {
      expect(onlyOurs(entries(...ask, meanwhile, ...begun))).toBeUndefined();
      expect(onlyOurs(entries({ kind: 'resign', by: 'A' }, meanwhile, stands('A', 'person'), ...begun))).toBeUndefined();
      expect(onlyOurs(entries(meanwhile, ...ask, ...begun))).toBe('A');
    }
  });
});
