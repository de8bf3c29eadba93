/* brush.ts: how every picture of ours is inked.
 *
 * A picture is a list of marks on a sheet of 120 by 120. A mark is written as the points that the
 * hand goes through; the brush gives it its body: a thin start, pressure in the middle, a lifted
 * end, and a slight tremor that is the same each time. So a picture is a few hundred bytes, and
 * all pictures are by the same hand.
 *
 * Colours are names only ('ink', 'fire', …); art.css says what they are in either theme.
 *
 * A page inks hundreds of marks before it can be used, when nothing is compiled yet: the inner loops take points by
 * their places, since taking them apart by pattern costs three times as much there. */

/** A mark: the class that colours it, and its outline. */
export type Mark = readonly [paint: string, d: string];
export type Picture = readonly Mark[];

export type Point = [x: number, y: number];
/** Where a hand goes: points as they are written, or as numbers. */
export type Line = string | Point[];

/** Points as written: "30 80, 20 60" or "30 80 20 60". One with a "!" is a corner: the hand stops there, so it is there
 * twice. */
export function points(line: Line): Point[] {
  if (typeof line !== 'string') return line;
  const list: Point[] = [];
  const words = line.trim().split(/[\s,]+/);
  for (let i = 0; i + 1 < words.length; i += 2) {
    const point: Point = [Number(words[i]), parseFloat(words[i + 1]!)];
    list.push(point);
    if (words[i + 1]!.endsWith('!')) list.push(point);
  }
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

/** Math.hypot guards against numbers that no sheet has, and takes its time for it. */
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);

type Curve = [from: Point, by: Point, and: Point, to: Point];

/** The curves (Bézier) of a smooth way through the points (Catmull-Rom): from one to the next, by two that the hand aims
 * at, which never lie past what comes next. */
function curves(list: Point[], closed = false): Curve[] {
  const count = closed ? list.length : list.length - 1;
  const all: Curve[] = [];
  let before = at(list, -1, closed), here = at(list, 0, closed), behind = length(before[0] - here[0], before[1] - here[1]);
  for (let i = 0; i <= count; i++) {
    const next = at(list, i + 1, closed), x = here[0], y = here[1];
    const dx = next[0] - before[0], dy = next[1] - before[1], reach = length(dx, dy) || 1, ahead = length(next[0] - x, next[1] - y);
    if (i > 0) {
      const part = Math.min(1 / 6, (0.4 * behind) / reach);
      all[i - 1]![2] = [x - dx * part, y - dy * part];
    }
    if (i < count) {
      const part = Math.min(1 / 6, (0.4 * ahead) / reach);
      all.push([here, [x + dx * part, y + dy * part], next, next]);
    }
    before = here;
    here = next;
    behind = ahead;
  }
  return all;
}

/** The points a hand passes through on a smooth way, and some between those that lie far apart: where the width is
 * thought of. */
function flow(list: Point[], closed = false): Point[] {
  const way: Point[] = [];
  const least = closed ? (list.length > 12 ? 1 : 2) : Math.ceil(6 / Math.max(1, list.length - 1));
  for (const curve of curves(list, closed)) {
    const a = curve[0], b = curve[1], c = curve[2], d = curve[3];
    const far = length(d[0] - a[0], d[1] - a[1]);
    const between = far ? Math.max(least, Math.min(3, Math.round(far / 8))) : 1;
    for (let k = 0; k < between; k++) {
      const t = k / between, u = 1 - t;
      const fa = u * u * u, fb = 3 * u * u * t, fc = 3 * u * t * t, fd = t * t * t;
      way.push([fa * a[0] + fb * b[0] + fc * c[0] + fd * d[0], fa * a[1] + fb * b[1] + fc * c[1] + fd * d[1]]);
    }
  }
  if (!closed && list.length) way.push(list[list.length - 1]!);
  return way;
}

const r1 = (x: number): string => String(Math.round(x * 10) / 10);
/** A whole number of grains of the sheet, as short as it can be written; most are met again and again. */
const known: Record<number, Map<number, string>> = { 10: new Map(), 100: new Map() };
function short(n: number, grain: number): string {
  const seen = known[grain]!;
  let text = seen.get(n);
  if (text === undefined) {
    text = String(n / grain).replace(/^(-?)0\./, '$1.');
    seen.set(n, text);
  }
  return text;
}
/** Two numbers of a path, behind others or not. */
function pair(x: number, y: number, grain: number, first: boolean): string {
  const a = short(x, grain), b = short(y, grain);
  return (first || x < 0 ? a : ' ' + a) + (y < 0 ? b : ' ' + b);
}
/** What is small is drawn finer. */
function grainOf(way: Point[]): number {
  const x = way[0]![0], y = way[0]![1];
  return way.some((at) => Math.abs(at[0] - x) > 5 || Math.abs(at[1] - y) > 5) ? 10 : 100;
}

/** A closed outline, smooth through the points but for the corners, which are written twice. Each point is counted
 * from the one before, and where a curve sets out as the last one came ("s") it need not say so: that is short. */
function outline(way: Point[]): string {
  const grain = grainOf(way);
  let x = Math.round(way[0]![0] * grain), y = Math.round(way[0]![1] * grain), px = NaN, py = NaN, last = '';
  let d = 'M' + pair(x, y, grain, true);
  for (const curve of curves(way, true)) {
    const by = curve[1], and = curve[2], to = curve[3];
    const tx = Math.round(to[0] * grain) - x, ty = Math.round(to[1] * grain) - y;
    if (!tx && !ty) continue;
    const bx = Math.round(by[0] * grain) - x, dy = Math.round(by[1] * grain) - y, cx = Math.round(and[0] * grain) - x, cy = Math.round(and[1] * grain) - y;
    const smooth = Math.abs(bx - px) <= 1 && Math.abs(dy - py) <= 1, letter = smooth ? 's' : 'c';
    let first = letter !== last;
    if (first) d += letter;
    if (!smooth) {
      d += pair(bx, dy, grain, first);
      first = false;
    }
    d += pair(cx, cy, grain, first) + pair(tx, ty, grain, false);
    x += tx;
    y += ty;
    px = tx - cx;
    py = ty - cy;
    last = letter;
  }
  return d + 'z';
}

/** The same with straight sides. */
const straight = (way: Point[]): string => `M${way.map((at) => pair(Math.round(at[0] * 100), Math.round(at[1] * 100), 100, true)).join('L')}z`;

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
    const out = (0.55 * length(lx - rx, ly - ry)) / (length(dx, dy) || 1);
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
    const before = at(way, i - 1, closed), next = at(way, i + 1, closed), dx = next[0] - before[0], dy = next[1] - before[1];
    const far = length(dx, dy) || 1;
    const half = width(n > 1 ? i / (n - 1) : 0, i) / 2;
    const x = way[i]![0], y = way[i]![1], ox = (dy / far) * half, oy = (dx / far) * half;
    left.push([x - ox, y + oy]);
    right.push([x + ox, y - oy]);
  }
  return [left, right];
}

/** One stroke of the brush: `press` is where along it the brush is heaviest. */
export function stroke(line: Line, width: number, press = 0.4): string {
  const list = points(line), way = flow(list);
  const seed = list.length + list[0]![0] + width * 7;
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
export const blob = (line: Line): string => outline(points(line));

/** A closed shape with corners. */
export const shape = (line: Line): string => straight(points(line));

/** A closed line around a shape, heavier where the brush leans (below and to the right). */
export function ring(line: Line, width: number): string {
  const way = flow(points(line), true);
  const [left, right] = edges(way, (t, i) => width * (0.78 + 0.3 * Math.sin(2 * Math.PI * t + 0.9) + 0.06 * tremor(i)), true);
  return outline(left) + outline(right.reverse());
}

/** A band whose width goes through the given widths, such as a tail; `ink` > 0 gives its edges. */
export function band(line: Line, widths: readonly number[], ink = 0): string {
  const way = flow(points(line));
  const [left, right] = edges(way, (t) => {
    const place = t * (widths.length - 1);
    const i = Math.min(widths.length - 2, Math.floor(place));
    return widths[i]! + (widths[i + 1]! - widths[i]!) * (place - i);
  });
  if (!ink) return body(left, right);
  const thin = (edge: Point[]): string => stroke(edge.filter((_, i) => i % 3 === 0 || i === edge.length - 1), ink);
  return thin(left) + thin(right);
}

/** A dot of the brush. */
export function dot(x: number, y: number, r: number, flat = 1): string {
  const way: Point[] = [];
  const n = r > 12 ? 16 : 8;
  for (let i = 0; i < n; i++) {
    const angle = (2 * i * Math.PI) / n;
    const reach = r * (1 + Math.min(0.035, 0.25 / r) * tremor(x + y + i));
    way.push([x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * flat]);
  }
  return blob(way);
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
