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

/** Points as written: "30 80, 20 60" or "30 80 20 60". */
export function points(text: string): Point[] {
  const numbers = text.trim().split(/[\s,]+/).map(Number);
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

/** The points a hand passes through on a smooth way (Catmull-Rom), a few between each two. */
function flow(list: Point[], closed = false): Point[] {
  const way: Point[] = [];
  const last = closed ? list.length : list.length - 1;
  for (let i = 0; i < last; i++) {
    const [a, b, c, d] = [-1, 0, 1, 2].map((k) => at(list, i + k, closed)) as [Point, Point, Point, Point];
    const between = Math.max(2, Math.min(7, Math.round(Math.hypot(c[0] - b[0], c[1] - b[1]) / 3)));
    for (let k = 0; k < between; k++) {
      const t = k / between;
      const along = (p: number, q: number, r: number, s: number): number =>
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
      way.push([along(a[0], b[0], c[0], d[0]), along(a[1], b[1], c[1], d[1])]);
    }
  }
  if (!closed && list.length) way.push(list[list.length - 1]!);
  return way;
}

const r1 = (x: number): string => String(Math.round(x * 10) / 10);

/** A closed way in tenths, each point from the one before it, which is short to write. */
function outline(way: Point[]): string {
  let [x, y] = [0, 0];
  const steps = way.map(([px, py]) => {
    const [fromX, fromY] = [x, y];
    [x, y] = [Math.round(px * 10), Math.round(py * 10)];
    return `${(x - fromX) / 10} ${(y - fromY) / 10}`;
  });
  return `M${steps[0]}l${steps.slice(1).join(' ')}z`;
}

/** Both edges of a way that is `width(t)` wide, t from 0 to 1. */
function edges(way: Point[], width: (t: number, i: number) => number): [left: Point[], right: Point[]] {
  const left: Point[] = [];
  const right: Point[] = [];
  const n = way.length;
  for (let i = 0; i < n; i++) {
    const [ax, ay] = way[Math.max(0, i - 1)]!;
    const [bx, by] = way[Math.min(n - 1, i + 1)]!;
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
  return outline(left.concat(right.reverse()));
}

/** Strokes in one path: written apart with ";". */
export const strokes = (text: string, width: number, press?: number): string =>
  text.split(';').map((s) => stroke(s, width, press)).join('');

/** A closed smooth shape. */
export const blob = (text: string): string => outline(flow(points(text), true));

/** A closed shape with corners. */
export const shape = (text: string): string => outline(points(text));

/** A closed line around a shape, heavier where the brush leans (below and to the right). */
export function ring(text: string, width: number): string {
  const way = flow(points(text), true);
  way.push(way[0]!);
  const [left, right] = edges(way, (t, i) => width * (0.78 + 0.3 * Math.sin(2 * Math.PI * t + 0.9) + 0.06 * tremor(i)));
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
  if (!ink) return outline(left.concat(right.reverse()));
  const thin = (edge: Point[]): string => stroke(edge.filter((_, i) => i % 3 === 0 || i === edge.length - 1).flat().map(r1).join(' '), ink);
  return thin(left) + thin(right);
}

/** A dot of the brush. */
export function dot(x: number, y: number, r: number, flat = 1): string {
  let text = '';
  const n = r > 12 ? 16 : 8;
  for (let i = 0; i < n; i++) {
    const angle = (2 * i * Math.PI) / n;
    const reach = r * (1 + Math.min(0.08, 0.5 / r) * tremor(x + y + i));
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
