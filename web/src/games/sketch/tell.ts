// What happens at the table as keys and arguments, in no language yet. Nothing here reads a
// catalogue; words.ts speaks it.
import type { Entry, Now, Refused, Result } from '../../lib/protocol';
import type { RuleIds } from '../../made/facts';
import { sayer, type Arg, type Said } from '../said';
import { changes } from './changes';
import { foresee, type Check, type Outcome } from './foresee';
import { COLOURS, other, readMove, type Card, type Colour, type Move, type Player, type Side, type SketchView, type Stack } from './view';

const said = sayer('sketch');

/* ---- Names ---- */

const element = (colour: Colour): Said => said(`element.${colour}`);
/** "on the fire stack", and the like: each language bends its words. */
const on = (colour: Colour): Said => said(`on.${colour}`);
const from = (colour: Colour): Said => said(`from.${colour}`);
const to = (colour: Colour): Said => said(`to.${colour}`);

export function card(name: Card): Said {
  const args = { a: element(name[0] as Colour), b: element(name[1] as Colour) };
  return said(name[2] === 'c' ? 'card.call' : name[2] === 'd' ? 'card.distract' : 'card.plain', args);
}

type Names = Partial<Record<string, string>>;
const nameOf = (names: Names, seat: string): string => names[seat] ?? seat;

/* ---- The log ---- */

function result(check: Check, names: Names): Said | undefined {
  const number = check.number ?? 0;
  const yokai = said(`yokai.${check.stack}`);
  switch (check.result) {
    case 'drawn':
      return said('log.drawn', {
        name: nameOf(names, check.by!), yokai, number,
        most: Math.max(check.count.A, check.count.B), least: Math.min(check.count.A, check.count.B),
      });
    case 'frightened':
      return said('log.frightened', { yokai, number, count: check.count.A });
    default:
      return undefined;
  }
}

function play(move: Extract<Move, { kind: 'play' }>, by: Side, before: SketchView | undefined, after: SketchView | undefined, names: Names): Said[] {
  const args: Record<string, Arg> = { name: nameOf(names, by), card: card(move.card), on: on(move.to), onto: to(move.to) };
  const outcome = before && foresee(before, move, by);
  if (move.call)
    return [
      said(outcome ? 'log.call' : 'log.call_some', { ...args, from: from(move.call), number: outcome?.called?.number ?? 0 }),
      ...results(outcome, before, after, names),
    ];
  if (move.distract) {
    const target = outcome?.distracted;
    if (!target) return [said('log.distract_some', args)];
    return [
      said('log.distract', { ...args, opponent: nameOf(names, other(by)), target: card(target.card), from: from(target.from), to: to(target.to) }),
      ...results(outcome, before, after, names),
    ];
  }
  const check = outcome?.checks[0];
  if (check?.result === 'short')
    return [said('log.play_short', { ...args, laid: check.count.A + check.count.B, number: check.number ?? 0 })];
  return [said('log.play', args), ...results(outcome, before, after, names)];
}

/** What came of it at once. A check that waits for a yokai to be turned up is told with that. */
function results(outcome: Outcome | undefined, before: SketchView | undefined, after: SketchView | undefined, names: Names): Said[] {
  if (!outcome) return [];
  const seen = before && after ? changes(before, after) : undefined;
  const checks = outcome.checks.filter((check) => !seen || seen.some((change) => change.kind === check.result && change.stack === check.stack));
  const list = checks.flatMap((check) => result(check, names) ?? []);
  if (outcome.ends && checks.length) list.push(said('log.ends', { on: on(checks[checks.length - 1]!.stack) }));
  return list;
}

/** What a move says in the log, sentence by sentence; none when it says nothing. */
export function logOf(entry: Pick<Entry, 'move' | 'by'>, before: SketchView | undefined, after: SketchView | undefined, names: Names): Said[] {
  const move = entry.move === undefined ? undefined : readMove(entry.move);
  if (!move) return [];
  const by = entry.by === 'chance' ? (before?.turn ?? 'A') : (entry.by as Side);
  const list: Said[] = [];
  switch (move.kind) {
    case 'play': list.push(...play(move, by, before, after, names)); break;
    case 'end': list.push(said(before?.played === 0 ? 'log.pass' : 'log.end', { name: nameOf(names, by) })); break;
    case 'first': list.push(said('log.first', { name: nameOf(names, move.seat) })); break;
    case 'draw':
      if (move.card === '?') list.push(said('log.draw', { name: nameOf(names, by) }));
      else list.push(said('log.draw_card', { name: nameOf(names, by), card: card(move.card) }));
      break;
    case 'reveal':
      list.push(said('log.reveal', { on: on(move.stack), number: move.number }));
      // After a call, and in edition fr, stacks are checked once the yokai is turned up (S17).
      if (before?.played && after) list.push(...checkedAfterReveal(before, after, names));
      break;
    case 'deal': break;
  }
  if (before?.discards.length && after && !after.discards.length && after.deck > before.deck) list.push(said('log.shuffled'));
  return list;
}

function checkedAfterReveal(before: SketchView, after: SketchView, names: Names): Said[] {
  const list: Said[] = [];
  for (const change of changes(before, after)) {
    if (change.kind !== 'drawn' && change.kind !== 'frightened') continue;
    const laid = before.stacks[COLOURS.indexOf(change.stack)]!.laid;
    const count = { A: laid.A.length, B: laid.B.length };
    const check: Check = { stack: change.stack, number: change.number, count, result: change.kind };
    if (change.kind === 'drawn') check.by = change.side;
    const sentence = result(check, names);
    if (sentence) list.push(sentence);
  }
  const used = after.phase === 'over' ? after.stacks.find((stack) => !stack.size) : undefined;
  if (used && list.length) list.push(said('log.ends', { on: on(used.colour) }));
  return list;
}

/* ---- What is expected ---- */

export function expectation(view: SketchView, now: Pick<Now, 'legal'>, mine: boolean): Said {
  const whose = mine ? 'mine' : 'theirs';
  switch (view.phase) {
    case 'play': {
      const n = Math.min(3 - view.played, view.players[view.turn].cards);
      if (view.played) return said(`expects.more.${whose}`, { n });
      const must = mine ? !now.legal?.includes('end') : view.players[view.turn].cards >= 4;
      return said(`expects.${must ? 'must' : 'may'}.${whose}`);
    }
    case 'reveal': return said('expects.reveal');
    case 'draw': return said('expects.draw');
    case 'over': return said('expects.over');
    default: return said('expects.deal');
  }
}

/* ---- The end ---- */

export function ending(result: Result, view: SketchView | undefined): Said[] {
  const list: Said[] = [];
  if (result.end === ('S25' satisfies RuleIds['sketch'])) {
    const used = view?.stacks.find((stack) => stack.size === 0);
    list.push(used ? said('end.stack', { on: on(used.colour) }) : said('end.worn'));
  }
  const { A, B } = result.points;
  if (A !== undefined && A === B && !result.gave_up) list.push(said(result.drawn ? 'end.drawn' : 'end.colours'));
  return list;
}

/* ---- The board in words ---- */

export function stackSaid(stack: Stack, near: Side, nearName: string, farName: string): Said {
  const args = { stack: said(`stack.${stack.colour}`) };
  if (!stack.size) return said('stack.says_empty', args);
  const laid = stack.laid.A.length + stack.laid.B.length;
  const sides = { laid, near: nearName, mine: stack.laid[near].length, far: farName, theirs: stack.laid[other(near)].length };
  if (!stack.top) return said('stack.says_down', { ...args, ...sides });
  return said('stack.says', { ...args, ...sides, number: stack.top });
}

export function belowSaid(stack: Stack): Said[] {
  const list: Said[] = [said('below.count', { n: Math.max(0, stack.size - 1) })];
  if (stack.covered.length) list.push(said('below.covered', { numbers: stack.covered.join(', ') }));
  if (stack.unseen.length) list.push(said('below.unseen', { numbers: stack.unseen.join(', ') }));
  if (stack.bottom.length) list.push(said('below.bottom', { numbers: stack.bottom.join(', ') }));
  return list;
}

export function notebookSaid(name: string, player: Player): Said[] {
  const list: Said[] = [said('notebook.says', { name, n: player.points })];
  for (const colour of COLOURS) {
    const numbers = player.notebook.filter((yokai) => yokai[0] === colour).map((yokai) => yokai[1]);
    if (numbers.length) list.push(said('notebook.colour', { element: element(colour), numbers: numbers.join(', ') }));
  }
  return list;
}

export type Mood = 'mine' | 'theirs' | 'tie' | 'plain';

/** What a card would do, in short for the board and in full for those who listen. */
export function foreseen(outcome: Outcome, me: Side, names: Names): { short: Said; long: Said[]; mood: Mood } {
  const [first, second] = outcome.checks as [Check, Check?];
  const counts = (check: Check): Record<string, Arg> => ({ mine: check.count[me], theirs: check.count[other(me)], name: nameOf(names, other(me)) });
  const shortly = (check: Check): [Said, Mood] => {
    switch (check.result) {
      case 'drawn': return check.by === me ? [said('see.mine', counts(check)), 'mine'] : [said('see.theirs', counts(check)), 'theirs'];
      case 'frightened': return [said('see.tie', counts(check)), 'tie'];
      case 'hidden': return [said('see.hidden'), 'plain'];
      default: return [said('see.short', { n: check.missing! }), 'plain'];
    }
  };
  const [short, mood] = shortly(first);
  const long: Said[] = [said('see.here', { what: short })];
  if (second && second.result !== 'short') long.push(said('see.there', { on: on(second.stack), what: shortly(second)[0] }));
  if (outcome.ends) long.push(said('see.ends'));
  return { short, long, mood };
}

/** A move in words, for hints. */
export function described(move: Move | undefined): Said | undefined {
  if (!move) return undefined;
  if (move.kind === 'end') return said('move.end');
  if (move.kind !== 'play') return undefined;
  const args: Record<string, Arg> = { card: card(move.card), on: on(move.to), onto: to(move.to) };
  if (move.call) return said('move.call', { ...args, from: from(move.call) });
  return said(move.distract ? 'move.distract' : 'move.play', args);
}

/** The arguments of a refusal: cards and colours by their names. */
export function refusalSaid(refused: Refused): Arg[] {
  return refused.args.map((arg) => {
    if (/^[RBGY]{2}[cd]?$/.test(arg)) return card(arg);
    if (/^[RBGY]$/.test(arg)) return said(refused.key === 'sketch.play.colour' ? `element.${arg}` : `attribute.${arg}`);
    return arg;
  });
}
