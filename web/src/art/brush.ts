/* brush.ts: how every picture of ours is inked.
 *
 * A picture is a list of marks on a sheet of 120 by 120. A mark is written as the points that the
 * hand goes through; the brush gives it its body: a thin start, pressure in the middle, a lifted
 * end, and a slight tremor that is the same each time. So a picture is a few hundred bytes, and
 * all pictures are by the same hand.
 *
 * Colours are names only ('ink', 'fire', …); art.css says what they are in either theme. */

/** A mark: the class that colours it, and its outline. */
export type Mark = readonly [paint: string, d: string];
export type Picture = readonly Mark[];

type Point = [x: number, y: number];

/** Points as written: "30 80, 20 60" or "30 80 20 60". One with a "!" is a corner: the hand stops there, so it is there
 * twice. */
export function points(text: string): Point[] {
  const numbers = text.replace(/([^\s,]+\s+[^\s,]+)!/g, '$1 $1').trim().split(/[\s,]+/).map(Number);
  const list: Point[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) list.push([numbers[i]!, numbers[i + 1]!]);
  return list;
}

/** A tremor between -1 and 1 that depends on its place only. */
const tremor = (n: number): number => {
  const s = Math.sin(n * 12.9898) * 43758.5453;
  return 2 * (s - Math.floor(s)) - 1;
};

const at = (list: Point[], i: number, closed: boolean): Point => {
  const n = list.length;
  if (closed) return list[((i % n) + n) % n]!;
  return list[Math.max(0, Math.min(n - 1, i))]!;
};

/** How far the hand aims beyond a point of its way (Catmull-Rom), but never past what lies next. */
function aim(list: Point[], i: number, closed: boolean, towards: 1 | -1): Point {
  const [ax, ay] = at(list, i - 1, closed);
  const [x, y] = at(list, i, closed);
  const [bx, by] = at(list, i + 1, closed);
  const [nx, ny] = at(list, i + towards, closed);
  const reach = Math.hypot(bx - ax, by - ay) / 6 || 1;
  const most = Math.min(1, (0.4 * Math.hypot(nx - x, ny - y)) / reach) / 6;
  return [x + (bx - ax) * most * towards, y + (by - ay) * most * towards];
}

/** The curves (Bézier) of a smooth way through the points: from one to the next, by two that it aims at. */
function curves(list: Point[], closed = false): [from: Point, by: Point, and: Point, to: Point][] {
  return Array.from({ length: closed ? list.length : list.length - 1 }, (_, i) =>
    [at(list, i, closed), aim(list, i, closed, 1), aim(list, i + 1, closed, -1), at(list, i + 1, closed)]);
}

/** The points a hand passes through on a smooth way, and some between those that lie far apart: where the width is
 * thought of. */
function flow(list: Point[], closed = false): Point[] {
  const way: Point[] = [];
  const least = closed ? 2 : Math.ceil(6 / Math.max(1, list.length - 1));
  for (const [a, b, c, d] of curves(list, closed)) {
    const length = Math.hypot(d[0] - a[0], d[1] - a[1]);
    const between = length ? Math.max(least, Math.min(5, Math.round(length / 5))) : 1;
    for (let k = 0; k < between; k++) {
      const t = k / between, u = 1 - t;
      const along = (n: 0 | 1): number => u * u * u * a[n] + 3 * u * u * t * b[n] + 3 * u * t * t * c[n] + t * t * t * d[n];
      way.push([along(0), along(1)]);
    }
  }
  if (!closed && list.length) way.push(list[list.length - 1]!);
  return way;
}

const r1 = (x: number): string => String(Math.round(x * 10) / 10);
const r2 = (x: number): number => Math.round(x * 100) / 100;
/** Numbers of a path, as short as they can be written. */
const written = (numbers: number[]): string => numbers.map((n) => ` ${r2(n)}`.replace(/^ (-?)0\./, ' $1.').replace(' -', '-')).join('').trimStart();

/** A closed outline, smooth through the points but for the corners, which are written twice. Each point is counted
 * from the one before, which is short to write. */
function outline(way: Point[]): string {
  let [x, y] = way[0]!.map(r2) as Point;
  const steps: number[] = [];
  for (const curve of curves(way, true)) {
    const [, b, c, to] = curve.map((p) => p.map(r2)) as typeof curve;
    if (to[0] === x && to[1] === y) continue;
    steps.push(b[0] - x, b[1] - y, c[0] - x, c[1] - y, to[0] - x, to[1] - y);
    [x, y] = to;
  }
  return `M${written(way[0]!)}c${written(steps)}z`;
}

/** The same with straight sides. */
const straight = (way: Point[]): string => `M${way.map(written).join('L')}z`;

/** What lies between both edges of a way, its ends cut off. */
const body = (left: Point[], right: Point[]): string => {
  const back = right.toReversed();
  return outline([left[0]!, ...left, left.at(-1)!, back[0]!, ...back, back.at(-1)!]);
};

/** The same with the round ends that a brush leaves: a point a little beyond each. */
const inked = (left: Point[], right: Point[]): string => {
  const tip = (i: number, j: number): Point => {
    const [lx, ly] = left.at(i)!, [rx, ry] = right.at(i)!;
    const [ax, ay] = left.at(j)!, [bx, by] = right.at(j)!;
    const [x, y] = [(lx + rx) / 2, (ly + ry) / 2];
    const [dx, dy] = [x - (ax + bx) / 2, y - (ay + by) / 2];
    const out = (0.55 * Math.hypot(lx - rx, ly - ry)) / (Math.hypot(dx, dy) || 1);
    return [x + dx * out, y + dy * out];
  };
  return outline([tip(0, 1), ...left, tip(-1, -2), ...right.toReversed()]);
};

/** Both edges of a way that is `width(t)` wide, t from 0 to 1. */
function edges(way: Point[], width: (t: number, i: number) => number, closed = false): [left: Point[], right: Point[]] {
  const left: Point[] = [];
  const right: Point[] = [];
  const n = way.length;
  for (let i = 0; i < n; i++) {
    const [ax, ay] = at(way, i - 1, closed);
    const [bx, by] = at(way, i + 1, closed);
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const half = width(n > 1 ? i / (n - 1) : 0, i) / 2;
    const [x, y] = way[i]!;
    left.push([x - ((by - ay) / length) * half, y + ((bx - ax) / length) * half]);
    right.push([x + ((by - ay) / length) * half, y - ((bx - ax) / length) * half]);
  }
  return [left, right];
}

/** One stroke of the brush: `press` is where along it the brush is heaviest. */
export function stroke(text: string, width: number, press = 0.4): string {
  const way = flow(points(text));
  const seed = text.length + width * 7;
  const [left, right] = edges(way, (t, i) => {
    const rise = Math.min(1, t / press);
    const fall = Math.min(1, (1 - t) / (1 - press));
    const body = 0.34 + 0.66 * Math.sin((Math.PI / 2) * Math.min(rise, fall) ** 0.7);
    return width * (body + 0.07 * tremor(seed + i)) * (t > 0.93 ? 0.5 + (1 - t) * 7 : 1);
  });
  return inked(left, right);
}

/** Strokes in one path: written apart with ";". */
export const strokes = (text: string, width: number, press?: number): string =>
  text.split(';').map((s) => stroke(s, width, press)).join('');

/** A closed smooth shape. */
export const blob = (text: string): string => outline(points(text));

/** A closed shape with corners. */
export const shape = (text: string): string => straight(points(text));

/** A closed line around a shape, heavier where the brush leans (below and to the right). */
export function ring(text: string, width: number): string {
  const way = flow(points(text), true);
  const [left, right] = edges(way, (t, i) => width * (0.78 + 0.3 * Math.sin(2 * Math.PI * t + 0.9) + 0.06 * tremor(i)), true);
  return outline(left) + outline(right.reverse());
}

/** A band whose width goes through the given widths, such as a tail; `ink` > 0 gives its edges. */
export function band(text: string, widths: readonly number[], ink = 0): string {
  const way = flow(points(text));
  const [left, right] = edges(way, (t) => {
    const place = t * (widths.length - 1);
    const i = Math.min(widths.length - 2, Math.floor(place));
    return widths[i]! + (widths[i + 1]! - widths[i]!) * (place - i);
  });
  if (!ink) return body(left, right);
  const thin = (edge: Point[]): string => stroke(edge.filter((_, i) => i % 3 === 0 || i === edge.length - 1).flat().map(r1).join(' '), ink);
  return thin(left) + thin(right);
}

/** A dot of the brush. */
export function dot(x: number, y: number, r: number, flat = 1): string {
  let text = '';
  const n = r > 12 ? 16 : 8;
  for (let i = 0; i < n; i++) {
    const angle = (2 * i * Math.PI) / n;
    const reach = r * (1 + Math.min(0.035, 0.25 / r) * tremor(x + y + i));
    text += `${x + Math.cos(angle) * reach} ${y + Math.sin(angle) * reach * flat} `;
  }
  return blob(text);
}

/** Dots: "x y r, x y r". */
export const dots = (text: string): string =>
  text.split(',').map((d) => {
    const [x, y, r] = d.trim().split(/\s+/).map(Number);
    return dot(x!, y!, r!);
  }).join('');

/** The same with a pencil: a loose line, gone over twice, a little beside itself. */
export function pencil(text: string, width = 1.5): string {
  const list = points(text);
  const wander = (amount: number, seed: number): string =>
    list.map(([x, y], i) => `${r1(x + amount * tremor(seed + i))} ${r1(y + amount * tremor(seed + i + 40))}`).join(' ');
  return stroke(wander(0.5, 3), width, 0.3) + stroke(wander(1.5, 17), width * 0.6, 0.6);
}
