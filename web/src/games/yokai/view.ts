// What the engine tells a seat of Yokai: write_view in src/games/yokai/show.c, as types.
import type { Family } from './art/families';
import type { Seat } from '../../lib/protocol';
import { yokai } from '../../made/facts';

export type { Family, Seat };
export const FAMILIES: readonly Family[] = yokai.families;

export interface Place {
  x: number;
  y: number;
}

export interface Card extends Place {
  /** 1 to 16, wherever it goes. */
  card: number;
  /** Only where this seat has seen it, with a perfect memory. */
  family?: Family;
  /** The hint card on it: "KP", or "?" for one laid blind. */
  hint?: string;
  looked: Seat[];
}

export type ShapeName = keyof typeof yokai.shapes;

export interface YokaiView {
  players: number;
  phase: 'first' | 'deal' | 'pact' | 'shape' | 'peek' | 'again' | 'move' | 'hint' | 'turn_up' | 'over';
  turn: Seat;
  first: Seat;
  turns: number;
  /** The card of the first look, until the second. */
  peeked?: number;
  cards: Card[];
  pile: number;
  /** Hint cards of one, two and three families in the pile. */
  pile_sizes: [number, number, number];
  /** Turned up and not laid, the newest first; none is named with `blind`. */
  open: string[];
  open_count: number;
  reconcile: number;
  stack: boolean;
  blind: boolean;
  /** Those that this seat may see. */
  pacts: Partial<Record<Seat, string>>;
  /** To whom reconciliation cards were dealt. */
  dealt?: Seat[];
  /** In phase `hint`: what can be done with hint cards. */
  may?: ('draw' | 'lay')[];
  shape?: ShapeName;
  /** Where the goal shape lies best, turned or mirrored: its top left, its rows, and how many cards lie right for it. */
  goal?: { right: number; x: number; y: number; rows: string };
  /** Everything is turned up. */
  count?: Count;
}

/** What holds at the end, and what hint cards count. */
export interface Count {
  /** The combination of rules that was played by. */
  rules: string;
  /** Into how many parts each family falls; one is peace. */
  parts: Record<Family, number>;
  pacts: Partial<Record<Seat, boolean>>;
  shape?: boolean;
  /** Points of laid hint cards, by the card they lie on; of each that was turned up and of each that was not. */
  laid: Partial<Record<number, number>>;
  open: number;
  pile: number;
}

export const cardOf = (view: YokaiView, number: number): Card => view.cards[number - 1]!;

/** A move in notation, taken apart. What this seat may not know of it is "?". */
export type Move =
  | { kind: 'peek'; card: number }
  | ({ kind: 'move'; card: number } & Place)
  | { kind: 'skip' | 'reveal' | 'take' | 'declare' }
  | { kind: 'lay'; card: number; hint: string }
  | { kind: 'first'; seat: Seat }
  | { kind: 'deal'; card: number; family: string }
  | { kind: 'pact'; pact: string }
  | { kind: 'shape'; shape: ShapeName }
  | { kind: 'hint'; hint: string };

/** Reads a move; undefined when it is none. */
export function readMove(text: string): Move | undefined {
  const words = text.split(' ');
  const [verb, what = '', , where = ''] = words;
  switch (verb) {
    case 'peek': return { kind: 'peek', card: Number(what) };
    case 'move': {
      const [x, y] = where.split(',').map(Number);
      return { kind: 'move', card: Number(what), x: x!, y: y! };
    }
    case 'skip': case 'reveal': case 'take': case 'declare': return { kind: verb };
    case 'hint':
      if (words.length === 2) return { kind: 'hint', hint: what };
      return what === 'on' ? { kind: 'lay', hint: '?', card: Number(words[2]) } : { kind: 'lay', hint: what, card: Number(where) };
    case 'first': return { kind: 'first', seat: what as Seat };
    case 'card': return { kind: 'deal', card: Number(what), family: words[2] ?? '?' };
    case 'pact': return { kind: 'pact', pact: what };
    case 'shape': return { kind: 'shape', shape: what as ShapeName };
    default: return undefined;
  }
}

export const writeMove = (card: number, { x, y }: Place): string => `move ${card} to ${x},${y}`;
export const writeLay = (hint: string, card: number): string => (hint === '?' ? `hint on ${card}` : `hint ${hint} on ${card}`);
