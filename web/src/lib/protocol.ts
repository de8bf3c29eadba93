// The messages of docs/protocol.md, as types. One protocol for the server and the browser's own
// table.

import { protocol } from '../made/facts';
import type { CardSet } from './cardsets';

export const VERSION = protocol.version;

export type Seat = (typeof protocol.seats)[number];
/** Who acts: a seat, luck, or nobody any more. */
export type Actor = Seat | 'chance' | 'over';
/** Who is told: a seat, or those who watch. */
export type Audience = Seat | '-';

export const SEATS: readonly Seat[] = protocol.seats;

export type Bot = string;
export const REACTIONS = protocol.reactions;
export type Reaction = (typeof REACTIONS)[number];

/** What people may show of themselves, and the yokai that bots are. */
export const FACES = protocol.faces;
export type Face = (typeof FACES)[number];
export const BOT_FACES = protocol.bot_faces;
export type BotFace = (typeof BOT_FACES)[number];

export interface SeatState {
  seat: Seat;
  who: (typeof protocol.whos)[number];
  name?: string;
  bot?: Bot;
  /** One of FACES or BOT_FACES, unless the table knows more of them. */
  face?: string;
  /** How many have a key to the seat, when more than one. */
  devices?: number;
}

export interface Result {
  winners: Seat[];
  drawn?: boolean;
  points: Partial<Record<Seat, number>>;
  rank?: string;
  end: string;
  gave_up?: Seat;
}

/** All that an audience sees of the table after an event. `View` is the game's own. */
export interface Now<View = unknown> {
  status: (typeof protocol.statuses)[number];
  actor: Actor;
  moves: number;
  games: number;
  seats: SeatState[];
  points?: Partial<Record<Seat, number>>;
  clocks_ms?: Partial<Record<Seat, number>>;
  legal?: string[];
  also?: string[];
  /** What those of these moves would do that say so, by their places in the list; the game's own. */
  does?: Partial<Record<number, unknown>>;
  may_undo?: boolean;
  asks_undo?: Seat;
  agreed?: Seat[];
  again?: Seat[];
  /** Whose seeds are waited for before chance moves. */
  seeds?: Seat[];
  result?: Result;
  view: View;
}

export type Kind = (typeof protocol.kinds)[number];

/** Commitments to seeds (docs/fair.md). */
export type Commits = Partial<Record<Seat | 'server', string>>;

/** One thing that happened. `now` is missing where only a snapshot's short line is known. */
export interface Entry<View = unknown> {
  event: number;
  kind: Kind;
  by: Seat | 'chance';
  time: number;
  move?: string;
  saw?: unknown;
  /** What the move did, where it says so; the game's own. */
  did?: unknown;
  keep?: number;
  sits?: SeatState;
  /** Of fair shuffles: the number of chance's move, and the commitment to a seed. */
  draw?: number;
  commit?: string;
  now?: Now<View>;
}

export interface Snapshot<View = unknown> {
  snapshot: number;
  game: string;
  rules: number;
  options: Record<string, string>;
  cardset?: CardSet;
  you?: Seat;
  clock_ms?: number;
  clock_step_ms?: number;
  memory?: boolean;
  advice?: boolean;
  /** The level of its stand-in; the strongest bot when absent. */
  stand_in?: Bot;
  /** When the clock that runs began to, where that is after the last entry: a server has been away. */
  counts_from?: number;
  /** Moves that stood before the first entry of `log`, which has the last entries alone. */
  moves_before?: number;
  log: Entry<View>[];
  now: Now<View>;
}

/** A refusal: a sentence's key, its arguments, and the rule behind it. */
export interface Refused {
  key: string;
  args: string[];
  rule?: string;
}

export interface Hint {
  move: string;
  why?: { key: string; args: string[] };
}

/** Any message to the client; which one it is shows by its keys. */
export interface Incoming {
  zashiki: number;
  table?: string;
  request?: string;
  done?: number;
  tokens?: Partial<Record<Seat, string>>;
  refused?: Refused;
  event?: number;
  snapshot?: number;
  you?: Seat;
  counts_from?: number;
  cardset?: CardSet;
  hint?: Hint;
  record?: string;
  unseated?: Seat;
  here?: Seat[];
  watching?: number;
  reaction?: Reaction;
  by?: Actor;
  pong?: unknown;
}

/** What is asked of a table. `zashiki`, `table`, `token`, `request` and `at` are added on the way. */
export type Ask =
  | { do: 'open'; game: string; options?: Record<string, string>; clock_ms?: number; clock_step_ms?: number; memory?: boolean; advice?: boolean; stand_in?: Bot; cardset?: CardSet }
  | { do: 'join'; since?: number }
  | { do: 'history'; from: number; to: number }
  | { do: 'sit'; name: string; face?: Face; key?: string; commit?: string }
  | { do: 'link' | 'device'; key: string }
  | { do: 'bot'; seat: Seat; bot: Bot; face?: BotFace }
  | { do: 'move'; move: string }
  | { do: 'hint'; bot?: Bot }
  | { do: 'react'; reaction: Reaction }
  | { do: 'record'; games?: number }
  | { do: 'again' | 'agree'; commit?: string }
  | { do: 'seed'; seed: string }
  | { do: 'leave' | 'undo' | 'decline' | 'pause' | 'resume' | 'resign' | 'alone' | 'forget' | 'ping' };

/** What changes a table, and so carries `at`. */
const commands: ReadonlySet<string> = new Set(protocol.commands);
export const isCommand = (ask: Ask): boolean => commands.has(ask.do);

/** Thrown by a request that the table refuses. */
export class Refusal extends Error {
  constructor(readonly refused: Refused) {
    super(refused.key);
  }
}
