// The hint cards as they are counted at the end (Y23), one by one: what each is worth is in the view.
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
