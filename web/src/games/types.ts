// How a game sits down at the table: what the shell gives to it, and what it says in words.
import type { Component } from 'svelte';
import type { Key } from '../lib/i18n.svelte';
import type { IconName } from '../parts/Icon.svelte';
import type { Entry, Now, Refused, Result, Seat } from '../lib/protocol';

export type Names = Partial<Record<Seat, string>>;

/** What a game's board is given. It sends moves in the game's notation and keeps no state of the
 * game: everything shown comes from `view` and `now`. */
export interface BoardProps<View = unknown> {
  view: View;
  now: Now<View>;
  /** The seat through whose eyes one looks; undefined for spectators. It sits at the bottom. */
  you: Seat | undefined;
  names: Names;
  /** Whether it is my decision, and the board takes moves. */
  can: boolean;
  /** Whether the board takes moves out of turn, those of `now.also`. */
  may: boolean;
  /** Sends a move; the answer is false when it was refused (the shell says why). */
  onmove: (move: string) => Promise<boolean>;
  /** Whether the table's `memory` aid is on: the board shows what this seat has once seen and may
   * forget, or could work out. Where it is off a board hides what the view still knows. */
  memory: boolean;
  /** The table's name in this browser, for what a board keeps here; undefined where nothing is kept. */
  table?: string | undefined;
  /** What happened since the board was last shown, oldest first: for what moves and glows. */
  lastEvents: Entry<View>[];
  /** The moves of the game up to what is shown, oldest first, for what a view does not tell. */
  moves?: readonly Pick<Entry, 'by' | 'move' | 'did'>[] | undefined;
  /** The game in words, for a board that does not know the game. */
  words: Words<View>;
  /** A move that the hint proposes, to be lit. */
  hint?: string | undefined;
  /** Asks the shell to say why something cannot be done, by trying it. */
  ontry?: (move: string) => void;
  /** Where several share the screen: asks to hand it to another of them, who may act out of turn. */
  hands?: { seats: readonly Seat[]; to: (seat: Seat) => void } | undefined;
}

/** A line of the log. `before` and `after` are undefined where they are not known yet. */
export interface LogLine<View = unknown> {
  entry: Entry<View>;
  before: View | undefined;
  after: View | undefined;
  names: Names;
}

export interface Words<View = unknown> {
  /** What a move says in the log; undefined when it says nothing (a card dealt to somebody else). */
  move(line: LogLine<View>): string | undefined;
  /** What is expected of the seat in turn, as it follows on "Your turn: " (`mine`) or on a name: "look at two cards", "looks at
   * two cards". Nothing before it, no full stop. */
  expects(view: View, now: Now<View>, mine: boolean): string;
  /** How it ended, in one sentence without names: "The fire stack is used up." */
  ended(result: Result, view: View | undefined): string | undefined;
  /** Arguments of a refusal or a reason in words: the letter G as "earth", a seat by its name. With a view, cards have their names. */
  refusalArgs(refused: Refused, names: Names, view?: View): string[];
  /** What a legal move would do, in whole sentences; undefined when there is nothing to say. */
  would?(move: string, now: Now<View>, you: Seat | undefined, names: Names): string | undefined;
  /** A move in words, for advice and the plain board: "play the red-blue card on the fire stack". With a view, cards have their names. */
  describe(move: string, view?: View, names?: Names): string;
}

export type Choices = Record<string, string>;

export interface Option {
  name: string;
  /** The first is the default. None: free text, which the engine looks at. */
  values: readonly string[];
  /** Values that are not offered beside a value of another option. */
  apart: readonly { value: string; other: string; beside: string }[];
  /** A page where values are added: its address, and what the link says. */
  page?: { href: string; says: Key };
  /** What is chosen when nobody has chosen yet, where that is not the first: it may go by the reader's language. */
  usual?: string;
  /** Behind "more" until it is wanted. */
  folded?: boolean;
  /** Not behind "more" beside these choices, which ask for it. */
  shown?: (chosen: Choices) => boolean;
  /** A value as a drawing, rows of # and . ended by /. */
  drawn?: (value: string) => string | undefined;
  /** What stands in the empty field of free text. */
  example?: (chosen: Choices) => string;
}

/** What a game's table is made of; each game loads its own when it is wanted. */
export interface Loaded {
  board: Component<BoardProps<never>>;
  /** While the device is handed over, the board stays in sight as a spectator sees it. */
  staysOpen?: boolean | undefined;
  words: Words;
  /** What a seat has to show when the game is over: a notebook opened, a town counted. In a game
   * that is won or lost together it is shown once, for all of them. */
  ending?: Component<EndingProps> | Component<TogetherProps> | undefined;
  /** A rank as a picture, in a game that is won together. */
  rank?: Component<{ rank: string }> | undefined;
  /** What could be played next after a game that is over, as one goes on: how that is called, and its options. */
  onward?: ((now: Now) => { says: string; options: Choices } | undefined) | undefined;
  /** Told of a game that is over, so that it can be kept in this browser. When that is worth a word at the
   * end: what to say. The game's page is named beside it. */
  ended?: ((played: Played, now: Now, mine: readonly Seat[]) => (() => string) | undefined) | undefined;
}

/** How a game was played. */
export interface Played {
  options: Choices;
  /** Somebody was helped: by the aid to memory, by advice, or by a guided game. */
  helped: boolean;
}

export interface EndingProps {
  view: never;
  seat: Seat;
  name: string;
  /** What the seat has in the result. */
  points: number;
  moves?: BoardProps['moves'];
}

export interface TogetherProps {
  view: never;
  result: Result;
  names: Names;
  /** How likely it was won already when the last move was made, by what its seat could know then. */
  wonByThen?: (() => Promise<number | undefined>) | undefined;
}

/** A page of a game's own, at #/<at>. */
export interface GamePage {
  at: string;
  title: Key;
  icon: IconName;
  /** What a link to it says at the end of a game; without it none is shown there. */
  after?: Key;
  /** Not linked on the home page: it is found where it is needed. */
  inside?: boolean;
  load: () => Promise<{ default: Component }>;
}

/** What a game brings to the browser: `entry` in index.ts of its folder. All of it may be missing, for its facts come
 * from the engine: a game that brings nothing has PlainBoard, its notation for words, no lesson, and a lid drawn from its name. Sentences are
 * in src/games/<game>/locale/ of the engine: `<game>.about`, `<game>.learn.*`, `<game>.setup.<option>`. The lid is in lid.ts, beside. */
export interface GameEntry {
  /** About how long a game takes. */
  minutes?: number;
  /** There is something to remember or to work out, so that the table's `memory` aid can help. What that means can be said
   * in `<game>.setup.memory.on.meaning` and `.off.meaning`. */
  memory?: boolean;
  /** Not on the home page; it can be played at its address. */
  hidden?: boolean;
  load?: () => Promise<Partial<Loaded>>;
  /** A picture for each step of the lesson. */
  lesson?: () => Promise<{ default: Component<{ step: number }> }>;
  /** The signs that a rule speaks of, with their names, for the rules page. */
  signs?: () => Promise<{ default: Component<{ rule: string }> }>;
  page?: GamePage;
  /** How options are shown, by their names. */
  options?: Partial<Record<string, Partial<Omit<Option, 'name' | 'apart'>>>>;
}

/** What the engine says about a game (facts.ts). */
export interface Facts {
  id: string;
  /** How it is called in the reader's language: `<game>.title`, or else the engine's name. */
  title: string;
  /** Where they differ, the option `players` says how many sit down. */
  seats: { min: number; max: number };
  /** The seats win or lose as one. */
  together: boolean;
  /** Nothing is said while it is played. */
  silent: boolean;
  /** Without `players`. */
  options: readonly Option[];
  /** Who plays it when people are asked, from the weakest to the strongest. */
  bots: readonly string[];
}

/** A game as the screens know it. */
export interface Game extends Facts, Omit<GameEntry, 'options' | 'load'> {
  load: () => Promise<Loaded>;
  /** What `load` brings, when it is here. */
  loaded?: Loaded;
}
