// One audience at one table: its picture, its requests, and whether the wire holds.
//
// Requests that got no answer are kept and sent again, with the same id, when the wire comes back;
// the table acts on each once. The picture changes by messages from the table and by nothing else.
import { hearSet } from './cardsets';
import { fold, gameStart, lastEvent, missing, type Picture } from './picture';
import { isCommand, Refusal, VERSION, type Ask, type Hint, type Incoming, type Reaction, type Refused, type Seat } from './protocol';
import { requestId, type Wire } from './wire';

interface Pending {
  message: Record<string, unknown>;
  done: (answer: Incoming) => void;
  failed: (why: Error) => void;
}

export type LinkState = 'joining' | 'live' | 'lost' | 'refused';

export class Session {
  picture = $state.raw<Picture | undefined>();
  link = $state<LinkState>('joining');
  /** Why the table would not let us in. */
  refused = $state.raw<Refused | undefined>();
  here = $state.raw<Seat[] | undefined>();
  watching = $state(0);
  /** When the last event happened, by the clock of this device. */
  heard_ms = $state(0);
  /** Events that came one by one since the last snapshot, for sounds and announcements. */
  onevent: (event: number) => void = () => {};
  onreaction: (reaction: Reaction, by: Seat) => void = () => {};
  /** The seed that we have committed to for a game at this table, if any. */
  seedOf: (seat: Seat, game: number) => string | undefined = () => undefined;

  /** The game for which it has been handed in. */
  #handedIn: number | undefined;
  #pending = new Map<string, Pending>();
  #asking: { from: number; to: number; request: string } | undefined;
  #joining = '';
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly wire: Wire,
    readonly table: string,
    readonly token: string | undefined,
  ) {
    wire.onmessage = (message) => this.#take(message);
    wire.onup = (up) => this.#up(up);
  }

  /** Asks, and answers with the table's answer or throws a Refusal. */
  request(ask: Ask): Promise<Incoming> {
    const request = requestId();
    const message: Record<string, unknown> = { ...this.#address(), request, ...ask };
    if (isCommand(ask)) message.at = lastEvent(this.picture);
    return new Promise((done, failed) => {
      this.#pending.set(request, { message, done, failed });
      if (this.link !== 'lost') this.wire.send(message);
    });
  }

  async hint(): Promise<Hint | undefined> {
    return (await this.request({ do: 'hint' })).hint;
  }

  react(reaction: Reaction): void {
    this.request({ do: 'react', reaction }).catch(() => {});
  }

  /** Asks for what is not known yet of the game on the table; the answers come as events. */
  wantHistory(): void {
    if (this.picture) this.#wantAfter(gameStart(this.picture));
  }

  /** Asks for some of what is not known yet of games before it. */
  wantOlder(): void {
    this.#wantAfter(0);
  }

  #wantAfter(after: number): void {
    if (this.#asking || this.link !== 'live' || !this.picture) return;
    const stretch = missing(this.picture, after);
    if (!stretch) return;
    const request = requestId();
    this.#asking = { ...stretch, request };
    this.wire.send({ ...this.#address(), request, do: 'history', ...stretch });
  }

  close(): void {
    this.wire.close();
    clearTimeout(this.#again);
    for (const pending of this.#pending.values()) pending.failed(new Error('closed'));
    this.#pending.clear();
  }

  #address(): Record<string, unknown> {
    return { zashiki: VERSION, table: this.table, ...(this.token ? { token: this.token } : {}) };
  }

  #up(up: boolean): void {
    if (!up) {
      if (this.link !== 'refused') this.link = 'lost';
      this.here = undefined;
      this.#asking = undefined;
      return;
    }
    this.#join();
    for (const { message } of this.#pending.values()) this.wire.send(message);
  }

  /** Joins; the answer comes after all that joining brings. */
  #join(): void {
    this.link = this.picture ? this.link : 'joining';
    this.#asking = undefined;
    const since = lastEvent(this.picture);
    this.#joining = requestId();
    this.wire.send({ ...this.#address(), request: this.#joining, do: 'join', ...(since ? { since } : {}) });
  }

  #take(message: Incoming): void {
    if (message.snapshot !== undefined || message.event !== undefined) {
      const before = lastEvent(this.picture);
      const after = fold(this.picture, message);
      if (after === 'gap') return this.#join();
      this.picture = after;
      if (message.cardset) hearSet(message.cardset);
      if (message.snapshot !== undefined) this.heard_ms = Math.min(Date.now(), after?.entries.at(-1)?.time ?? Date.now());
      else if (message.event! > before) this.heard_ms = Date.now();
      if (message.event !== undefined && message.event > before) this.onevent(message.event);
      if (this.#asking && message.event !== undefined && message.event <= before && message.event >= this.#asking.to) {
        this.#asking = undefined;
        queueMicrotask(() => this.wantHistory());
      }
    } else if (message.here) {
      this.here = message.here;
      this.watching = message.watching ?? 0;
    } else if (message.reaction) {
      this.onreaction(message.reaction, message.by as Seat);
    }
    if (message.request !== undefined) this.#answer(message.request, message);
    this.#handIn();
  }

  /** Hands our seed in when the table waits for it; should that fail, chance goes on without. */
  #handIn(): void {
    if (!this.picture) return;
    const { you, now } = this.picture;
    if (!you || !now.seeds?.includes(you) || this.#handedIn === now.games) return;
    const seed = this.seedOf(you, now.games);
    if (!seed) return;
    this.#handedIn = now.games;
    this.request({ do: 'seed', seed }).catch(() => {});
  }

  #answer(request: string, message: Incoming): void {
    if (request === this.#joining && message.done !== undefined && this.picture) this.link = 'live';
    if (message.refused && request === this.#joining) return this.#notLetIn(message.refused);
    if (message.refused && request === this.#asking?.request) {
      this.#asking = undefined;
      this.#later(() => this.wantHistory());
      return;
    }
    const pending = this.#pending.get(request);
    if (!pending) return;
    this.#pending.delete(request);
    if (message.refused) pending.failed(new Refusal(message.refused));
    else pending.done(message);
  }

  /** A host that is busy lets us in later; one that knows no such table never will. */
  #notLetIn(refused: Refused): void {
    if (this.picture || refused.key === 'server.too_fast' || refused.key === 'store.failed') {
      this.#later(() => this.#join());
      return;
    }
    this.refused = refused;
    this.link = 'refused';
  }

  #later(what: () => void): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(what, 2500);
  }
}
