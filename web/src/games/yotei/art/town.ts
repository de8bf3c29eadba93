/* town.ts: a town, growing under Mount Yōtei. Every element that is owned stands in it as a piece of scenery. A piece
 * takes the free place nearest to where its kind likes to stand, mountains behind and fields in front; when none is
 * free, all are drawn a little smaller. So no piece hides another, however large the town. */
import { band, blob, dot, dots, ring, shape, stroke, strokes, type Picture } from '../../../art/brush';
import { once } from '../../../art/lazily';
import { birch, corn, deer, fir, inn, many, mushroom, plant, skier, steam, tuft, under, type Thing } from './scenery';
import { framed, type Element } from './signs';

export const WIDE = 240, HIGH = 96;
export type Kind = Element | 'machine' | 'bath';

/* ---- Pieces, each around the middle of its foot ---- */

const ridge = '-18 0!, -12 -4.6, -7 -11.6, -2.6 -19.4, 0 -21.4, 2.8 -19, 7 -11, 12 -4.6, 18 0!';
const twins = '-18 0!, -13 -5, -8 -13, -6 -15!, -2.6 -11.6, 0 -13, 4.6 -20.6!, 8 -14.6, 13 -5, 18 0!';
const mount: Thing = (to, pen) => [
  ['peak', blob(to(ridge))],
  ['peak-shade', blob(to('0 -21.4!, 2.8 -19, 7 -11, 12 -4.6, 18 0!, 7 0!, 3.6 -10'))],
  ['snow', blob(to('-6.2 -13!, -2.6 -19.4, 0 -21.4, 2.8 -19, 6.2 -12.4!, 4 -13.6, 2.4 -9.8!, .4 -13.4, -2 -9.8!, -3.8 -13.8'))],
  ['ink', stroke(to('-18 0 -12 -4.6 -7 -11.6 -2.6 -19.4 0 -21.4 2.8 -19 7 -11 12 -4.6 18 0'), 1 * pen, 0.5)],
];
const peaks: Thing = (to, pen) => [
  ['peak', blob(to(twins))],
  ['peak-shade', blob(to('4.6 -20.6!, 8 -14.6, 13 -5, 18 0!, 8 0!, 6.6 -10')) + blob(to('-6 -15!, -2.6 -11.6, -1 -6, -4 -3!'))],
  ['snow', blob(to('0 -13!, 4.6 -20.6!, 9 -12.6!, 6.6 -13.4, 5 -9.6!, 3.2 -13.2, 1.4 -10.6!')) + blob(to('-9 -11.6!, -6 -15!, -3.2 -12!, -5 -12.4, -6.4 -9.6!, -7.4 -12'))],
  ['ink', stroke(to('-18 0 -13 -5 -8 -13 -6 -15!, -2.6 -11.6 0 -13 4.6 -20.6!, 8 -14.6 13 -5 18 0'), 1 * pen, 0.5)],
];
const field = '-15 0 -11 -9 11 -9 15 0';
const slope = '-16 0!, -12 -7, -5 -13, 2 -16, 7 -15, 11 -8, 16 0!';
const rocks = '-11 -2.4 2.6, -6 -.8 2.2, 0 -.4 2.6, 6 -.8 2.2, 11 -2.4 2.6, -9 -6 2, 9 -6 2';

const drawn: Record<Kind, readonly (() => Picture)[]> = {
  M: [() => many(mount, '0 0 1'), () => many(peaks, '0 0 1'), () => many(mount, '0 0 1 -1'), () => many(peaks, '0 0 1 -1')],
  F: [() => [
    ['soil', shape(field)], ['furrow', shape('-5 -9 -4 -9 -5.4 0 -7.4 0') + shape('4 -9 5 -9 7.4 0 5.4 0')], ['ink', framed(field, 0.8)],
    ...many(plant, '-8 -5.4 .5, 0 -5.4 .5, 8 -5.4 .5'), ...many(plant, '-10.6 -.4 .5, 10.6 -.4 .5'),
  ]],
  T: [() => [...many(fir, '-6 -1.6 .72, 6.4 -1.6 .66'), ...many(fir, '0 0 .92')], () => [...many(birch, '-5.6 -1.6 .66, 6.2 -1.6 .62'), ...many(birch, '.4 0 .8')]],
  O: [() => many(inn, '0 0 1.05'), () => many(inn, '0 0 1.05 -1')],
  L: [() => [['soil', blob('-11 0, -9 -2.4, 9 -2.4, 11 0, 0 1')], ...many(corn, '-7.4 -.6 .72, 0 -.4 .8, 7.4 -.6 .72')]],
  B: [() => [['grass-2', blob('-10 .4, -7 -1.8, 7 -1.8, 10 .4, 0 1.4')], ...many(mushroom, '-6.6 -.2 .56, 6.8 -.2 .5'), ...many(mushroom, '0 .4 .88')]],
  S: [() => [
    ['snow', blob(slope)], ['ice', blob('2 -16!, 7 -15, 11 -8, 16 0!, 6 0!, 8 -7')], ['ink', stroke('-16 0 -12 -7 -5 -13 2 -16 7 -15 11 -8 16 0', 1, 0.5)],
    ['iron', strokes('2 -16 2 -21; -10 -1.4 -7 -6; -6.6 -1 -4 -6', 0.6)], ['fox', shape('2.2 -21.2 7 -19.6 2.2 -17.8')], ...many(skier, '-2 -4.6 .62'),
  ]],
  C: [() => [
    ['wood', shape('-8 -10 8 -10 8 0 -8 0')], ['window', shape('-6.6 -8 6.6 -8 6.6 -3.4 -6.6 -3.4')], ['ink', framed('-8 -10 8 -10 8 0 -8 0', 0.8)],
    ['cover', shape('-6.6 -8 -2.6 -8 -2.8 -4.8 -6.4 -4.8') + shape('-2 -8 2 -8 1.8 -4.8 -1.8 -4.8') + shape('2.6 -8 6.6 -8 6.4 -4.8 2.8 -4.8')],
    ['paper', dots('-4.6 -6.6 .7, 0 -6.6 .7, 4.6 -6.6 .7')], ['ink', stroke('-8 -3.4 0 -3.2 8 -3.4', 0.7, 0.5)],
    ['barn', blob('-10.6 -9.6!, -7 -13.6, -5 -15!, 5 -15!, 7 -13.6, 10.6 -9.6!')], ['cap', blob('-8.4 -12!, -5 -15.2!, 5 -15.2!, 8.4 -12!, 0 -13')], ['ink', ring('-10.6 -9.6!, -7 -13.6, -5 -15!, 5 -15!, 7 -13.6, 10.6 -9.6!', 0.8)],
    ...many(steam, '0 -15.4 .42'), ['fox', dot(-10, -5, 1.5, 1.3) + dot(10, -5, 1.5, 1.3)],
  ]],
  W: [() => many(deer, '-1 0 .8'), () => many(deer, '1 0 .8 -1')],
  machine: [() => [
    ['fox', shape('-4.4 -14 4.4 -14 4.4 -.6 -4.4 -.6')], ['window', shape('-3 -12.4 1.4 -12.4 1.4 -7 -3 -7')], ['gold', dots('-1.8 -10.8 .7, .4 -10.8 .7, -1.8 -8.6 .7, .4 -8.6 .7')],
    ['ink', framed('-4.4 -14 4.4 -14 4.4 -.6 -4.4 -.6', 0.8) + framed('-3 -12.4 1.4 -12.4 1.4 -7 -3 -7', 0.5) + dots('3 -11 .6, 3 -9 .6') + strokes('-3 -3 1.4 -3', 1.1) + strokes('-3 -.6 -3 .6; 3 -.6 3 .6', 1)],
  ]],
  bath: [() => [
    ['lake', blob('-11 -3.4, -6 -6.4, 6 -6.4, 11 -3.4, 6 -.8, -6 -.8')], ['ripple', strokes('-5 -3.6 0 -4 3 -3.6', 0.6)], ['slate', dots(rocks)],
    ['ink', rocks.split(',').map((one) => { const [x, y, r] = one.trim().split(' ').map(Number) as [number, number, number]; return stroke(`${x - r} ${y} ${x} ${y - r} ${x + r} ${y}`, 0.6); }).join('')],
    ...many(steam, '0 -5.4 .72'),
  ]],
};

/** What each kind takes of the ground at size 1: half its width, its height, how far below its foot it reaches; how far
 * from the back (0) to the front (1) it likes to stand; and where the first of its kind does. */
interface Stand {
  half: number;
  high: number;
  below: number;
  depth: readonly [from: number, to: number];
  first: number;
}
const stand: Record<Kind, Stand> = {
  M: { half: 18.6, high: 22.2, below: 0.8, depth: [0, 0.12], first: 0.16 },
  S: { half: 16.6, high: 21.6, below: 0.8, depth: [0.05, 0.35], first: 0.84 },
  T: { half: 12.6, high: 19.4, below: 2.4, depth: [0.1, 0.95], first: 0.3 },
  W: { half: 10.6, high: 23.4, below: 0.6, depth: [0.2, 1], first: 0.7 },
  O: { half: 12.8, high: 19.4, below: 0.9, depth: [0.25, 0.9], first: 0.44 },
  C: { half: 12, high: 20.8, below: 0.8, depth: [0.25, 0.9], first: 0.58 },
  bath: { half: 13.8, high: 15, below: 2.6, depth: [0.35, 0.9], first: 0.9 },
  machine: { half: 5.2, high: 14.8, below: 1.4, depth: [0.4, 0.9], first: 0.52 },
  L: { half: 13.6, high: 18.6, below: 1.2, depth: [0.5, 1], first: 0.24 },
  B: { half: 11.8, high: 14.8, below: 1.6, depth: [0.5, 1], first: 0.76 },
  F: { half: 15.8, high: 11.8, below: 0.8, depth: [0.5, 1], first: 0.1 },
};

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** The part of the smaller of two boxes that the other covers. */
export function covered(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const area = ({ left, right, top, bottom }: Box): number => (right - left) * (bottom - top);
  return wide > 0 && high > 0 ? (wide * high) / Math.min(area(a), area(b)) : 0;
}

/** A piece of a town: the number that it is of its kind, and where it stands. */
export interface Piece {
  kind: Kind;
  n: number;
  x: number;
  y: number;
  size: number;
  box: Box;
}

/** How much of a piece another may cover: a tree's foot before a mountain, no more. */
export const COVERED = 0.12;
const LARGEST = 1.4, HORIZON = 48, FOOT = 93, ROWS = 6;
/** The ground of which the pieces together can take no more, as they leave gaps. */
const GROUND = 10_500;

/** Puts every piece somewhere at this size, the wishes moved by `shift`; undefined when there is no room. */
function settle(kinds: readonly { kind: Kind; n: number }[], size: number, shift: number): Piece[] | undefined {
  const town: Piece[] = [];
  for (const { kind, n } of kinds) {
    const { half, high, below, depth, first } = stand[kind];
    const least = half * size + 1, wish = least + ((first + n * 0.618 + shift) % 1) * (WIDE - 2 * least);
    let best: Piece | undefined, price = Infinity;
    for (let row = 0; row <= ROWS; row++) {
      const y = HORIZON + (FOOT - HORIZON) * (depth[0] + ((depth[1] - depth[0]) * row) / ROWS);
      for (let x = least; x <= WIDE - least; x += 4) {
        const box = { left: x - half * size, right: x + half * size, top: y - high * size, bottom: y + below * size };
        if (box.top < 2 || box.bottom > HIGH - 0.5) continue;
        // Far from its wish is dear; so is much in the middle of the sky, where Mount Yōtei is.
        const cost = Math.abs(x - wish) + row + (box.top < 36 ? Math.max(0, 46 - Math.abs(x - WIDE / 2)) : 0);
        if (cost >= price || town.some((other) => covered(other.box, box) > COVERED)) continue;
        [best, price] = [{ kind, n, x, y, size, box }, cost];
      }
    }
    if (!best) return undefined;
    town.push(best);
  }
  return town;
}

const made = new Map<string, Piece[]>();

/** The pieces of a town, those behind first. */
export function townOf({ elements, machines, onsen }: { elements: string; machines: number; onsen: number }): Piece[] {
  const all: Kind[] = [...([...elements] as Element[]), ...Array<Kind>(machines).fill('machine'), ...Array<Kind>(onsen).fill('bath')];
  const name = all.join(), order = Object.keys(stand);
  const count: Partial<Record<Kind, number>> = {};
  // Those of the horizon choose first, as they have least room. Of the others the first of each kind do: then one more of
  // a kind moves few of the others.
  const turn = ({ kind, n }: { kind: Kind; n: number }): number => (kind === 'M' ? -2 : kind === 'S' ? -1 : n);
  const kinds = all.map((kind) => ({ kind, n: (count[kind] = (count[kind] ?? -1) + 1) }))
    .sort((a, b) => turn(a) - turn(b) || order.indexOf(a.kind) - order.indexOf(b.kind));
  let town = made.get(name);
  const taken = all.reduce((sum, kind) => sum + 2 * stand[kind].half * stand[kind].high, 0);
  for (let size = Math.min(LARGEST, Math.sqrt(GROUND / taken)); !town; size *= 0.94) town = settle(kinds, size, 0) ?? settle(kinds, size, 0.38) ?? settle(kinds, size, 0.76);
  made.set(name, town);
  return [...town].sort((a, b) => a.y - b.y || a.x - b.x);
}

const pictures = new Map<() => Picture, Picture>();
export function pictureOf({ kind, n }: { kind: Kind; n: number }): Picture {
  const draw = drawn[kind][n % drawn[kind].length]!;
  const picture = pictures.get(draw) ?? draw();
  pictures.set(draw, picture);
  return picture;
}

/* ---- The land it stands in ---- */

const side = '58 51, 82 40, 99 24, 109 11, 114 7.4, 120 9, 126 7.4, 131 11, 141 24, 158 40, 182 51';
export const land = once((): Picture => [
  ['sky-1', `M0 0H${WIDE}V${HIGH}H0Z`],
  ['sky-2', under('-4 20, 56 15, 124 20, 188 15, 244 19', WIDE, HIGH)],
  ['sky-3', under('-4 36, 70 31, 150 36, 244 30', WIDE, HIGH)],
  ['sun', dot(206, 14, 7)],
  ['mist', band('14 17 34 14 58 16', [0.6, 4, 0.6]) + band('160 27 184 24 214 26', [0.6, 4, 0.6])],
  ['range', blob('-8 52!, 14 39, 34 33, 58 42, 80 52!') + blob('160 52!, 186 39, 212 32, 232 37, 250 44, 250 52!')],
  ['range', blob(`${side}!, 58 51!`)],
  ['snow', blob('94 30!, 99 24, 109 11, 114 7.4, 120 9, 126 7.4, 131 11, 141 24, 146 30!, 139 26, 134 34!, 129 25, 124 36!, 119 25, 113 37!, 109 26, 103 32!, 100 27')],
  ['ink', stroke(side, 1.2, 0.5)],
  ['fir-far', Array.from({ length: 40 }, (_, i) => blob(`${i * 6.3 - 3.4} 50!, ${i * 6.3} ${44.6 - ((i * 5) % 4)}!, ${i * 6.3 + 3.4} 50!`)).join('')],
  ['grass-2', under('-4 48, 50 46.6, 120 49, 190 46.6, 244 48', WIDE, HIGH)],
  ['grass', under('-4 63, 40 59, 100 62, 170 58, 244 62', WIDE, HIGH)],
  ['plaque', blob('134 49!, 137 49!, 135 55, 124 61, 119 70, 130 82, 148 100!, 112 100!, 106 84, 104 71, 115 59, 131 53')],
  ['ink', stroke('-4 63 40 59 100 62', 0.6) + stroke('150 59 190 58.4 244 62', 0.6)],
  ...many(tuft, '20 72 1.2, 70 68 1, 160 70 1.1, 214 76 1.2, 46 90 1.2, 186 90 1.3, 92 84 1.1'),
]);

/** A young town lies in spring, in the morning; a large one in autumn, in the evening. */
export const seasonOf = (pieces: number): string => (pieces < 5 ? 'spring dawn' : pieces < 11 ? 'summer noon' : 'autumn dusk');
