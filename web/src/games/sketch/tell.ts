// What happens at the table as keys and arguments, in no language yet. Nothing here reads a
// catalogue; words.ts speaks it.
import type { Entry, Refused, Result } from '../../lib/protocol';
import type { RuleIds } from '../../made/facts';
import { sayer, type Arg, type Said } from '../said';
import { checksOf, COLOURS, effectOf, other, readMove, stackOf, type Card, type Check, type Colour, type Drawn, type Effect, type Frightened, type Move, type Play, type Player, type Side, type SketchView, type Stack } from './view';

export const said = sayer('sketch');

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

function result(stack: Colour, check: Check, names: Names): Said[] {
  if (typeof check !== 'object') return [];
  const yokai = said(`yokai.${stack}`);
  if ('frightened' in check) return [said('log.frightened', { yokai, number: check.frightened, count: check.laid[0] })];
  return [said('log.drawn', { name: nameOf(names, check.by), yokai, number: check.drawn, most: Math.max(...check.laid), least: Math.min(...check.laid) })];
}

/** What came of it at once. A stack that waits for a yokai to be turned up is told with that. */
function results(did: Effect, names: Names): Said[] {
  const list = checksOf(did).flatMap(([stack, check]) => result(stack, check, names));
  return did.ends ? [...list, said('log.ends', { on: on(did.ends) })] : list;
}

function play(move: Extract<Move, { kind: 'play' }>, by: Side, did: Effect, after: SketchView | undefined, names: Names): Said[] {
  const args: Record<string, Arg> = { name: nameOf(names, by), card: card(move.card), on: on(move.to), onto: to(move.to) };
  if (move.call)
    return [
      did.calls === undefined ? said('log.call_some', { ...args, from: from(move.call) }) : said('log.call', { ...args, from: from(move.call), number: did.calls }),
      said('log.called', { element: said(`attribute.${move.to}`) }),
      ...results(did, names),
    ];
  if (move.distract) {
    const target = did.distracts;
    if (!target) return [said('log.distract_some', args)];
    return [
      said('log.distract', { ...args, opponent: nameOf(names, other(by)), target: card(target.card), from: from(target.from), to: to(target.to) }),
      ...results(did, names),
    ];
  }
  const stack = after && stackOf(after, move.to);
  if (stack?.top && typeof did[move.to] === 'number') return [said('log.play_short', { ...args, laid: stack.laid.A.length + stack.laid.B.length, number: stack.top })];
  return [said('log.play', args), ...results(did, names)];
}

/** What a move says in the log, sentence by sentence; none when it says nothing. */
export function logOf(entry: Pick<Entry, 'move' | 'by' | 'did'>, before: SketchView | undefined, after: SketchView | undefined, names: Names): Said[] {
  const move = entry.move === undefined ? undefined : readMove(entry.move);
  if (!move) return [];
  const by = entry.by === 'chance' ? (before?.turn ?? 'A') : (entry.by as Side);
  const did = effectOf(entry.did), list: Said[] = [];
  switch (move.kind) {
    case 'play': list.push(...play(move, by, did, after, names)); break;
    case 'end': list.push(said(before?.played === 0 ? 'log.pass' : 'log.end', { name: nameOf(names, by) })); break;
    case 'first': list.push(said('log.first', { name: nameOf(names, move.seat) })); break;
    case 'draw':
      if (move.card === '?') list.push(said('log.draw', { name: nameOf(names, by) }));
      else list.push(said('log.draw_card', { name: nameOf(names, by), card: card(move.card) }));
      break;
    case 'reveal':
      // Stacks are looked at once the yokai is turned up (S17).
      list.push(said('log.reveal', { on: on(move.stack), number: move.number }), ...results(did, names));
      break;
    case 'deal': break;
  }
  if (did.shuffles) list.push(said('log.shuffled'));
  return list;
}

/* ---- What is expected ---- */

export function expectation(view: SketchView, mine: boolean): Said {
  const whose = mine ? 'mine' : 'theirs';
  switch (view.phase) {
    case 'play':
      if (view.played) return said(`expects.more.${whose}`, { n: view.left ?? 0 });
      return said(`expects.${view.must ? 'must' : 'may'}.${whose}`);
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

/** S21: what a called yokai was, and what it counts as. */
export const calledSaid = (printed: Colour, colour: Colour): Said => said('stack.called', { was: element(printed), now: element(colour) });

export function belowSaid(stack: Stack): Said[] {
  const list: Said[] = [said('below.count', { n: Math.max(0, stack.size - 1) })];
  if (stack.covered.length) list.push(said('below.covered', { numbers: { row: stack.covered } }));
  if (stack.unseen.length) list.push(said('below.unseen', { numbers: { row: stack.unseen } }));
  if (stack.bottom.length) list.push(said('below.bottom', { numbers: { row: stack.bottom } }));
  return list;
}

export function notebookSaid(name: string, player: Player): Said[] {
  const list: Said[] = [said('notebook.says', { name, n: player.points })];
  for (const colour of COLOURS) {
    const numbers = player.notebook.filter((yokai) => yokai[0] === colour).map((yokai) => yokai[1]!);
    if (numbers.length) list.push(said('notebook.colour', { element: element(colour), numbers: { row: numbers } }));
  }
  return list;
}

export type Mood = 'mine' | 'theirs' | 'tie' | 'plain';

/** What a card would do, in short for the board and in full for those who listen; nothing where it is not said. */
export function foreseen({ move, does }: Play, me: Side, names: Names): { short: Said; long: Said[]; mood: Mood } | undefined {
  const counts = ({ laid }: Drawn | Frightened): Record<string, Arg> =>
    ({ mine: laid[me === 'A' ? 0 : 1], theirs: laid[me === 'A' ? 1 : 0], name: nameOf(names, other(me)) });
  const shortly = (check: Check): [Said, Mood] => {
    if (check === '?') return [said('see.hidden'), 'plain'];
    if (typeof check === 'number') return [said('see.short', { n: check }), 'plain'];
    if ('frightened' in check) return [said('see.tie', counts(check)), 'tie'];
    return check.by === me ? [said('see.mine', counts(check)), 'mine'] : [said('see.theirs', counts(check)), 'theirs'];
  };
  const here = does[move.to];
  if (here === undefined) return undefined;
  const [short, mood] = shortly(here);
  const long: Said[] = [said('see.here', { what: short })];
  for (const [stack, check] of checksOf(does))
    if (stack !== move.to && typeof check !== 'number') long.push(said('see.there', { on: on(stack), what: shortly(check)[0] }));
  if (does.ends) long.push(said('see.ends'));
  return { short, long, mood };
}

/** A move in words, for advice. */
export function described(move: Move | undefined): Said | undefined {
  if (!move) return undefined;
  if (move.kind === 'end') return said('move.end');
  if (move.kind !== 'play') return undefined;
  const args: Record<string, Arg> = { card: card(move.card), on: on(move.to), onto: to(move.to) };
  if (move.call) return said('move.call', { ...args, from: from(move.call) });
  return said(move.distract ? 'move.distract' : 'move.play', args);
}

/** The arguments of a refusal: cards and colours by their names. What is not of this game names no colour: "B" is a seat there. */
export function refusalSaid(refused: Refused): Arg[] {
  if (!refused.key.startsWith('sketch.')) return refused.args;
  return refused.args.map((arg) => {
    if (/^[RBGY]{2}[cd]?$/.test(arg)) return card(arg);
    if (/^[RBGY]$/.test(arg)) return said(refused.key === 'sketch.play.colour' ? `element.${arg}` : `attribute.${arg}`);
    return arg;
  });
}
