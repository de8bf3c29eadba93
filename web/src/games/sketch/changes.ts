// What differs between two views that follow each other, in the words of the table: who laid what
// where, which yokai was taken or ran away. For motion and for the log.
import { COLOURS, type Card, type Colour, type Side, type SketchView } from './view';

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

export function changes(then: SketchView, now: SketchView): Change[] {
  const list: Change[] = [];
  const grew: { side: Side; stack: Colour }[] = [];
  const shrank: { side: Side; stack: Colour }[] = [];
  COLOURS.forEach((stack, i) => {
    const a = then.stacks[i]!, b = now.stacks[i]!;
    for (const side of SIDES) {
      const difference = b.laid[side].length - a.laid[side].length;
      if (difference > 0) grew.push({ side, stack });
      else if (difference === -1 && b.laid[side].length) shrank.push({ side, stack });
      else if (difference < 0) {
        // A lone card is either discarded or distracted; only what is in the discards was discarded.
        const card = a.laid[side][0]!;
        const gone = now.discards.filter((c) => c === card).length > then.discards.filter((c) => c === card).length;
        if (difference < -1 || gone || now.discards.length > then.discards.length) list.push({ kind: 'cleared', side, stack, count: -difference });
        else shrank.push({ side, stack });
      }
    }
  });
  for (const { side, stack } of grew) {
    const i = COLOURS.indexOf(stack);
    const index = now.stacks[i]!.laid[side].length - 1;
    const card = now.stacks[i]!.laid[side][index]!;
    const source = side === then.turn ? undefined : shrank.find((s) => s.side === side);
    if (source) {
      const fromIndex = then.stacks[COLOURS.indexOf(source.stack)]!.laid[side].length - 1;
      list.push({ kind: 'moved', side, from: source.stack, fromIndex, to: stack, index, card });
    } else list.push({ kind: 'laid', side, stack, index, card });
  }
  for (const side of SIDES)
    for (const index of added(then.players[side].notebook, now.players[side].notebook)) {
      const name = now.players[side].notebook[index]!;
      list.push({ kind: 'drawn', side, stack: name[0] as Colour, number: Number(name[1]), index });
    }
  const sizes = COLOURS.map((_, i) => now.stacks[i]!.size - then.stacks[i]!.size);
  const drawnFrom = list.flatMap((c) => (c.kind === 'drawn' ? [c.stack] : []));
  COLOURS.forEach((stack, i) => {
    const a = then.stacks[i]!, b = now.stacks[i]!;
    const took = drawnFrom.includes(stack) ? 1 : 0;
    // A call takes one yokai more than was drawn here, and brings one more there.
    if (sizes[i]! + took > 0) {
      const from = COLOURS.find((rival, k) => k !== i && sizes[k]! + (drawnFrom.includes(rival) ? 1 : 0) < 0);
      if (from && then.stacks[COLOURS.indexOf(from)]!.top) list.push({ kind: 'called', from, to: stack, number: then.stacks[COLOURS.indexOf(from)]!.top! });
    }
    const bottom = b.bottom.length + b.covered.length + (b.top ? 1 : 0) + b.unseen.length;
    if (!took && bottom && a.laid.A.length + a.laid.B.length > 0 && !b.laid.A.length && !b.laid.B.length && sizes[i]! >= 0) {
      const called = list.find((c) => c.kind === 'called' && c.to === stack);
      const number = called?.kind === 'called' ? called.number : a.top;
      if (number) list.push({ kind: 'frightened', stack, number });
    }
    if (b.top !== null && a.top === null) list.push({ kind: 'up', stack, number: b.top });
  });
  for (const side of SIDES) {
    const a = then.players[side], b = now.players[side];
    if (b.cards > a.cards) {
      const index = a.hand && b.hand ? (added(a.hand, b.hand)[0] ?? b.hand.length - 1) : b.cards - 1;
      list.push({ kind: 'held', side, card: b.hand?.[index], index });
    }
  }
  if (then.discards.length && !now.discards.length && now.deck > then.deck) list.push({ kind: 'shuffled' });
  return list;
}

