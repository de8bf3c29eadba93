// The plane on which the cards lie: how it is fitted into a window, how one goes about on it by
// keys, which places are next to what, and the squares of a shape.
import type { Card, Place } from './view';

export interface Window {
  /** The side of a card's place in pixels. */
  cell: number;
  /** The place, perhaps between cards, that is at the window's top left. */
  left: number;
  top: number;
  /** How large the plane is drawn. */
  width: number;
  height: number;
}

const spread = (numbers: number[]): [least: number, most: number] => [Math.min(...numbers), Math.max(...numbers)];

/** The window that shows all places, with `margin` places around them, as large as there is room for;
 * what room is left is even on both sides. */
export function fit(places: readonly Place[], room: { width: number; height: number }, margin: number, largest: number): Window {
  const [left, right] = spread(places.map(({ x }) => x));
  const [top, bottom] = spread(places.map(({ y }) => y));
  const columns = right - left + 1 + 2 * margin, rows = bottom - top + 1 + 2 * margin;
  const cell = Math.max(1, Math.min(largest, room.width / columns, room.height / rows));
  return {
    cell,
    left: (left + right + 1) / 2 - room.width / cell / 2,
    top: (top + bottom + 1) / 2 - room.height / cell / 2,
    width: columns * cell,
    height: rows * cell,
  };
}

export const isAt = (a: Place, b: Place): boolean => a.x === b.x && a.y === b.y;

/** Where a card may be laid, from the moves that are legal. */
export function placesOf(legal: readonly string[], card: number): Place[] {
  const begin = `move ${card} to `;
  return legal.flatMap((move) => {
    if (!move.startsWith(begin)) return [];
    const [x, y] = move.slice(begin.length).split(',').map(Number);
    return [{ x: x!, y: y! }];
  });
}

/** The place nearest to a point, measured from its middle, if it is within `reach`. */
export function nearest(places: readonly Place[], point: Place, reach: number): Place | undefined {
  let best: Place | undefined, least = reach;
  for (const place of places) {
    const far = Math.hypot(place.x + 0.5 - point.x, place.y + 0.5 - point.y);
    if (far <= least) [best, least] = [place, far];
  }
  return best;
}

export type Side = 'left' | 'right' | 'above' | 'below';

/** The cards that a place is next to: "left of 5, above 9". `without` is the one in the hand. */
export function beside(cards: readonly Card[], place: Place, without?: number): { side: Side; card: number }[] {
  return cards.flatMap(({ card, x, y }): { side: Side; card: number }[] => {
    const dx = x - place.x, dy = y - place.y;
    if (card === without || Math.abs(dx) + Math.abs(dy) !== 1) return [];
    return [{ side: dx > 0 ? 'left' : dx < 0 ? 'right' : dy > 0 ? 'above' : 'below', card }];
  });
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
const STEPS: Record<Arrow, [dx: number, dy: number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The next place that way: straight on if there is one, else the one least aside. Every place can be
 * reached from every other, since what lies further that way at all is found. */
export function step(places: readonly Place[], from: Place, arrow: Arrow): Place | undefined {
  const [dx, dy] = STEPS[arrow];
  let best: Place | undefined, least = Infinity;
  for (const place of places) {
    const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
    const far = ahead + 3 * aside;
    if (ahead > 0 && far < least) [best, least] = [place, far];
  }
  return best;
}

/** Places row by row, as they are read. */
export function rows<P extends Place>(places: readonly P[]): P[][] {
  const sorted = [...places].sort((a, b) => a.y - b.y || a.x - b.x);
  const list: P[][] = [];
  for (const place of sorted) {
    if (list.at(-1)?.[0]?.y === place.y) list.at(-1)!.push(place);
    else list.push([place]);
  }
  return list;
}

/** The squares of a shape, given its rows. */
export const squares = (shape: string, { x: left, y: top }: Place = { x: 0, y: 0 }): Place[] =>
  shape.split('/').flatMap((row, y) => [...row].flatMap((sign, x) => (sign === '#' ? [{ x: left + x, y: top + y }] : [])));
