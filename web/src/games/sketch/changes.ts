// What happened between two views, for motion: who laid what where, which yokai was taken or ran away. Moves and what they
// did tell it; the views tell where things lie.
import type { Entry } from '../../lib/protocol';
import { checksOf, effectOf, other, readMove, stackOf, type Card, type Colour, type Effect, type Side, type SketchView } from './view';

export type Change =
  | { kind: 'laid'; side: Side; stack: Colour; index: number; card: Card }
  | { kind: 'moved'; side: Side; from: Colour; fromIndex: number; to: Colour; index: number; card: Card }
  | { kind: 'cleared'; side: Side; stack: Colour; count: number }
  | { kind: 'drawn'; side: Side; stack: Colour; number: number; index: number }
  | { kind: 'frightened'; stack: Colour; number: number }
  | { kind: 'called'; from: Colour; to: Colour; number: number }
  | { kind: 'up'; stack: Colour; number: number }
  | { kind: 'held'; side: Side; card: Card | undefined; index: number }
  | { kind: 'shuffled' };

const SIDES: readonly Side[] = ['A', 'B'];

/** Items of `now` that are not in `then`, each copy counted, with their places in `now`. */
function added(then: readonly string[], now: readonly string[]): number[] {
  const left = then.slice();
  return now.flatMap((item, i) => {
    const at = left.indexOf(item);
    if (at < 0) return [i];
    left.splice(at, 1);
    return [];
  });
}

/** A sketch that came to a stack, if it is still there. */
function arrived(now: SketchView, side: Side, stack: Colour, card: Card): { index: number } | undefined {
  const laid = stackOf(now, stack).laid[side], index = laid.length - 1;
  return laid[index] === card ? { index } : undefined;
}

function settled(then: SketchView, now: SketchView, did: Effect): Change[] {
  const cleared = (stack: Colour, sides: readonly Side[]): Change[] =>
    sides.flatMap((side) => {
      const count = stackOf(then, stack).laid[side].length;
      return count ? [{ kind: 'cleared', side, stack, count }] : [];
    });
  return checksOf(did).flatMap(([stack, check]): Change[] => {
    if (typeof check !== 'object') return [];
    if ('frightened' in check) return [...cleared(stack, SIDES), { kind: 'frightened', stack, number: check.frightened }];
    const { by, drawn } = check, book = now.players[by].notebook;
    const index = added(then.players[by].notebook, book).find((i) => book[i] === `${stack}${drawn}`) ?? book.length - 1;
    return [...cleared(stack, [by]), { kind: 'drawn', side: by, stack, number: drawn, index }];
  });
}

/** `entries` are what happened between the views. */
export function changes(then: SketchView, now: SketchView, entries: readonly Pick<Entry, 'by' | 'move' | 'did'>[]): Change[] {
  const list: Change[] = [];
  for (const entry of entries) {
    const move = entry.move === undefined ? undefined : readMove(entry.move), did = effectOf(entry.did);
    if (move?.kind === 'play') {
      const side = entry.by as Side, target = did.distracts;
      const here = arrived(now, side, move.to, move.card);
      if (here) list.push({ kind: 'laid', side, stack: move.to, card: move.card, ...here });
      const there = target && arrived(now, other(side), target.to, target.card);
      if (there) list.push({ kind: 'moved', side: other(side), ...target, fromIndex: stackOf(then, target.from).laid[other(side)].length - 1, ...there });
      if (move.call && did.calls !== undefined) list.push({ kind: 'called', from: move.call, to: move.to, number: did.calls });
    }
    list.push(...settled(then, now, did));
    if (move?.kind === 'reveal') list.push({ kind: 'up', stack: move.stack, number: move.number });
    if (did.shuffles) list.push({ kind: 'shuffled' });
  }
  for (const side of SIDES) {
    const a = then.players[side], b = now.players[side];
    if (b.cards > a.cards) {
      const index = a.hand && b.hand ? (added(a.hand, b.hand)[0] ?? b.hand.length - 1) : b.cards - 1;
      list.push({ kind: 'held', side, card: b.hand?.[index], index });
    }
  }
  return list;
}
