// What the engine tells a seat of Yokai Sketch: write_view in src/games/sketch/sketch.c, as types.
import type { Colour } from './art/creatures';
import type { Now } from '../../lib/protocol';
import { sketch } from '../../made/facts';

export type { Colour };
export type Side = 'A' | 'B';
/** "RB", "GYd": two colours, and c for call or d for distract. */
export type Card = string;

export interface Stack {
  colour: Colour;
  /** The number of the face-up yokai; null while it is being turned up, or when none is left. */
  top: number | null;
  /** Yokai in the stack, the top included. */
  size: number;
  /** Known yokai right below the top, from above. */
  covered: number[];
  /** The stack's own yokai that nobody has seen yet, in no order. */
  unseen: number[];
  /** Known yokai at the bottom, from above. */
  bottom: number[];
  /** Sketches on either side, the last laid last. */
  laid: Record<Side, Card[]>;
}

export interface Player {
  points: number;
  cards: number;
  hand?: Card[];
  /** What the other player knows of the hand. */
  known?: Card[];
  /** Edition en: the stack on which this player's last card lies (S24). */
  last: Colour | null;
  notebook: string[];
}

export interface SketchView {
  edition: 'en' | 'fr';
  phase: 'first' | 'deal' | 'reveal' | 'draw' | 'play' | 'over';
  turn: Side;
  turns: number;
  played: number;
  /** In phase `play`: how many cards can be played at most; and whether one must be. */
  left?: number;
  must?: true;
  stacks: Stack[];
  players: Record<Side, Player>;
  deck: number;
  discards: Card[];
  unseen: Card[];
}

export const COLOURS: readonly Colour[] = sketch.colours;

export const other = (side: Side): Side => (side === 'A' ? 'B' : 'A');
export const stackOf = (view: SketchView, colour: Colour): Stack => view.stacks[COLOURS.indexOf(colour)]!;

/** A move in notation, taken apart. */
export type Move =
  | { kind: 'play'; card: Card; to: Colour; call?: Colour; distract?: true }
  | { kind: 'end' }
  | { kind: 'first'; seat: Side }
  | { kind: 'deal'; seat: Side; card: Card }
  | { kind: 'draw'; card: Card }
  | { kind: 'reveal'; stack: Colour; number: number };

/** Reads a move; undefined when it is none. A card that this seat may not know is "?". */
export function readMove(text: string): Move | undefined {
  const play = /^play ([RBGY]{2}[cd]?)>([RBGY])(?: call ([RBGY])| (distract))?$/.exec(text);
  if (play) {
    const move: Move = { kind: 'play', card: play[1]!, to: play[2] as Colour };
    if (play[3]) move.call = play[3] as Colour;
    if (play[4]) move.distract = true;
    return move;
  }
  const words = text.split(' ');
  switch (words[0]) {
    case 'end': return { kind: 'end' };
    case 'first': return { kind: 'first', seat: words[1] as Side };
    case 'deal': return { kind: 'deal', seat: words[1] as Side, card: words[2] ?? '?' };
    case 'draw': return { kind: 'draw', card: words[1] ?? '?' };
    case 'reveal': return { kind: 'reveal', stack: words[1] as Colour, number: Number(words[2]) };
    default: return undefined;
  }
}

export function writePlay(card: Card, to: Colour, ability?: { call: Colour } | 'distract'): string {
  return `play ${card}>${to}` + (ability === 'distract' ? ' distract' : ability ? ` call ${ability.call}` : '');
}

/* ---- What a move does ---- */

/** What comes of looking at a stack: how many sketches are missing; a yokai drawn, or frightened, with the sketches of A
 * and B; or "?", when the yokai turned up first decides it. */
export type Check = number | '?' | Drawn | Frightened;
export interface Drawn {
  drawn: number;
  by: Side;
  laid: [number, number];
}
export interface Frightened {
  frightened: number;
  laid: [number, number];
}

/** What a move does or did, as far as this seat knows: `effect` in src/games/sketch/show.c. The stack played on comes first. */
export interface Effect extends Partial<Record<Colour, Check>> {
  /** The number of the yokai called. */
  calls?: number;
  distracts?: { card: Card; from: Colour; to: Colour };
  /** The stack whose last yokai was drawn, which ends the game. */
  ends?: Colour;
  /** The discards have become the deck. */
  shuffles?: true;
}
/** The view without what one would have to work out: which cards a hidden hand must hold. */
export function forget(view: SketchView): SketchView {
  if (view.phase === 'over') return view;
  const { A: { known: _, ...A }, B: { known: __, ...B } } = view.players;
  return { ...view, players: { A, B } };
}

export const effectOf = (told: unknown): Effect => (told ?? {}) as Effect;
/** The stacks that were looked at, in their order. */
export const checksOf = (effect: Effect): [Colour, Check][] =>
  Object.entries(effect).filter(([key]) => (COLOURS as readonly string[]).includes(key)) as [Colour, Check][];

/** A legal play, with what it would do. */
export interface Play {
  text: string;
  move: Extract<Move, { kind: 'play' }>;
  does: Effect;
}

export const playsIn = ({ legal = [], does = {} }: Pick<Now, 'legal' | 'does'>): Play[] =>
  legal.flatMap((text, i) => {
    const move = readMove(text);
    return move?.kind === 'play' ? [{ text, move, does: effectOf(does[i]) }] : [];
  });

/** The plays of a card on a stack. */
export const playsOf = (plays: readonly Play[], card: Card, to: Colour): Play[] =>
  plays.filter((play) => play.move.card === card && play.move.to === to);
