// Where something goes that is shown beside a thing under a finger: above it, for the hand comes from below, or
// else beside it, and below it only where there is room nowhere else.
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far the finger's tip reaches beyond what it lies on. */
const GAP = 14;
const EDGE = 4;

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** The place of something of that size beside `thing`, inside `room`, that covers none of it if there is such a place. */
export function aside(thing: Box, size: { width: number; height: number }, room: Box): Box {
  const midX = thing.x + thing.width / 2 - size.width / 2, midY = thing.y + thing.height / 2 - size.height / 2;
  const sides = [
    { x: midX, y: thing.y - size.height - GAP },
    { x: thing.x + thing.width + GAP, y: midY },
    { x: thing.x - size.width - GAP, y: midY },
    { x: midX, y: thing.y + thing.height + GAP },
  ].map(({ x, y }): Box => ({
    x: within(x, room.x + EDGE, room.x + room.width - size.width - EDGE),
    y: within(y, room.y + EDGE, room.y + room.height - size.height - EDGE),
    ...size,
  }));
  return sides.reduce((best, side) => (shared(side, thing) < shared(best, thing) ? side : best));
}
