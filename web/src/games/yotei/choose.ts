// From the legal moves to what can be clicked: which places are lit, and the ways to use each.
import type { Now } from '../../lib/protocol';
import { yotei } from '../../made/facts';
import { charactersAt, effectOf, isSealed, readMove, type Effect, type Move, type Place, type Power, type Seat, type YoteiView } from './view';

export interface Legal {
  text: string;
  move: Move;
  does: Effect;
}

/** A way to use a place: a move to be sent, or an amount still to be put into a box. */
export interface Way {
  move: Move;
  /** The move, or where an amount is missing, the move up to it. */
  text: string;
  does: Effect;
  amount?: { least: number; most: number };
}

/** A power in play that waits for its target; `from` is where a detour begins. */
export interface Aim {
  power: Power;
  from?: Place;
}

/** Moves, with what is said of what they do. */
export const readAll = (texts: readonly string[] = [], does: Now['does'] = {}): Legal[] =>
  texts.flatMap((text, i) => {
    const move = readMove(text);
    return move ? [{ text, move, does: effectOf(does[i]) }] : [];
  });

/** Whether a move is made at this place, given the power that is being aimed. */
function isAt(move: Move, at: Place, aim: Aim | undefined): boolean {
  if (!aim) return move.kind !== 'use' && 'at' in move && move.at === at;
  if (move.kind !== 'use' || move.power !== aim.power) return false;
  return aim.from === undefined ? move.at === at : move.at === aim.from && move.to === at;
}

/** The ways to use a place. Moves that differ in their amount alone are one way. */
export function waysAt(legal: readonly Legal[], at: Place, aim?: Aim): Way[] {
  const here = legal.filter(({ move }) => isAt(move, at, aim));
  // A detour begins at a character; where it goes is another step.
  if (aim?.power === 'detour' && aim.from === undefined) return here.slice(0, 1);
  const ways: Way[] = [];
  for (const { text, move, does } of here) {
    if (!('n' in move) || move.n === undefined) {
      ways.push({ text, move, does });
      continue;
    }
    const start = text.slice(0, text.lastIndexOf(' '));
    const same = ways.find((way) => way.amount && way.text === start);
    if (same?.amount) {
      same.amount.least = Math.min(same.amount.least, move.n);
      same.amount.most = Math.max(same.amount.most, move.n);
    } else ways.push({ text: start, move, does, amount: { least: move.n, most: move.n } });
  }
  return ways;
}

/** When a power can be played. */
export const whenOf = (power: Power): (typeof yotei.powers)[Power]['when'] => yotei.powers[power].when;
/** Whether it asks for a target before it is played. */
export const isAimed = (power: Power): boolean => 'aimed' in yotei.powers[power];

/** What can be done with a mystery card now. */
export function playable(legal: readonly Legal[], power: Power): { use: boolean; cash: boolean } {
  return {
    use: legal.some(({ move }) => (move.kind === 'use' && move.power === power) || (move.kind === 'collect' && move.powers.some((text) => text.startsWith(power)))),
    cash: legal.some(({ move }) => move.kind === 'cash' && move.power === power),
  };
}

/** A move by which the engine says why this place cannot be used now. */
export function tryAt(view: YoteiView, you: Seat | undefined, at: Place, aim?: Aim): string {
  const pile = !/\d/.test(at);
  if (aim?.power === 'detour') return `use detour ${aim.from ?? at} ${aim.from === undefined || pile ? 'pile' : 'place'} ${aim.from === undefined ? 'I' : at}`;
  if (aim?.power === 'lantern') return `use lantern ${at} ${charactersAt(view, at).find((one) => isSealed(one) && one.seat !== you)?.seat ?? you ?? 'A'}`;
  if (aim) return `use ${aim.power} ${at}${aim.power === 'thaw' ? '' : ' 1'}`;
  if (view.phase === 'collect' || view.phase === 'bidder') return `collect ${at}`;
  if (pile) return `pile ${at}`;
  const slot = view.slots[at]!;
  return slot.card?.bid && !slot.turned ? `bid ${at} 0` : slot.turned ? `flip ${at}` : `place ${at}`;
}

/** A move by which the engine says why this power cannot be played now. */
export function tryUse(view: YoteiView, you: Seat, power: Power): string {
  if (!isAimed(power)) return `use ${power}`;
  const seat = Object.keys(view.seats).find((other) => other !== you) as Seat;
  const places = [...Object.keys(view.slots), 'I', 'II', 'III'];
  const at = places.find((place) => charactersAt(view, place).some((one) => (power === 'detour' ? !isSealed(one) : isSealed(one)) && (one.seat === you) === (power !== 'lantern'))) ?? 'I1';
  if (power === 'lantern') return `use lantern ${at} ${seat}`;
  return power === 'detour' ? `use detour ${at} pile I` : power === 'thaw' ? 'use thaw I1' : `use ${power} ${at} 1`;
}
