// Who looked at what, and when. A view has only who has ever looked at a card; the moves tell in which turn.
import type { Entry, Seat } from '../../lib/protocol';
import { readMove, type YokaiView } from './view';

export interface Look {
  seat: Seat;
  card: number;
  /** The turn, counted from 0. */
  turn: number;
}

/** The looks of a game, in their order. Each turn has two (Y9). */
export function looksOf(moves: readonly Pick<Entry, 'by' | 'move'>[]): Look[] {
  const looks: Look[] = [];
  for (const { by, move } of moves) {
    const read = move && by !== 'chance' ? readMove(move) : undefined;
    if (read?.kind === 'peek') looks.push({ seat: by as Seat, card: read.card, turn: looks.length >> 1 });
  }
  return looks;
}

/** The cards that are being looked at, in their order: a look ends when a card is moved. */
export const lookingAt = (looks: readonly Look[], { phase, turns }: YokaiView): number[] =>
  phase === 'again' || phase === 'move' ? looks.filter(({ turn }) => turn === turns).map(({ card }) => card) : [];

/** Who has looked at each card within one round: in this turn and in the last one of each of the others. */
export function lookedLately(looks: readonly Look[], { turns, players }: YokaiView): Map<number, Seat[]> {
  const lately = new Map<number, Seat[]>();
  for (const { seat, card, turn } of looks)
    if (turn > turns - players) lately.set(card, [...new Set([...(lately.get(card) ?? []), seat])].sort());
  return lately;
}
