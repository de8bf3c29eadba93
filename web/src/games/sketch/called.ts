// Yokai that a Call has taken to another stack, and with that to another colour (S21). A view tells what each yokai counts
// as; what is printed on it follows from the moves.
import type { Entry } from '../../lib/protocol';
import { checksOf, COLOURS, effectOf, readMove, type Colour, type Side } from './view';

/** Of each colour (S2). */
const YOKAI = 5;

export interface Printed {
  /** What is printed on the top yokai of a stack, where it is not the stack's colour. */
  tops: Partial<Record<Colour, Colour>>;
  /** The same for the yokai of the notebooks, by what they count as: `R3`. */
  books: Record<Side, Partial<Record<string, Colour>>>;
}

export function printedOn(moves: readonly Pick<Entry, 'by' | 'move' | 'did'>[]): Printed {
  const stacks = new Map(COLOURS.map((colour) => [colour, Array<Colour>(YOKAI).fill(colour)]));
  const books: Printed['books'] = { A: {}, B: {} };
  for (const entry of moves) {
    const move = entry.move === undefined ? undefined : readMove(entry.move);
    if (move?.kind === 'play' && move.call) stacks.get(move.to)!.unshift(stacks.get(move.call)!.shift() ?? move.call);
    for (const [stack, check] of checksOf(effectOf(entry.did))) {
      if (typeof check !== 'object') continue;
      const top = stacks.get(stack)!.shift() ?? stack;
      if ('frightened' in check) stacks.get(stack)!.push(top);
      else if (top !== stack) books[check.by][`${stack}${check.drawn}`] = top;
    }
  }
  const tops = COLOURS.flatMap((colour) => {
    const top = stacks.get(colour)![0];
    return top && top !== colour ? [[colour, top] as const] : [];
  });
  return { tops: Object.fromEntries(tops), books };
}
