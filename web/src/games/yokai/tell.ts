// What happens at the table as keys and arguments, in no language yet; words.ts speaks it.
import type { Entry, Refused, Result } from '../../lib/protocol';
import type { RuleIds } from '../../made/facts';
import { sayer, type Arg, type Said } from '../said';
import type { Names } from '../types';
import { pinned } from './notes';
import { beside } from './plane';
import { readMove, type Card, type Family, type Move, type Place, type YokaiView } from './view';

export const said = sayer('yokai');

/* ---- Names ---- */

export const family = (letter: Family): Said => said(`family.${letter}`);
/** "Kitsune–Oni": a hint card by its families, a reconciliation card by its two. */
export function plaque(letters: string): Said {
  const [a, b, c] = [...letters].map((letter) => family(letter as Family));
  if (!b) return a!;
  return c ? said('plaque.three', { a: a!, b, c }) : said('plaque.two', { a: a!, b });
}
const nameOf = (names: Names, seat: string): string => names[seat as 'A'] ?? seat;

/** "left of 5 and above 9". */
export const where = (cards: readonly Card[], place: Place, without: number): Arg =>
  ({ list: beside(cards, place, without).map(({ side, card }) => said(`place.${side}`, { card })) });

/* ---- The log ---- */

/** What a move says in the log, sentence by sentence; none when it says nothing. */
export function logOf(entry: Pick<Entry, 'move' | 'by'>, before: YokaiView | undefined, after: YokaiView | undefined, names: Names): Said[] {
  const move = entry.move === undefined ? undefined : readMove(entry.move);
  if (!move) return [];
  const name = nameOf(names, entry.by === 'chance' ? (before?.turn ?? 'A') : entry.by);
  switch (move.kind) {
    case 'first': return [said('log.first', { name: nameOf(names, move.seat) })];
    case 'deal': return move.card === 16 ? [said('log.deal')] : [];
    case 'pact': return [said('log.pact')];
    case 'shape': return [said('log.shape', { shape: said(`shape.${move.shape}`) })];
    case 'peek': return [said(before?.phase === 'again' ? 'log.again' : 'log.peek', { name, card: move.card })];
    case 'move': {
      const cards = before ?? after;
      if (!cards) return [said('log.move_some', { name, card: move.card })];
      return [said('log.move', { name, card: move.card, where: where(cards.cards, move, move.card) })];
    }
    case 'skip': return [said('log.skip', { name })];
    case 'reveal': return []; // said with the card that comes up
    case 'hint': return [said('log.reveal', { name, hint: plaque(move.hint) })];
    case 'take': return [said('log.take', { name })];
    case 'lay': {
      const laid = move.hint === '?' ? said('log.lay_blind', { name, card: move.card }) : said('log.lay', { name, hint: plaque(move.hint), card: move.card });
      return after?.phase === 'over' ? [laid, said('log.last')] : [laid];
    }
    case 'declare': return [said('log.declare', { name })];
  }
}

/* ---- What is expected ---- */

export function expectation(view: YokaiView, mine: boolean): Said {
  const whose = mine ? 'mine' : 'theirs';
  switch (view.phase) {
    case 'peek': case 'again': case 'move': return said(`todo.${view.phase}.${whose}`);
    case 'hint': {
      const acts = view.blind ? 'blind' : 'hint', may = view.may ?? ['draw', 'lay'];
      if (!may.includes('draw')) return said(`todo.lay.${whose}`);
      return said(may.includes('lay') ? `todo.${acts}.${whose}` : `todo.${acts}_only.${whose}`);
    }
    case 'turn_up': return said('todo.turn_up');
    case 'over': return said('todo.over');
    default: return said('todo.deal');
  }
}

/** How it ended. Whether it was won, and why not, is shown with the cards turned up. */
export const ending = (result: Result): Said | undefined => (ENDS.includes(result.end) ? said(`end.${result.end}`) : undefined);
const ENDS: readonly string[] = ['Y20', 'Y21'] satisfies RuleIds['yokai'][];

/* ---- The board in words ---- */

/** A card as one hears it: its number, what lies on it, who has looked, one's own marks. */
export function cardSaid(card: Card, { face, marks, names }: { face: Family | undefined; marks: string; names: Names }): Said[] {
  const list = [face ? said('card.up', { card: card.card, family: family(face) }) : said('card.down', { card: card.card })];
  if (card.hint) list.push(card.hint === '?' ? said('card.locked_blind') : said('card.locked_by', { hint: plaque(card.hint) }));
  if (card.looked.length) list.push(said('card.looked', { names: { list: card.looked.map((seat) => nameOf(names, seat)) } }));
  if (marks) list.push(said('card.marks', { marks: marksSaid(marks) }));
  return list;
}

export const marksSaid = (marks: string): Arg =>
  ({ list: pinned(marks).map(({ family: which, not }) => said(not ? 'mark.not' : 'mark.is', { family: family(which) })) });

/** A move in words, for advice. Without a view, the place of a moved card is only lit on the board. */
export function described(move: Move | undefined, view?: YokaiView): Said | undefined {
  switch (move?.kind) {
    case 'peek': return said('does.peek', { card: move.card });
    case 'move': return view ? said('does.move_to', { card: move.card, where: where(view.cards, move, move.card) }) : said('does.move', { card: move.card });
    case 'lay': return move.hint === '?' ? said('does.lay_blind', { card: move.card }) : said('does.lay', { hint: plaque(move.hint), card: move.card });
    case 'skip': case 'reveal': case 'take': case 'declare': return said(`does.${move.kind}`);
    default: return undefined;
  }
}

/** The arguments of a refusal or a reason: hint cards by their names. */
export const refusalSaid = (refused: Refused): Arg[] =>
  refused.args.map((arg) => (/^yokai\.(hint|why)\./.test(refused.key) && /^[KPRO]{1,3}$/.test(arg) ? plaque(arg) : arg));
