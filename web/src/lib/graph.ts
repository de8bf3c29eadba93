// The graph of a studied game: what the bot thought of it at each decision, by what the seat that decided could
// know. A decision has two points: what the best move promised, and right after it what the move that was made did.
import type { Decision, Replayed, StudyHead } from './local';
import { SEATS, type Seat } from './protocol';

/** Who is ahead, of two: the chance of the first. The points of a team, and whether it has won already. Or each seat's chance. */
export type Shows = 'ahead' | 'team' | 'seats';

export interface Line {
  of: Seat | 'points' | 'won';
  points: { n: number; value: number }[];
}

export const showsOf = (head: StudyHead, seatsMost: number): Shows => (head.points ? 'team' : seatsMost === 2 ? 'ahead' : 'seats');

/** What each line ends with, when the game is over. */
function ended({ result, seats }: Replayed, { points }: StudyHead, of: Line['of']): number | undefined {
  if (!result) return undefined;
  const { winners } = result;
  if (of === 'points') return (result.points.A ?? 0) / points;
  if (of === 'won') return winners.length ? 1 : 0;
  if (!winners.length) return 1 / seats.length;
  return winners.includes(of) ? 1 / winners.length : 0;
}

/** Values are 0 to 1: of a win, or of all points there are. */
export function linesOf(shows: Shows, head: StudyHead, decisions: readonly Decision[], replayed: Replayed): Line[] {
  const ofs: Line['of'][] = shows === 'team' ? ['points', 'won'] : shows === 'ahead' ? ['A'] : SEATS.slice(0, replayed.seats.length);
  return ofs.map((of) => {
    const points: Line['points'] = [];
    const put = (n: number, part: number): void => {
      // A decision right after another: what was thought last holds.
      if (points.at(-1)?.n === n) points.pop();
      points.push({ n, value: part / head.whole });
    };
    for (const { n, move, moves, won_now } of decisions) {
      const best = moves?.[0], made = moves?.find((one) => one.move === move);
      if (!best || !made) continue;
      if (of === 'won') {
        put(n, won_now ?? 0);
        continue;
      }
      const seat = SEATS.indexOf(of as Seat);
      put(n, of === 'points' ? best.worth : (best.each?.[seat] ?? 0));
      put(n + 1, of === 'points' ? made.worth : (made.each?.[seat] ?? 0));
    }
    const last = points.length && decisions.length ? ended(replayed, head, of) : undefined;
    if (last !== undefined) put(replayed.moves.length, last * head.whole);
    return { of, points };
  });
}

/** The value of a line after so many moves, between its points by the straight line. */
export function valueAt({ points }: Line, n: number): number | undefined {
  const next = points.findIndex((point) => point.n >= n);
  if (next < 0) return points.at(-1)?.value;
  const after = points[next]!, before = points[next - 1];
  if (!before || after.n === n) return after.value;
  return before.value + ((after.value - before.value) * (n - before.n)) / (after.n - before.n);
}

/** The decision nearest to a moment. */
export function nearest(decisions: readonly Decision[], n: number): number {
  let best = 0;
  decisions.forEach((one, i) => {
    if (Math.abs(one.n - n) < Math.abs(decisions[best]!.n - n)) best = i;
  });
  return best;
}

/** Places for labels that each want a height, so that no two are nearer than `gap` and none is outside. */
export function spread(wanted: readonly number[], gap: number, least: number, most: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = wanted.slice();
  order.forEach((i, k) => (placed[i] = Math.max(wanted[i]!, k ? placed[order[k - 1]!]! + gap : least)));
  for (let k = order.length - 1, limit = most; k >= 0; k--, limit = placed[order[k + 1]!]! - gap) placed[order[k]!] = Math.min(placed[order[k]!]!, limit);
  return placed;
}
