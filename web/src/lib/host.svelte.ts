// A table as this screen sits at it: the seats played here, through whose eyes one looks, and the
// hand-over between those who share the screen. Local and remote tables differ only in their wires.
import { findSet, type CardSet } from './cardsets';
import { takeBegun } from './early';
import { someYokai } from './faces';
import { findGame, usualOptions } from '../games';
import { PACES } from './preferences';
import { LocalEngine } from './local';
import { gameStart, lastEvent, type Picture } from './picture';
import type { SeatChoice } from './choices';
import { Refusal, type Ask, type Audience, type Entry, type Incoming, type Reaction, type Seat } from './protocol';
import { tableText, type PlayOn } from './playon';
import { RemoteWire } from './remote';
import { commitTo, handIn } from './seeds';
import { Session } from './session.svelte';
import { myFace, settings } from './settings.svelte';
import * as shelf from './shelf.svelte';
import { makeSecret } from './wire';
import { loadTutorial, type Tutorial } from './tutorial';

export interface Plan {
  game: string;
  options: Record<string, string>;
  clock_ms: number;
  clock_step_ms: number;
  memory?: boolean;
  advice?: boolean;
  /** The bot that plays on for a person who is gone. */
  stand_in?: string;
  seats: SeatChoice[];
}

export const openAsk = (plan: Plan): Extract<Ask, { do: 'open' }> => ({
  do: 'open',
  game: plan.game,
  options: plan.options,
  ...(plan.clock_ms ? { clock_ms: plan.clock_ms, clock_step_ms: plan.clock_step_ms } : {}),
  ...(plan.memory ? { memory: true } : {}),
  ...(plan.advice ? { advice: true } : {}),
  ...(plan.stand_in ? { stand_in: plan.stand_in } : {}),
  ...carried(plan.options.cards),
});

/** A card set of the reader's own travels with the table that it is played at. */
const carried = (cards: string | undefined): { cardset?: CardSet } => {
  const cardset = cards === undefined ? undefined : findSet(cards);
  return cardset ? { cardset } : {};
};

export class Host {
  /** Whose eyes: one of `mine`, or those of a spectator. */
  eyes = $state<Audience>('-');
  /** The seat that gets the device next; what only a seat may see is hidden meanwhile. */
  cover = $state<Seat | undefined>();
  /** Who has the device for a moment, out of turn. */
  visitor = $state<Seat | undefined>();
  /** What happened since the board was last shown. */
  lastEvents = $state.raw<Entry[]>([]);
  broken = $state(false);
  /** We have just sat down with a key that only this browser has. */
  sat = $state(false);
  onevent: (entry: Entry) => void = () => {};
  onreaction: (reaction: Reaction, by: Seat) => void = () => {};

  #sessions = new Map<Audience, Session>();
  /** Where several share the screen: who sees what lies open, and nothing else. */
  #onlooker: Session | undefined;
  #seen = new Map<Audience, number>();
  #batch = false;

  /** `covered`: several sit here, and nobody knows who looks at the screen just now. */
  constructor(
    readonly kept: shelf.Kept,
    readonly engine: LocalEngine | undefined,
    private covered = false,
    /** The tutorial that the table follows. */
    readonly tutorial?: Tutorial,
  ) {
    // On a server our one session is told which seat its token means.
    const audiences: Audience[] = engine && kept.mine.length ? kept.mine : ['-'];
    for (const audience of audiences) {
      const session = engine
        ? new Session(engine.wire(audience), 'local', audience === '-' ? undefined : audience)
        : new Session(new RemoteWire(), kept.id, kept.token, kept.token && kept.keys?.[kept.token]);
      session.onevent = (event) => this.#event(audience, event);
      if (!engine) session.keyOf = () => kept.token && shelf.find(kept.id)?.keys?.[kept.token];
      if (!engine) session.seedOf = (seat, game, told) => handIn(kept.id, seat, game, told);
      session.onreaction = (reaction, by) => this.onreaction(reaction, by);
      this.#sessions.set(audience, session);
    }
    if (engine && kept.mine.length > 1) this.#onlooker = new Session(engine.wire('-'), 'local', undefined);
    this.eyes = audiences[0]!;
    this.covered &&= kept.mine.length > 1;
    if (this.covered) this.cover = kept.mine[0];
    if (engine) {
      engine.onstore = (text) => shelf.putText(kept.id, text);
      void engine.lost.then(() => (this.broken = true));
      engine.post({ kind: 'pace', bot_ms: PACES[settings.pace] });
    }
  }

  get session(): Session {
    return this.#sessions.get(this.eyes)!;
  }
  get picture(): Picture | undefined {
    return this.session.picture;
  }
  /** What may be shown while the device is handed over: what everybody sees. */
  get publicPicture(): Picture | undefined {
    return this.#onlooker?.picture;
  }
  get isLocal(): boolean {
    return this.engine !== undefined;
  }
  /** The seats played at this screen. */
  get mine(): Seat[] {
    if (this.engine) return this.kept.mine;
    return this.you ? [this.you] : [];
  }
  /** The seat whose eyes these are; undefined for a spectator. */
  get you(): Seat | undefined {
    return this.picture?.you;
  }

  /** Several at one screen: hides the board until the next has the device. */
  watchHandOver(): void {
    if (this.mine.length < 2 || !this.picture || this.visitor) return;
    const { actor, status, seats } = this.picture.now;
    const next = seats.find(({ seat, who }) => seat === actor && who === 'person' && this.mine.includes(seat))?.seat;
    if (status === 'over') this.cover = undefined;
    else if (this.covered) this.cover = next ?? this.cover;
    else if (!next || next === this.eyes) this.cover = undefined;
    else if (status === 'playing') this.cover = next;
  }

  /** Hands the device to one who is not in turn, until something happens or it is handed back. */
  handTo(seat: Seat): void {
    this.cover = this.visitor = seat;
  }
  handBack(): void {
    this.visitor = undefined;
    this.watchHandOver();
  }

  takeDevice(): void {
    if (!this.cover) return;
    this.eyes = this.cover;
    this.cover = undefined;
    this.covered = false;
    const entries = this.picture?.entries ?? [];
    this.lastEvents = entries.slice(Math.max(this.#seen.get(this.eyes) ?? 0, gameStart(this.picture!))).filter((entry) => entry !== undefined);
    this.#seen.set(this.eyes, entries.length);
  }

  /** Asks as the seat whose eyes these are, or as another of this screen. */
  async ask(ask: Ask, as: Seat | undefined = this.you): Promise<Incoming> {
    const session = (as && this.#sessions.get(as)) ?? this.session;
    const whole = await this.#committed(ask);
    if (whole.do !== 'sit' || this.engine || !this.#takesSeat) return session.request(whole);
    const sit = (anew: boolean): Promise<Incoming> => session.request({ ...whole, key: shelf.keyFor(this.kept.id, this.kept.token!, anew) });
    // A key that was used before, by the one who left the seat, is no key any more.
    const answer = await sit(false).catch((error: unknown) => {
      if (error instanceof Refusal && error.refused.key === 'key.wrong') return sit(true);
      throw error;
    });
    this.sat = true;
    return answer;
  }
  /** Whether sitting down takes an open seat of a server, so that it is held by a key. A seat that was taken without one
   * goes on as it is. */
  get #takesSeat(): boolean {
    return this.kept.token !== undefined && this.picture?.now.seats.find(({ seat }) => seat === this.you)?.who === 'open';
  }

  /** The secret of a link to our seat for another device: the one that waits, or a new one. */
  async linkDevice(): Promise<string> {
    for (const secret of [shelf.find(this.kept.id)?.link, makeSecret()]) {
      if (!secret) continue;
      try {
        await this.session.request({ do: 'link', key: secret });
      } catch (error) {
        if (error instanceof Refusal && error.refused.key === 'key.wrong') continue; // it has been used
        throw error;
      }
      const kept = shelf.find(this.kept.id); // by now
      if (kept) shelf.put({ ...kept, link: secret });
      this.sat = false;
      return secret;
    }
    throw new Error('no link');
  }

  /** On a server who sits down, or wants another game, commits to a seed for it. */
  async #committed(ask: Ask): Promise<Ask> {
    const { you, picture } = this;
    if (this.engine || !you || !picture || (ask.do !== 'sit' && ask.do !== 'again' && ask.do !== 'agree')) return ask;
    const { status, games } = picture.now;
    const game = ask.do === 'sit' && status === 'open' ? games : ask.do !== 'sit' && status === 'over' ? games + 1 : undefined;
    const commit = game === undefined ? undefined : await commitTo(this.kept.id, you, game);
    return commit ? { ...ask, commit } : ask;
  }

  /** Notes on the shelf how the game stands. */
  note(nameOf: (seat: Seat) => string): void {
    const picture = this.picture;
    if (!picture) return;
    const names = picture.now.seats.map(({ seat }) => nameOf(seat));
    const before = shelf.find(this.kept.id);
    if (!before && this.kept.kind === 'remote' && !this.kept.token) return; // only watched
    const mine = this.mine.length ? this.mine : this.kept.mine;
    shelf.put({ ...this.kept, ...before, game: picture.game, mine, names, ...shelf.waits(picture.now, mine), updated: Date.now() });
  }

  /** So many steps of the tutorial have been read; with `over` it is done, and play is free. */
  stepsRead(n: number, over: boolean): void {
    this.engine?.post({ kind: 'steps_read', n });
    const kept = shelf.find(this.kept.id);
    if (over && kept) shelf.put({ ...kept, tutorial: false });
  }

  close(): void {
    for (const session of this.#sessions.values()) session.close();
    this.#onlooker?.close();
    this.engine?.close();
    if (live === this) live = undefined;
  }

  #event(audience: Audience, event: number): void {
    if (audience !== this.eyes) return;
    const entry = this.picture?.entries[event - 1];
    if (!entry) return;
    if (!this.#batch) {
      this.#batch = true;
      setTimeout(() => (this.#batch = false));
      this.lastEvents = [entry];
    } else {
      this.lastEvents = [...this.lastEvents, entry];
    }
    if (!this.cover) {
      this.visitor = undefined;
      this.#seen.set(audience, lastEvent(this.picture));
    }
    this.onevent(entry);
  }
}

/** The finished game that is kept here, as a record. */
export async function recordOf(id: string): Promise<string | undefined> {
  const kept = shelf.find(id), text = shelf.getText(id);
  if (!kept || !text) return undefined;
  const engine = new LocalEngine(kept.game);
  try {
    if ((await engine.restore(text)) !== true) return undefined;
    return (await new Session(engine.wire('-'), 'local', undefined).request({ do: 'record' })).record;
  } catch {
    return undefined;
  } finally {
    engine.close();
  }
}

/** The table that was just opened, for the screen that is about to show it. */
let live: Host | undefined;

/** Opens a table in this browser; its id. */
export async function openLocal(plan: Plan, tutorial?: Tutorial): Promise<string> {
  const engine = new LocalEngine(plan.game);
  await engine.open(openAsk(plan));
  if (tutorial) engine.post({ kind: 'tutorial', text: tutorial.text });
  // In a tutorial it is always the same one.
  const comes = tutorial ? [] : someYokai(plan.seats.length);
  for (const [i, { seat, who, name, bot, yokai = comes[i] }] of plan.seats.entries()) {
    if (who === 'bot') engine.seat(seat, { do: 'bot', seat, bot, ...(yokai ? { face: yokai } : {}) });
    else engine.seat(seat, { do: 'sit', name, ...(seat === 'A' ? myFace() : {}) });
  }
  const mine = plan.seats.filter(({ who }) => who !== 'bot').map(({ seat }) => seat);
  const kept: shelf.Kept = {
    id: shelf.freshId(), kind: 'local', game: plan.game, mine,
    names: plan.seats.map(({ name }) => name), status: 'playing', updated: Date.now(),
    ...(tutorial ? { tutorial: true } : {}),
  };
  shelf.put(kept);
  live?.close();
  live = new Host(kept, engine, false, tutorial);
  return kept.id;
}

/** A table in this browser that plays on from the middle of a record; its id. */
export function openPlayOn(game: string, how: PlayOn): string {
  const mine = how.seats.filter(({ bot }) => !bot).map(({ seat }) => seat);
  const id = shelf.freshId();
  shelf.putText(id, tableText(how));
  shelf.put({ id, kind: 'local', game, mine, names: how.seats.map(({ name }) => name), status: 'playing', updated: Date.now(), tried: true });
  return id;
}

/** Opens the tutorial of a game, or goes on with one that was left; undefined when the game has none. */
export async function openTutorial(game: string, name: string): Promise<string | undefined> {
  const left = shelf.shelf().find((kept) => kept.tutorial && kept.game === game && kept.status === 'playing');
  if (left && shelf.getText(left.id)) return left.id;
  const played = findGame(game);
  const tutorial = await loadTutorial(game, played && usualOptions(played));
  if (!tutorial) return undefined;
  const seats = tutorial.seats.map(({ seat, bot }): SeatChoice => (bot ? { seat, who: 'bot', name: '', bot } : { seat, who: 'me', name, bot: '' }));
  return openLocal({ game, options: tutorial.options, clock_ms: 0, clock_step_ms: 0, seats }, tutorial);
}

/** The options of a table that is kept as lines: its first line has them. */
const optionsIn = (text: string): Record<string, string> => (JSON.parse(text.split('\n', 1)[0]!) as { options?: Record<string, string> }).options ?? {};

/** The local table of that id; undefined when it is not kept here or cannot be read. Who asks while it is being read gets the same. */
export function findLocal(id: string): Promise<Host | undefined> {
  if (reading?.id === id) return reading.host;
  const host = readLocal(id).finally(() => (reading = undefined));
  reading = { id, host };
  return host;
}
let reading: { id: string; host: Promise<Host | undefined> } | undefined;

async function readLocal(id: string): Promise<Host | undefined> {
  if (live?.kept.id === id) return live;
  const kept = shelf.find(id);
  const text = shelf.getText(id);
  if (!kept || !text) return undefined;
  const tutorial = kept.tutorial ? await loadTutorial(kept.game, optionsIn(text)) : undefined;
  const engine = new LocalEngine(kept.game, tutorial ? undefined : takeBegun(id));
  const restored = await engine.restore(text, tutorial?.text);
  if (!restored) {
    engine.close();
    return undefined;
  }
  live?.close();
  live = new Host(kept, engine, true, tutorial);
  live.broken = restored === 'lost';
  return live;
}

/** A table on the server: with a token a seat at it, without one a place to watch. */
export function findRemote(id: string): Host {
  const kept = shelf.forTab(id);
  live?.close();
  return (live = new Host(
    kept ?? { id, kind: 'remote', game: '', mine: [], names: [], status: 'open', updated: Date.now() },
    undefined,
  ));
}
