// The hint cards as they are counted at the end (Y23), one by one: what each is worth is in the view. What a rank needs (Y24),
// and what who declared peace had to go by.
import { yokai } from '../../made/facts';
import { RANKS, type Players, type Rank } from './path';
import type { YokaiView } from './view';

export type Counted =
  | { kind: 'right' | 'wrong' | 'laid'; hint: string; card: number; points: number }
  | { kind: 'open'; hint: string; points: number }
  | { kind: 'pile'; hint: '?'; points: number };

/** What each hint card counts, laid ones first. */
export function counted({ cards, open, open_count, pile, blind, count }: YokaiView): Counted[] {
  if (!count) return [];
  const laid = cards.flatMap(({ card, hint }): Counted[] => {
    const points = count.laid[card];
    return hint && points !== undefined ? [{ kind: hint === '?' ? 'laid' : points > 0 ? 'right' : 'wrong', hint, card, points }] : [];
  });
  const turned = blind ? Array.from({ length: open_count }, () => '?') : [...open].reverse();
  return [
    ...laid,
    ...turned.map((hint): Counted => ({ kind: 'open', hint, points: count.open })),
    ...Array.from({ length: pile }, (): Counted => ({ kind: 'pile', hint: '?', points: count.pile })),
  ];
}

/** What hint cards that are not laid bring in a win. */
export const worthNow = ({ pile, open_count }: Pick<YokaiView, 'pile' | 'open_count'>): number => pile * yokai.points.pile + open_count * yokai.points.open;

/** The points from which a win has a rank; the worst has no such number. */
export function rankFrom(rank: Rank, players: number): number | undefined {
  const from: readonly number[] = yokai.ranks_from[String(players) as Players];
  return from[RANKS.indexOf(rank) - (RANKS.length - from.length)];
}

/** The next better rank than that of a win, and the points that it needs. */
export function nextRank(rank: Rank, players: number): { rank: Rank; from: number } | undefined {
  const next = RANKS[RANKS.indexOf(rank) + 1], from = next && rankFrom(next, players);
  return from === undefined ? undefined : { rank: next!, from };
}

/** How many cards the player in turn has looked at, and those of the others that no hint lies on. */
export function known({ cards, turn }: Pick<YokaiView, 'cards' | 'turn'>): { looked: number; guessed: number[] } {
  const looked = cards.filter((card) => card.looked.includes(turn));
  return { looked: looked.length, guessed: cards.filter((card) => !looked.includes(card) && !card.hint).map(({ card }) => card) };
}
