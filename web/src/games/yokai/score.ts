// How it ended, taken apart for the turning-up: which families are at peace, what holds besides, and
// what each hint card counts (Y22, Y23). Tests hold the sum to the engine's.
import { bestFit, parts } from './plane';
import { FAMILIES, type Card, type Family, type Seat, type YokaiView } from './view';

/** A family's groups; one group is peace. */
export const groupsOf = (cards: readonly Card[], family: Family): Card[][] => parts(cards.filter((card) => card.family === family));

/** Whether two families touch by a side (Y31). */
export function touch(cards: readonly Card[], pact: string): boolean {
  const of = (letter: string | undefined): Card[] => cards.filter(({ family }) => family === letter);
  return of(pact[0]).some((a) => of(pact[1]).some((b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) === 1));
}

export interface Peace {
  families: { family: Family; groups: number }[];
  pacts: { seat: Seat; pact: string; holds: boolean }[];
  shape: boolean | undefined;
  holds: boolean;
}

export function peace({ cards, pacts, shape }: YokaiView): Peace {
  const families = FAMILIES.map((family) => ({ family, groups: groupsOf(cards, family).length }));
  const dealt = Object.entries(pacts).map(([seat, pact]) => ({ seat: seat as Seat, pact, holds: touch(cards, pact) }));
  const shaped = shape && bestFit(cards, shape).right === cards.length;
  return {
    families, pacts: dealt, shape: shaped,
    holds: families.every(({ groups }) => groups === 1) && dealt.every(({ holds }) => holds) && shaped !== false,
  };
}

export type Counted =
  | { kind: 'right' | 'wrong' | 'laid'; hint: string; card: number; points: number }
  | { kind: 'open'; hint: string; points: number }
  | { kind: 'pile'; hint: '?'; points: number };

/** What each hint card counts, laid ones first. */
export function counted({ cards, open, open_count, pile, blind }: YokaiView): Counted[] {
  const laid = cards.flatMap(({ card, family, hint }): Counted[] => {
    if (!hint) return [];
    if (hint === '?') return [{ kind: 'laid', hint, card, points: 1 }];
    const right = hint.includes(family!);
    return [{ kind: right ? 'right' : 'wrong', hint, card, points: right ? 1 : -1 }];
  });
  const turned = blind ? Array.from({ length: open_count }, () => '?') : [...open].reverse();
  return [
    ...laid,
    ...turned.map((hint): Counted => ({ kind: 'open', hint, points: 2 })),
    ...Array.from({ length: pile }, (): Counted => ({ kind: 'pile', hint: '?', points: 5 })),
  ];
}
