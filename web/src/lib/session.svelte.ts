// One audience at one table: its picture, its requests, and whether the wire holds.
//
// Requests that got no answer are kept and sent again, with the same id, when the wire comes back;
// the table acts on each once. The picture changes by messages from the table and by nothing else.
import { hearSet } from './cardsets';
import { commitments, fold, gameStart, lastEvent, missing, type Picture } from './picture';
import { isCommand, Refusal, VERSION, type Ask, type Commits, type Hint, type Incoming, type Reaction, type Refused, type Seat } from './protocol';
import { requestId, type Wire } from './wire';

interface Pending {
  message: Record<string, unknown>;
  done: (answer: Incoming) => void;
  failed: (why: Error) => void;
}

export type LinkState = 'joining' | 'live' | 'lost' | 'refused';

const AGAIN_MS = 2500;
/** Whether the same may go through a little later. */
const isBusy = ({ key }: Refused): boolean => key === 'server.too_fast' || key === 'store.failed';

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
  /** The seed that we have committed to for a game at this table, if any; those are the commitments to the others. */
  seedOf: (seat: Seat, game: number, told: Commits) => string | undefined = () => undefined;
  /** The key that is kept for our token by now: another window of this browser may have sat down. */
  keyOf: () => string | undefined = () => undefined;
  /** The seat that we came for, or had, and only watch: another holds it. */
  unseated = $state.raw<Seat | undefined>();
  /** Whether the seat is held by our key. */
  holds = $state(false);
  /** Whether it was, and the key was put out. */
  wasPutOut = $state(false);

  #known!: () => void;
  /** When there is a picture. */
  readonly known = new Promise<void>((done) => (this.#known = done));

  /** The game for which it has been handed in. */
  #handedIn: number | undefined;
  #pending = new Map<string, Pending>();
  #asking: { from: number; to: number; request: string } | undefined;
  /** The picture with what has come so far of what we are asking for. */
  #filled: Picture | undefined;
  #joining = '';
  #again: ReturnType<typeof setTimeout> | undefined;
  #seedAgain: ReturnType<typeof setTimeout> | undefined;
  /** The key, unless the table does not take it, and what we ask by. */
  #key: string | undefined;
  #by: string | undefined;
  /** One that was put out. */
  #dead: string | undefined;

  constructor(
    readonly wire: Wire,
    readonly table: string,
    /** An invitation, or the link to another device by which we came. */
    readonly token: string | undefined,
    /** The key that was made for it here, if any. Whether it has become one the table says. */
    key?: string,
  ) {
    this.#key = key;
    this.#by = key ?? token;
    wire.onmessage = (message) => this.#take(message);
    wire.onup = (up) => this.#up(up);
  }

  /** Asks, and answers with the table's answer or throws a Refusal. */
  request(ask: Ask): Promise<Incoming> {
    const request = requestId();
    const message: Record<string, unknown> = { ...this.#address(), request, ...ask };
    if (isCommand(ask)) message.at = lastEvent(this.picture);
    if (ask.do === 'sit' && ask.key) this.#key = ask.key;
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
    clearTimeout(this.#seedAgain);
    for (const pending of this.#pending.values()) pending.failed(new Error('closed'));
    this.#pending.clear();
  }

  #address(): Record<string, unknown> {
    return { zashiki: VERSION, table: this.table, ...(this.#by ? { token: this.#by } : {}) };
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

  /** Joins; the answer comes after all that joining brings. `anew`: as somebody else, which a snapshot tells. */
  #join(anew = false): void {
    this.link = this.picture ? this.link : 'joining';
    this.#asking = undefined;
    const since = anew ? 0 : lastEvent(this.picture);
    this.#joining = requestId();
    this.wire.send({ ...this.#address(), request: this.#joining, do: 'join', ...(since ? { since } : {}) });
  }

  #take(message: Incoming): void {
    if (message.snapshot !== undefined || message.event !== undefined) {
      const known = this.#filled ?? this.picture, before = lastEvent(known);
      const after = fold(known, message);
      if (after === 'gap') return this.#join();
      // What is told of the past is shown when all of it is there: the page looks at each picture anew.
      this.#filled = this.#asking && message.event !== undefined && message.event <= before && message.event < this.#asking.to ? after : undefined;
      if (!this.#filled) this.picture = after;
      this.#known();
      if (message.cardset) hearSet(message.cardset);
      if (message.snapshot !== undefined) this.heard_ms = Math.min(Date.now(), Math.max(after?.entries.at(-1)?.time ?? Date.now(), message.counts_from ?? 0));
      else if (message.event! > before) this.heard_ms = Date.now();
      if (message.event !== undefined && message.event > before) this.onevent(message.event);
      if (this.#asking && message.event !== undefined && message.event <= before && message.event >= this.#asking.to) {
        this.#asking = undefined;
        queueMicrotask(() => this.wantHistory());
      }
      this.#lookForSeat();
    } else if (message.unseated) {
      this.#unseat(message.unseated);
    } else if (message.here) {
      this.here = message.here;
      this.watching = message.watching ?? 0;
    } else if (message.reaction) {
      this.onreaction(message.reaction, message.by as Seat);
    }
    if (message.request !== undefined) this.#answer(message.request, message);
    this.#handIn();
  }

  /** Hands our seed in when the table waits for it and everybody's commitment has been told: who knew ours could choose theirs. Where it could
   * not be saved it is handed in once more; should it be refused, chance goes on without. */
  #handIn(): void {
    if (!this.picture) return;
    const { you, now } = this.picture;
    if (!you || !now.seeds?.includes(you) || this.#handedIn === now.games) return;
    // Who is just sitting down asks by the new key when that is known to hold.
    if ([...this.#pending.values()].some(({ message }) => message.do === 'sit')) return;
    const told = commitments(this.picture);
    if (!told) return this.wantOlder();
    const seed = this.seedOf(you, now.games, told);
    if (!seed) return;
    this.#handedIn = now.games;
    this.request({ do: 'seed', seed }).catch((error) => {
      if (!(error instanceof Refusal) || !isBusy(error.refused)) return;
      this.#seedAgain = setTimeout(() => {
        this.#handedIn = undefined;
        this.#handIn();
      }, AGAIN_MS);
    });
  }

  #answer(request: string, message: Incoming): void {
    if (request === this.#joining && message.done !== undefined && this.picture) {
      this.link = 'live';
      this.holds = this.#by !== undefined && this.#by === this.#key;
    }
    if (message.refused && request === this.#joining) return this.#notLetIn(message.refused);
    if (message.refused && request === this.#asking?.request) {
      this.#asking = undefined;
      this.#later(() => this.wantHistory());
      return;
    }
    const pending = this.#pending.get(request);
    if (!pending) return;
    this.#pending.delete(request);
    if (message.done !== undefined && pending.message.do === 'sit' && pending.message.key) this.#hold(pending.message.key as string);
    if (message.refused) pending.failed(new Refusal(message.refused));
    else pending.done(message);
  }

  /** The seat is ours by this key. */
  #hold(key: string): void {
    const anew = this.#by !== key && !this.picture?.you; // put out of it meanwhile, as if by another
    this.#by = this.#key = key;
    this.holds = true;
    if (anew) this.#join(true);
  }

  /** We are told as spectators from here on: perhaps there is another way to the seat. */
  #unseat(seat: Seat): void {
    if (this.picture) this.picture = { ...this.picture, you: undefined };
    const kept = this.#key ?? this.keyOf();
    if (kept !== this.#dead) this.#key = kept;
    if (this.#key && this.#by !== this.#key) this.#try(this.#key);
    else if (this.#key) {
      this.wasPutOut = true;
      this.#dropKey();
    } else this.unseated = seat;
    this.#seat = seat;
  }
  #seat: Seat | undefined;

  /** The key is none, or not any more: the invitation is left. */
  #dropKey(): void {
    this.#dead = this.#key;
    this.#key = undefined;
    this.holds = false;
    this.#try(this.token);
  }

  #try(by: string | undefined): void {
    this.#by = by;
    this.#join(true);
  }

  /** Who sat in the seat that we came for has left it. */
  #lookForSeat(): void {
    const { unseated, picture } = this;
    if (!unseated || !this.#by || picture?.now.seats.find(({ seat }) => seat === unseated)?.who !== 'open') return;
    this.unseated = undefined;
    this.wasPutOut = false;
    this.#try(this.token);
  }

  /** A host that is busy lets us in later; one that knows no such table says so. */
  #notLetIn(refused: Refused): void {
    if (refused.key === 'token.wrong' && this.#key && this.#by === this.#key) return this.#dropKey();
    if (refused.key === 'token.wrong' && this.picture && this.#seat) {
      this.unseated = this.#seat;
      return this.#try(undefined);
    }
    // A table that was there may come back, from a backup or by an import; but nobody is told meanwhile that the game is safe.
    const gone = refused.key === 'table.unknown' || refused.key === 'table.aside';
    if (this.picture || isBusy(refused)) this.#later(() => this.#join());
    if (this.picture ? !gone : isBusy(refused)) return;
    this.refused = refused;
    this.link = 'refused';
  }

  #later(what: () => void): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(what, AGAIN_MS);
  }
}
