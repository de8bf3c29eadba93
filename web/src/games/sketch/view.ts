// What the engine tells a seat of Yokai Sketch: write_view in src/games/sketch/sketch.c, as types.
import type { Colour } from '../../art/yokai';
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
  stacks: Stack[];
  players: Record<Side, Player>;
  deck: number;
  discards: Card[];
  unseen: Card[];
}

export const COLOURS: readonly Colour[] = sketch.colours;

export const other = (side: Side): Side => (side === 'A' ? 'B' : 'A');
export const stackOf = (view: SketchView, colour: Colour): Stack => view.stacks[COLOURS.indexOf(colour)]!;
/** The other colour of a card. */
export const turned = (card: Card, colour: Colour): Colour => (card[0] === colour ? card[1] : card[0]) as Colour;
export const shows = (card: Card, colour: Colour): boolean => card[0] === colour || card[1] === colour;

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
