// What the engine tells a seat of Yōtei: src/games/yotei/show.c, as types; and its moves, taken apart.
import type { Element, Power } from './art/pictures';
import type { Seat } from '../../lib/protocol';
import { yotei } from '../../made/facts';

export type { Element, Power, Seat };
export const TIERS = yotei.tiers;
export type Tier = (typeof TIERS)[number];
/** A slot of a row, "I3", or a draw pile, "II". */
export type Place = string;

export interface Land {
  id: string;
  name: string;
  gives: string;
  needs: string;
  /** In a seat's view: those of them that the seat does not meet. */
  lacks?: string;
  /** Potatoes; or `bid`. */
  cost?: number;
  bid?: true;
  charm: number;
  mystery: number;
  star: number;
}

export interface Character {
  seat: Seat;
  /** The number of its bid in this round. */
  bid?: number;
  /** Potatoes that lie open. */
  laid?: number;
  /** Of a sealed box: what it can hold, as far as this seat knows. */
  least?: number;
  most?: number;
}

export interface Slot {
  card: Land | null;
  turned: boolean;
  characters: Character[];
}

export interface Pile {
  count: number;
  price: number;
  characters: Character[];
  discards: string[];
}

export interface Player {
  charm: number;
  stars: number;
  elements: string;
  potatoes: { least: number; most: number };
  /** Potatoes behind the screen and in sealed boxes. */
  total: number;
  /** Characters not placed. */
  home: number;
  /** Mystery cards held; `hand` names one's own. */
  cards: number;
  hand?: Power[];
  collected: string[];
  forests: number;
  machines: number;
  onsen: number;
  /** Cards that one took from a pile and alone has seen. */
  taken?: string[];
  stuck?: true;
  bumper?: true;
  queue?: true;
}

export interface YoteiView {
  cards: string;
  players: number;
  phase: 'first' | 'reveal' | 'top' | 'mystery' | 'place' | 'room' | 'open' | 'collect' | 'bidder' | 'over';
  /** The part of the round that the phase belongs to. */
  stage: 'fill' | 'place' | 'open' | 'harvest';
  actor?: Seat;
  round: number;
  start?: Seat;
  token?: Seat;
  slots: Record<Place, Slot>;
  piles: Record<Tier, Pile>;
  seats: Partial<Record<Seat, Player>>;
  mystery: { count: number; discards: Power[] };
  boxes: { left: number; all: number };
  to_place?: number;
  market?: number;
  roosted?: boolean;
  settling: Place[];
  drawer?: Seat;
  draws?: number;
  pending?: Place;
  /** Who takes the top card of a pile. */
  taker?: Seat;
}

export const isPile = (at: Place): at is Tier => (TIERS as readonly string[]).includes(at);
export const tierOf = (at: Place): Tier => at.replace(/\d/, '') as Tier;
export const rowOf = (view: YoteiView, tier: Tier): Place[] => Object.keys(view.slots).filter((at) => tierOf(at) === tier);
export const charactersAt = (view: YoteiView, at: Place): Character[] => (isPile(at) ? view.piles[at] : view.slots[at])?.characters ?? [];
/** A box that nobody but its owner, and who held a lantern to it, knows what is in. */
export const isSealed = (character: Character): boolean => character.bid !== undefined && character.laid === undefined;
/** What a sealed box holds, where this seat knows it. */
export const known = ({ laid, least, most }: Character): number | undefined => laid ?? (least === most ? least : undefined);

/** A box that somebody's lantern shows. */
export interface Looked {
  at: Place;
  seat: Seat;
}

/** The boxes that one has looked into just now, by what happened last. */
export const lookedInto = (events: readonly { by: string; move?: string }[], you: Seat | undefined): Looked[] =>
  events.flatMap(({ by, move }) => {
    const made = by === you && move ? readMove(move) : undefined;
    return made?.kind === 'use' && made.power === 'lantern' && made.at && made.seat ? [{ at: made.at, seat: made.seat }] : [];
  });

/** The view without what one would have to remember or to work out: what is in another's sealed box, but for those that one
 * looks into just now. */
export function forget(view: YoteiView, you: Seat | undefined, looked: readonly Looked[] = []): YoteiView {
  if (view.phase === 'over') return view;
  const shut = (at: Place, held: Slot): Slot => ({
    ...held,
    characters: held.characters.map((one) => {
      if (one.seat === you || !isSealed(one) || looked.some((box) => box.at === at && box.seat === one.seat)) return one;
      const { least: _, most: __, ...rest } = one;
      return rest;
    }),
  });
  return { ...view, slots: Object.fromEntries(Object.entries(view.slots).map(([at, slot]) => [at, shut(at, slot)])) };
}

/** The elements that a card asks for, each with whether it is met, where that is known. */
export function needsOf({ needs, lacks }: Pick<Land, 'needs' | 'lacks'>): { element: Element; met: boolean | undefined }[] {
  const left = [...(lacks ?? '')];
  // Of several the last are the missing ones.
  return [...needs].reverse().map((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return { element: letter as Element, met: lacks === undefined ? undefined : at < 0 };
  }).reverse();
}

/** Letters by element, each with how often it is there, and how many of them are missing, where that is known. */
export function countedOf(letters: string, lacks?: string): { element: Element; n: number; missing: number | undefined }[] {
  const count = (among: string, letter: string): number => among.split(letter).length - 1;
  return [...new Set(letters)].map((letter) => ({ element: letter as Element, n: count(letters, letter), missing: lacks === undefined ? undefined : count(lacks, letter) }));
}

/** What became of the card in a slot. */
export interface Settled {
  /** Who collected it, and with how large a bid. */
  by?: Seat;
  for?: number;
  /** Whose potatoes went back. */
  back?: Partial<Record<Seat, number>>;
  /** All bidders have gone home. */
  nobody?: true;
}

/** What a move does or did, as far as this seat knows: `effect` in src/games/yotei/show.c. */
export interface Effect {
  pays?: number;
  /** Elements missing to collect the card. */
  lacks?: string;
  /** What is collected face down. */
  takes?: 'forest' | 'potatoes' | 'machine';
  gains?: number;
}
export const effectOf = (told: unknown): Effect => (told ?? {}) as Effect;
/** The slots that were settled, in the order of the rows. */
export const settledOf = (told: unknown): [Place, Settled][] =>
  (Object.entries(told ?? {}) as [Place, Settled][]).filter(([key]) => /^I+\d$/.test(key));

/** A move in notation, taken apart. What this seat may not know of it is "?", an amount is then absent. */
export type Move =
  | { kind: 'place' | 'flip' | 'pile'; at: Place }
  | { kind: 'bid'; at: Place; n?: number }
  | { kind: 'collect'; at: Place; powers: string[] }
  | { kind: 'yield' | 'done' }
  | { kind: 'cash'; power: Power }
  | { kind: 'use'; power: Power; at?: Place; seat?: Seat; n?: number; how?: 'place' | 'flip' | 'pile'; to?: Place }
  | { kind: 'first'; seat: Seat }
  | { kind: 'reveal' | 'top'; at: Place; id: string }
  | { kind: 'mystery'; power: Power | '?' };

const amount = (text: string | undefined): { n?: number } => (text === undefined || text === '?' ? {} : { n: Number(text) });

/** Reads a move; undefined when it is none. */
export function readMove(text: string): Move | undefined {
  const [verb, what = '', more, how, to] = text.split(' ');
  switch (verb) {
    case 'place': case 'flip': case 'pile': return { kind: verb, at: what };
    case 'bid': return { kind: 'bid', at: what, ...amount(more) };
    case 'collect': return { kind: 'collect', at: what, powers: text.split(' with ').slice(1) };
    case 'yield': case 'done': return { kind: verb };
    case 'cash': return { kind: 'cash', power: what as Power };
    case 'use': {
      const power = what as Power;
      if (more === undefined) return { kind: 'use', power };
      if (power === 'lantern') return { kind: 'use', power, at: more, seat: how as Seat };
      if (power === 'detour') return { kind: 'use', power, at: more, how: how as 'place', to: to! };
      return { kind: 'use', power, at: more, ...amount(how) };
    }
    case 'first': return { kind: 'first', seat: what as Seat };
    case 'reveal': case 'top': return { kind: verb, at: what, id: more ?? '?' };
    case 'mystery': return { kind: 'mystery', power: what as Power };
    default: return undefined;
  }
}
