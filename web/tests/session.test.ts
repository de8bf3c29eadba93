// Requests, reconnecting and sending again, over wires made for the test.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal, type Incoming } from '../src/lib/protocol';
import { backoff, RemoteWire, seatBy, socketUrl } from '../src/lib/remote';
import { Session } from '../src/lib/session.svelte';
import type { Wire } from '../src/lib/wire';
import { Engine, say } from './engine';

type Sent = Record<string, unknown>;

/** A wire to the real engine that can be cut, before or after a message has arrived. */
class TestWire implements Wire {
  onmessage: (message: Incoming) => void = () => {};
  onup: (up: boolean) => void = () => {};
  sent: Sent[] = [];
  up = false;
  losesAnswers = false;
  constructor(readonly engine: Engine, readonly audience: string) {}
  send(message: object): void {
    if (!this.up) return;
    this.sent.push(message as Sent);
    for (const [to, answer] of this.engine.receive(message)) if (to === this.audience && !this.losesAnswers) this.onmessage(answer);
  }
  set(up: boolean): void {
    this.up = up;
    this.onup(up);
  }
  step(): void {
    for (const [to, message] of this.engine.step()) if (to === this.audience && this.up) this.onmessage(message);
  }
  close(): void {}
}

function seated(): { engine: Engine; wire: TestWire; session: Session } {
  const engine = new Engine(7);
  engine.receive({ zashiki: 1, do: 'open', game: 'sketch', options: { first: 'A' }, request: 'o' });
  engine.receive(say('A', { do: 'sit', name: 'Mika', at: 0 }));
  engine.receive(say('B', { do: 'bot', seat: 'B', bot: 'greedy', at: 0 }));
  const wire = new TestWire(engine, 'A');
  const session = new Session(wire, 'local', 'A');
  wire.set(true);
  while (engine.waits() > 2) wire.step();
  return { engine, wire, session };
}

describe('a session', () => {
  it('joins, follows and moves', async () => {
    const { session } = seated();
    expect(session.link).toBe('live');
    expect(session.picture!.you).toBe('A');
    const before = session.picture!.entries.length;
    const answer = await session.request({ do: 'move', move: session.picture!.now.legal![0]! });
    expect(answer.done).toBe(before + 1);
    expect(session.picture!.entries.length).toBe(before + 1);
  });

  it('tells refusals with their rule', async () => {
    const { session } = seated();
    await expect(session.request({ do: 'move', move: 'end' })).rejects.toMatchObject({ refused: { key: 'sketch.end.must_play', rule: 'S10' } });
    await expect(session.request({ do: 'again' })).rejects.toBeInstanceOf(Refusal);
  });

  it('sends an unanswered request again under the same id, and it acts once', async () => {
    const { engine, wire, session } = seated();
    const move = session.picture!.now.legal![0]!;
    const before = session.picture!.entries.length;
    wire.losesAnswers = true;
    const answer = session.request({ do: 'move', move });
    wire.set(false);
    expect(session.link).toBe('lost');
    wire.losesAnswers = false;
    wire.set(true);
    expect((await answer).done).toBe(before + 1);
    const tries = wire.sent.filter(({ do: what }) => what === 'move');
    expect(tries.length).toBe(2);
    expect(tries[0]!.request).toBe(tries[1]!.request);
    expect(session.picture!.entries.filter((entry) => entry?.by === 'A' && entry.kind === 'move').length).toBe(1);
    expect(engine.store().split('"by":"A","move"').length).toBe(2);
    expect(session.link).toBe('live');
  });

  it('catches up from the last event it has', () => {
    const { engine, wire, session } = seated();
    const before = session.picture!.entries.length;
    wire.set(false);
    engine.receive(say('A', { do: 'move', at: before, move: session.picture!.now.legal![0]! }));
    wire.sent = [];
    wire.set(true);
    expect(wire.sent[0]).toMatchObject({ do: 'join', since: before });
    expect(session.picture!.entries.length).toBeGreaterThan(before);
    expect(session.link).toBe('live');
  });

  it('asks for what a snapshot leaves out', () => {
    const { engine } = seated();
    const wire = new TestWire(engine, 'A');
    const session = new Session(wire, 'local', 'A');
    wire.set(true);
    expect(session.picture!.entries.some((entry) => !entry?.now)).toBe(true);
    session.wantHistory();
    expect(session.picture!.entries.every((entry) => entry?.now)).toBe(true);
  });

  it('is not let in where there is no such table', () => {
    const wire = new TestWire(new Engine(1), '-');
    const session = new Session(wire, 'none', undefined);
    wire.set(true);
    expect(session.link).toBe('refused');
    expect(session.refused?.key).toBe('table.unknown');
  });
});

/** The other end is the test. */
class Told implements Wire {
  onmessage: (message: Incoming) => void = () => {};
  onup: (up: boolean) => void = () => {};
  sent: Sent[] = [];
  send(message: object): void {
    this.sent.push(message as Sent);
  }
  close(): void {}
  /** What the table says to the last thing that was asked. */
  answers(...messages: object[]): void {
    const { request } = this.sent.at(-1)!;
    for (const message of messages) this.onmessage({ zashiki: 1, table: 't', ...message } as Incoming);
    this.onmessage({ zashiki: 1, table: 't', request, done: 0 } as Incoming);
  }
  refuses(key: string): void {
    this.onmessage({ zashiki: 1, table: 't', request: this.sent.at(-1)!.request as string, refused: { key, args: [] } });
  }
}

describe('a seat that is held by a key', () => {
  const snapshot = (you: string | undefined, who = 'open'): object => ({
    snapshot: 0, game: 'sketch', rules: 1, options: {}, log: [], ...(you ? { you } : {}),
    now: { status: 'open', actor: 'chance', moves: 0, games: 0, seats: [{ seat: 'A', who: 'open' }, { seat: 'B', who }], view: {} },
  });
  function joined(key?: string): { wire: Told; session: Session } {
    const wire = new Told();
    const session = new Session(wire, 't', 'invitation', key);
    wire.onup(true);
    return { wire, session };
  }

  it('asks by the invitation until it has sat down, and then by the key', async () => {
    const { wire, session } = joined();
    wire.answers(snapshot('B'));
    expect(session.holds).toBe(false);
    const sat = session.request({ do: 'sit', name: 'Ren', key: 'key' });
    expect(wire.sent.at(-1)).toMatchObject({ token: 'invitation', key: 'key' });
    wire.answers();
    await sat;
    expect(session.holds).toBe(true);
    void session.request({ do: 'pause' });
    expect(wire.sent.at(-1)).toMatchObject({ token: 'key' });
  });

  it('comes back by the key that is kept', () => {
    const { wire, session } = joined('key');
    expect(wire.sent.at(-1)).toMatchObject({ do: 'join', token: 'key' });
    wire.answers(snapshot('B', 'person'));
    expect([session.holds, session.unseated]).toEqual([true, undefined]);
  });

  it('says that the table is gone where it was lost meanwhile, and is there again when it is', () => {
    vi.useFakeTimers();
    const { wire, session } = joined('key');
    wire.answers(snapshot('B', 'person'));
    for (const key of ['table.unknown', 'table.aside']) {
      wire.onup(false);
      wire.onup(true);
      wire.refuses('server.too_fast');
      expect(session.link).toBe('lost');
      vi.advanceTimersByTime(2500);
      wire.refuses(key);
      expect([session.link, session.refused!.key]).toEqual(['refused', key]);
      vi.advanceTimersByTime(2500);
      wire.answers(snapshot('B', 'person'));
      expect([session.link, session.picture!.you]).toEqual(['live', 'B']);
    }
    vi.useRealTimers();
  });

  it('comes by the invitation where the key has not become one', () => {
    const { wire, session } = joined('key');
    wire.refuses('token.wrong');
    expect(wire.sent.at(-1)).toMatchObject({ do: 'join', token: 'invitation' });
    wire.answers(snapshot('B'));
    expect([session.link, session.picture!.you, session.holds]).toEqual(['live', 'B', false]);
  });

  it('is told that the seat is taken, and comes again when it is left', () => {
    const { wire, session } = joined();
    wire.answers(snapshot(undefined, 'person'), { unseated: 'B' });
    expect([session.unseated, session.picture!.you]).toEqual(['B', undefined]);
    const left = { ...(snapshot(undefined) as { now: object }).now };
    wire.onmessage({ zashiki: 1, table: 't', event: 1, kind: 'sit', by: 'B', time: 1, now: left } as unknown as Incoming);
    expect(session.unseated).toBeUndefined();
    expect(wire.sent.at(-1)).toMatchObject({ do: 'join', token: 'invitation' });
    expect(wire.sent.at(-1)).not.toHaveProperty('since');
  });

  it('looks for its own key when another seems to have sat down', async () => {
    const { wire, session } = joined();
    wire.answers(snapshot('B'));
    const sat = session.request({ do: 'sit', name: 'Ren', key: 'key' });
    const request = wire.sent.at(-1)!.request as string;
    // The answer was lost, and another process has told of the entry.
    wire.onmessage({ zashiki: 1, table: 't', unseated: 'B' });
    expect(wire.sent.at(-1)).toMatchObject({ do: 'join', token: 'key' });
    wire.answers(snapshot('B', 'person'));
    wire.onmessage({ zashiki: 1, table: 't', request, done: 1 });
    await sat;
    expect([session.picture!.you, session.holds, session.unseated]).toEqual(['B', true, undefined]);
  });

  it('finds the key of another window of this browser, but not one that was put out', () => {
    const { wire, session } = joined();
    wire.answers(snapshot('B'));
    session.keyOf = () => 'key';
    wire.onmessage({ zashiki: 1, table: 't', unseated: 'B' });
    expect(wire.sent.at(-1)).toMatchObject({ do: 'join', token: 'key' });
    wire.answers(snapshot('B', 'person'));
    expect([session.picture!.you, session.holds, session.unseated]).toEqual(['B', true, undefined]);
    wire.onmessage({ zashiki: 1, table: 't', unseated: 'B' });
    expect(wire.sent.at(-1)).toMatchObject({ do: 'join', token: 'invitation' });
    wire.answers(snapshot(undefined, 'person'), { unseated: 'B' });
    expect([session.unseated, session.wasPutOut, session.holds]).toEqual(['B', true, false]);
    expect(wire.sent.at(-1)).toMatchObject({ do: 'join', token: 'invitation' });
  });

  it('watches when it was put out', () => {
    const { wire, session } = joined('key');
    wire.answers(snapshot('B', 'person'));
    wire.onmessage({ zashiki: 1, table: 't', unseated: 'B' });
    expect(wire.sent.at(-1)).toMatchObject({ do: 'join', token: 'invitation' });
    wire.answers(snapshot(undefined, 'person'), { unseated: 'B' });
    expect([session.unseated, session.wasPutOut, session.holds]).toEqual(['B', true, false]);
  });

  it('watches without a token when its link has been used up, too', () => {
    const { wire, session } = joined('key');
    wire.answers(snapshot('B', 'person'));
    wire.onmessage({ zashiki: 1, table: 't', unseated: 'B' });
    wire.refuses('token.wrong');
    expect(wire.sent.at(-1)).not.toHaveProperty('token');
    wire.answers(snapshot(undefined, 'person'));
    expect([session.link, session.unseated]).toEqual(['live', 'B']);
  });
});

describe('our seed', () => {
  const entry = (event: number, kind: string, by: string, more = {}): object => ({ event, kind, by, time: 1, ...more });
  const now = (...seeds: string[]): object => ({ status: 'playing', actor: 'chance', moves: 0, games: 1, seeds, seats: [{ seat: 'A', who: 'person' }, { seat: 'B', who: 'person' }], view: {} });
  /** A rematch: what is said after the first game. */
  const commits = [entry(2, 'commit', 'A', { commit: 'a' }), entry(3, 'commit', 'B', { commit: 'b' }), entry(4, 'again', 'B')];
  function told(log: object[], seeds = ['A', 'B']): { wire: Told; asked: unknown[]; sent: () => Sent[] } {
    const wire = new Told(), asked: unknown[] = [];
    const session = new Session(wire, 't', 'invitation');
    session.seedOf = (seat, game, given) => (asked.push([seat, game, given]), 'seed');
    wire.onup(true);
    wire.answers({ snapshot: (log.at(-1) as { event: number }).event, game: 'sketch', rules: 1, options: {}, you: 'A', log, now: now(...seeds) });
    return { wire, asked, sent: () => wire.sent.filter(({ do: what }) => what === 'seed') };
  }
  const server = entry(5, 'commit', 'chance', { commit: 's' });

  it('is handed in when all who take part have committed', () => {
    const { asked, sent } = told([...commits, server]);
    expect(asked).toEqual([['A', 1, { server: 's', A: 'a', B: 'b' }]]);
    expect(sent()).toEqual([expect.objectContaining({ seed: 'seed' })]);
    // Another one's is there already.
    expect(told([...commits, server, entry(6, 'seed', 'B')], ['A']).asked).toEqual([['A', 1, { server: 's', A: 'a', B: 'b' }]]);
    // Who does not take part needs none.
    expect(told([commits[0]!, entry(3, 'decline', 'B'), commits[2]!, server], ['A']).asked).toEqual([['A', 1, { server: 's', A: 'a' }]]);
  });

  it('is handed in once more where it could not be saved, and not where the table refuses it', async () => {
    vi.useFakeTimers();
    for (const key of ['store.failed', 'table.stale']) {
      const { wire, sent } = told([...commits, server]);
      wire.onmessage({ zashiki: 1, table: 't', request: sent()[0]!.request, refused: { key, args: [] } } as unknown as Incoming);
      await vi.advanceTimersByTimeAsync(5000);
      expect(sent().length).toBe(key === 'store.failed' ? 2 : 1);
    }
    vi.useRealTimers();
  });

  it('is kept from a server that has not committed, and from one that does not say what another seat has', () => {
    for (const log of [commits, [commits[0]!, entry(3, 'decline', 'B'), commits[2]!, server], [entry(1, 'commit', 'chance', { commit: 's' }), ...commits]]) {
      const { wire, asked, sent } = told(log);
      expect([asked, sent()]).toEqual([[], []]);
      wire.onmessage({ zashiki: 1, table: 't', ...entry(9, 'sit', 'A'), now: now('A', 'B') } as unknown as Incoming);
      expect(sent()).toEqual([]);
    }
  });

  it('waits until what was said before the snapshot is known', () => {
    const { wire, asked, sent } = told([commits[2]!, server]);
    expect(sent()).toEqual([]);
    expect(wire.sent.at(-1)).toMatchObject({ do: 'history', from: 1, to: 4 });
    wire.answers(...[entry(1, 'sit', 'A'), ...commits].map((one) => ({ ...one, now: now() })));
    expect(asked).toEqual([['A', 1, { server: 's', A: 'a', B: 'b' }]]);
    expect(sent().length).toBe(1);
  });

  it('waits for what was said while the wire was down, and does not take what somebody committed to before for it', () => {
    const { wire, asked, sent } = told([entry(1, 'sit', 'A')], []);
    for (const one of [...commits, server]) wire.onmessage({ zashiki: 1, table: 't', ...one, now: now() } as unknown as Incoming);
    wire.onup(false);
    wire.onup(true);
    // B has committed anew, and so much has happened since that the snapshot does not say so.
    const log = [entry(88, 'commit', 'A', { commit: 'a2' }), entry(89, 'again', 'A'), entry(90, 'commit', 'chance', { commit: 's2' })];
    wire.answers({ snapshot: 90, game: 'sketch', rules: 1, options: {}, you: 'A', log, now: now('A', 'B') });
    expect([asked, sent()]).toEqual([[], []]);
    expect(wire.sent.at(-1)).toMatchObject({ do: 'history' });
  });
});

describe('a wire to the server', () => {
  class Socket {
    static made: Socket[] = [];
    readyState = 0;
    sent: string[] = [];
    onopen = (): void => {};
    onclose = (): void => {};
    onerror = (): void => {};
    onmessage = (_: { data: string }): void => {};
    constructor() {
      Socket.made.push(this);
    }
    open(): void {
      this.readyState = 1;
      this.onopen();
    }
    send(text: string): void {
      this.sent.push(text);
    }
    close(): void {
      this.readyState = 3;
    }
    drop(): void {
      this.readyState = 3;
      this.onclose();
    }
  }
  beforeEach(() => {
    Socket.made = [];
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());
  const begin = async (): Promise<{ wire: RemoteWire; ups: boolean[] }> => {
    const wire = new RemoteWire('ws://x/ws', () => new Socket() as unknown as WebSocket);
    const ups: boolean[] = [];
    wire.onup = (up) => ups.push(up);
    await vi.advanceTimersByTimeAsync(0);
    return { wire, ups };
  };

  it('comes back after it was lost, waiting longer each time', async () => {
    const { wire, ups } = await begin();
    Socket.made[0]!.open();
    Socket.made[0]!.drop();
    expect(ups).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(400);
    expect(Socket.made.length).toBe(2);
    Socket.made[1]!.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect(Socket.made.length).toBe(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(Socket.made.length).toBe(3);
    Socket.made[2]!.open();
    expect(ups.at(-1)).toBe(true);
    wire.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.made.length).toBe(3);
  });

  it('notices that nobody answers', async () => {
    const { wire, ups } = await begin();
    Socket.made[0]!.open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(JSON.parse(Socket.made[0]!.sent[0]!)).toMatchObject({ do: 'ping' });
    Socket.made[0]!.onmessage({ data: '{"zashiki":1,"pong":true}' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ups).toEqual([true]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ups).toEqual([true, false]);
    wire.close();
  });

  it('is found beside the page, and waits a bounded time', () => {
    expect(socketUrl('http://localhost:8080/#/table/x')).toBe('ws://localhost:8080/ws');
    expect(socketUrl('https://example.org/games/?a#b')).toBe('wss://example.org/games/ws');
    expect(backoff(0, 0)).toBe(225);
    expect(backoff(99, 1)).toBe(18_750);
  });
});

it('asks at which seat one is by a key', async () => {
  let answers: object[] = [];
  class Socket {
    onopen = (): void => {};
    onmessage: (event: { data: string }) => void = () => {};
    constructor() {
      queueMicrotask(() => this.onopen());
    }
    send(text: string): void {
      const { request } = JSON.parse(text) as Sent;
      for (const answer of answers) this.onmessage({ data: JSON.stringify('snapshot' in answer || 'unseated' in answer ? answer : { request, ...answer }) });
    }
    close(): void {}
  }
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', { href: 'http://x/' });
  const by = (...told: object[]): Promise<unknown> => ((answers = told), seatBy('t', 'key'));
  expect(await by({ snapshot: 3, you: 'B' }, { done: 3 })).toBe('B');
  expect(await by({ snapshot: 3 }, { unseated: 'B' }, { done: 3 })).toBeUndefined();
  expect(await by({ refused: { key: 'token.wrong', args: [] } })).toBeUndefined();
  // Then it is not known; and there may be no such table any more.
  await expect(by({ refused: { key: 'server.too_fast', args: [] } })).rejects.not.toBeInstanceOf(Refusal);
  await expect(by({ refused: { key: 'table.unknown', args: [] } })).rejects.toBeInstanceOf(Refusal);
  vi.unstubAllGlobals();
});

it('gives up what leads to no seat, and no other key', async () => {
  const stored = new Map<string, string>();
  const storage = { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text), removeItem: (key: string) => stored.delete(key) };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  const shelf = await import('../src/lib/shelf.svelte');
  shelf.put({ id: 'g', kind: 'remote', game: 'sketch', mine: [], names: [], status: 'open', updated: 1, token: 'one', keys: { one: 'key' } });
  // A link that was not tried, since the server was full, or has no such table now.
  shelf.giveUp('g', 'link');
  // One that was tried by this tab.
  shelf.putSeat('g', 'link');
  shelf.giveUp('g', 'link');
  expect(shelf.forTab('g')).toMatchObject({ token: 'one', keys: { one: 'key' } });
  // One in the place of what led to no seat any more.
  shelf.putSeat('g', 'link', true);
  shelf.giveUp('g', 'link');
  expect(shelf.find('g')).toBeUndefined();
  vi.unstubAllGlobals();
});

it('keeps the key that another window of this browser made while it waited for a link', async () => {
  const sockets: Socket[] = [], stored = new Map<string, string>();
  class Socket {
    readyState = 1;
    sent: Sent[] = [];
    onopen = (): void => {};
    onmessage: (event: { data: string }) => void = () => {};
    constructor() {
      sockets.push(this);
    }
    send(text: string): void {
      this.sent.push(JSON.parse(text) as Sent);
    }
    close(): void {}
  }
  const storage = { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text), removeItem: (key: string) => stored.delete(key) };
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', { href: 'http://x/' });
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', { ...storage, getItem: () => null });
  const [shelf, { findRemote }] = await Promise.all([import('../src/lib/shelf.svelte'), import('../src/lib/host.svelte')]);
  const kept = { id: 't', kind: 'remote' as const, game: 'sketch', mine: [], names: [], status: 'open' as const, updated: 1, token: 'one', keys: { one: 'key' } };
  shelf.put(kept);
  const host = findRemote('t');
  await vi.waitFor(() => expect(sockets.length).toBe(1));
  const link = host.linkDevice();
  const { request, key } = sockets[0]!.sent.at(-1)!;
  // The connection may be gone meanwhile, for long.
  stored.set('zashiki.shelf', JSON.stringify([{ ...kept, keys: { one: 'key', two: 'of another seat' } }]));
  sockets[0]!.onmessage({ data: JSON.stringify({ zashiki: 1, table: 't', request, done: 1 }) });
  expect(await link).toBe(key);
  expect(shelf.find('t')).toMatchObject({ keys: { one: 'key', two: 'of another seat' }, link: key });
  host.close();
  vi.unstubAllGlobals();
});
