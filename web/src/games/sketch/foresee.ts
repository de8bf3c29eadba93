// What a card would do, before it is played: the part of the rules (S11 to S25) that lies open to
// both players. The engine alone decides; tests hold every answer here to what the engine does.
import { other, shows, stackOf, turned, type Card, type Colour, type Move, type Side, type SketchView, type Stack } from './view';

/** What comes of looking at one stack (S13). */
export interface Check {
  stack: Colour;
  /** The yokai's number; undefined when it is not turned up yet. */
  number: number | undefined;
  /** Sketches on either side. */
  count: Record<Side, number>;
  /** drawn: `by` takes it. frightened: a tie (S15). short: `missing` more are needed.
   * hidden: the yokai turned up decides it. */
  result: 'drawn' | 'frightened' | 'short' | 'hidden';
  by?: Side;
  missing?: number;
}

export interface Outcome {
  card: Card;
  to: Colour;
  called?: { from: Colour; number: number };
  distracted?: { card: Card; from: Colour; to: Colour };
  /** The stack played on, then in edition fr the stack that the ability touched (S17). */
  checks: Check[];
  /** The game ends with it, because a stack has no yokai left (S25). */
  ends: boolean;
}

/** The card that distract would move, from a card played on `to` by `me` (S23, S24). */
export function distractTarget(view: SketchView, me: Side, to: Colour): { card: Card; from: Colour; to: Colour } | undefined {
  const from = view.edition === 'en' ? view.players[other(me)].last : to;
  if (!from) return undefined;
  const laid = stackOf(view, from).laid[other(me)];
  const card = laid[laid.length - 1];
  return card ? { card, from, to: turned(card, from) } : undefined;
}

/** What comes up when the top is taken; undefined when it has not been seen. */
const next = (stack: Stack): number | undefined =>
  stack.covered[0] ?? (stack.unseen.length ? undefined : stack.bottom[0]);

export function foresee(view: SketchView, move: Extract<Move, { kind: 'play' }>, me: Side): Outcome {
  const count = (colour: Colour): Record<Side, number> => ({
    A: stackOf(view, colour).laid.A.length,
    B: stackOf(view, colour).laid.B.length,
  });
  const to = stackOf(view, move.to);
  const here = count(move.to);
  here[me]++;
  const outcome: Outcome = { card: move.card, to: move.to, checks: [], ends: false };
  let number = to.top ?? undefined;
  let size = to.size;
  let touched: { stack: Colour; number: number | undefined; count: Record<Side, number>; size: number } | undefined;

  if (move.call) {
    const from = stackOf(view, move.call);
    outcome.called = { from: move.call, number: from.top! };
    number = from.top!;
    size++;
    touched = { stack: move.call, number: next(from), count: count(move.call), size: from.size - 1 };
  } else if (move.distract) {
    const target = distractTarget(view, me, move.to);
    if (target) {
      const opponent = other(me);
      outcome.distracted = target;
      const there = target.to === move.to ? here : count(target.to);
      if (target.from === move.to) here[opponent]--;
      there[opponent]++;
      const stack = stackOf(view, target.to);
      if (target.to !== move.to) touched = { stack: target.to, number: stack.top ?? undefined, count: there, size: stack.size };
    }
  }

  const look = (stack: Colour, top: number | undefined, laid: Record<Side, number>, left: number): void => {
    const check: Check = { stack, number: top, count: laid, result: 'hidden' };
    outcome.checks.push(check);
    if (top === undefined) return;
    const missing = top - laid.A - laid.B;
    if (missing > 0) {
      check.result = 'short';
      check.missing = missing;
    } else if (laid.A === laid.B) {
      check.result = 'frightened';
    } else {
      check.result = 'drawn';
      check.by = laid.A > laid.B ? 'A' : 'B';
      if (left === 1) outcome.ends = true;
    }
  };
  look(move.to, number, here, size);
  if (view.edition === 'fr' && touched && !outcome.ends) look(touched.stack, touched.number, touched.count, touched.size);
  return outcome;
}

/** The plays among the legal moves, by card and stack. */
export interface Play {
  text: string;
  move: Extract<Move, { kind: 'play' }>;
}

/** The legal plays of a card on a stack. */
export const playsOf = (plays: readonly Play[], card: Card, to?: Colour): Play[] =>
  plays.filter((play) => play.move.card === card && (!to || play.move.to === to));

/** The stacks a card shows. */
export const stacksOf = (card: Card): Colour[] => (['R', 'B', 'G', 'Y'] as const).filter((colour) => shows(card, colour));
