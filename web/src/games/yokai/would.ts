// What a legal move of Yokai would do: one sentence, for a learner who may not make it yet.
import type { Said } from '../said';
import { said } from './tell';
import { cardOf, readMove, type Seat, type YokaiView } from './view';

export function would(text: string, view: YokaiView, you: Seat | undefined): Said | undefined {
  const move = readMove(text);
  switch (move?.kind) {
    case 'peek': return said(you && cardOf(view, move.card).looked.includes(you) ? 'would.peek_again' : 'would.peek');
    case 'lay': return said('would.lay', { card: move.card });
    case 'move': case 'reveal': case 'take': case 'declare': return said(`would.${move.kind}`);
    default: return undefined;
  }
}
