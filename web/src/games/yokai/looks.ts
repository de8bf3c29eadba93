// Which cards are being looked at. The view names the first look until the second; after that the
// board knows the second from what happened. A look ends when a card is moved.
import type { Entry } from '../../lib/protocol';
import { readMove, type YokaiView } from './view';

export interface Looks {
  /** The turn, counted from 0. */
  turn: number;
  /** In their order. */
  cards: readonly number[];
}

/** The looks of the turn in a view; `before` is what was being looked at so far. */
export function looking(before: Looks | undefined, view: YokaiView, happened: readonly Entry[]): Looks {
  const turn = view.turns;
  if (view.phase === 'again') return { turn, cards: view.peeked === undefined ? [] : [view.peeked] };
  if (view.phase !== 'move') return { turn, cards: [] };
  const looks = happened.flatMap(({ kind, by, move }) => {
    const read = kind === 'move' && by === view.turn && move ? readMove(move) : undefined;
    return read?.kind === 'peek' ? [read.card] : [];
  });
  return { turn, cards: [...new Set([...(before?.turn === turn ? before.cards : []), ...looks])].slice(-2) };
}
