/* scenery.ts: what stands in the scenes of the cards and in the towns, each drawn around the middle of its foot, so
 * that it can be put anywhere in any size. What is near is inked, what is far is colour alone. Paints that change with
 * season and light are in yotei.css. */
import { band, blob, dot, points, ring, shape, stroke, type Mark, type Point } from '../../../art/brush';

/** Moves points to where their thing stands: `flip` is -1 for what looks the other way. */
export type Move = (text: string) => Point[];
const mover = (x: number, y: number, size: number, flip = 1): Move => (text) => points(text).map(([px, py]) => [x + px * size * flip, y + py * size]);

/** One kind of thing. `pen` is the width of its lines: it grows slower than the thing, as it is always the same brush. */
export type Thing = (to: Move, pen: number, size: number, n: number) => Mark[];

/** Things of one kind at "x y size" or "x y size -1", apart with commas. What has the same paint is one path, so they
 * must not cover each other. */
export function many(thing: Thing, places: string): Mark[] {
  const all = places.split(',').map((place, n) => {
    const [x, y, size, flip] = place.trim().split(/\s+/).map(Number) as [number, number, number, number?];
    return thing(mover(x, y, size, flip), Math.sqrt(size), size, n);
  });
  return all[0]!.map(([paint], i) => [paint, all.map((one) => one[i]![1]).join('')]);
}

const body = (to: Move, text: string): string => blob(to(text));
const round = (to: Move, text: string, width: number): string => ring(to(text), width);
const at = (to: Move, text: string): [number, number] => points(to(text))[0]!;
const spot = (to: Move, text: string, r: number, flat = 1): string => {
  const [x, y] = at(to, text);
  return dot(x, y, r, flat);
};
const spots = (to: Move, text: string, r: number): string => text.split(',').map((one) => spot(to, one, r)).join('');
/** Strokes, apart with ";". */
const inks = (to: Move, text: string, width: number, press?: number): string => text.split(';').map((one) => stroke(to(one), width, press)).join('');
const box = (to: Move, x: number, y: number, w: number, h: number): string => shape(to(`${x} ${y} ${x + w} ${y} ${x + w} ${y + h} ${x} ${y + h}`));

/* ---- Trees ---- */

const firLine = '0 -20!, 1.6 -16.6, 4.4 -13!, 2.6 -13.2, 4 -10.4, 6.6 -7.2!, 4.4 -7.4, 6 -4.6, 8.6 -1.6!, 4 -.6, 0 -1, -4 -.6, -8.6 -1.6!, -6 -4.6, -4.4 -7.4, -6.6 -7.2!, -4 -10.4, -2.6 -13.2, -4.4 -13!, -1.6 -16.6';
export const fir: Thing = (to, pen) => [
  ['trunk', band(to('0 -2 0 2.4'), [2.2 * pen, 2.6 * pen])],
  ['fir', body(to, firLine)],
  ['fir-2', body(to, '0 -20!, 1.6 -16.6, 4.4 -13!, 2.6 -13.2, 4 -10.4, 6.6 -7.2!, 4.4 -7.4, 6 -4.6, 8.6 -1.6!, 3 -.8, 1 -8, 1.4 -14')],
  ['cap', body(to, '0 -20.4!, 2.2 -16, 1 -16.6, .2 -15.2, -.9 -16.4, -2.2 -16') + body(to, '-4.4 -7.2!, -2.4 -10.6, -.6 -8.6, 1.4 -9.6, 1 -7.4, -1.4 -6.4') + body(to, '-8.4 -1.6!, -4.6 -4.6, -2 -2.8, .6 -3.8, 4.6 -4.4, 8 -1.8!, 3 -2, -2 -1.2')],
  ['ink', round(to, firLine, 0.85 * pen)],
];
/** A wood far off: tips alone. */
export const tips: Thing = (to) => [['fir-far', body(to, '0 -14!, 3.6 -7.6!, 2.4 -7.6, 5.6 0!, -5.6 0!, -2.4 -7.6, -3.6 -7.6!')]];

const crownLine = '-8 -10, -9.4 -14.4, -6.4 -18.6, -1.6 -20.4, 3.6 -19.8, 8 -16.6, 9.2 -12, 6.6 -8.4, 2 -7.6, -3.4 -7.4';
export const birch: Thing = (to, pen) => [
  ['birch', band(to('.4 1 -.4 -6 .6 -14'), [2.6 * pen, 2.1 * pen, 1.1 * pen])],
  ['ink', band(to('.4 1 -.4 -6 .6 -14'), [2.6 * pen, 2.1 * pen, 1.1 * pen], 0.5 * pen) + inks(to, '-.8 -1.4 .2 -1.2; -.2 -3.6 1 -3.8; -1 -5.4 -.1 -5.2', 0.7 * pen)],
  ['crown', body(to, crownLine)],
  ['crown-2', body(to, '9.2 -12, 6.6 -8.4, 2 -7.6, -3.4 -7.4, -7 -9, 0 -10, 5 -13, 7 -17')],
  ['cap', body(to, '-9 -14.4!, -6.4 -18.8, -1.6 -20.6, 3.6 -20, 8 -16.6!, 4 -17.4, 1 -16, -2.6 -17, -6 -14.8')],
  ['ink', round(to, crownLine, 0.75 * pen)],
  ['ink', inks(to, '-4 -14 -2.6 -15.6 -1 -14.6; 1.6 -12 3.2 -13.4 4.8 -12.2', 0.6 * pen)],
];

/* ---- Water, sky, ground ---- */

/** From a line down to the foot of a picture of that height and width. */
export const under = (text: string, w = 100, h = 60): string => blob(`${text.replace(/^\s*([-\d.]+ [-\d.]+)/, '$1!').replace(/([-\d.]+ [-\d.]+)\s*$/, '$1!')}, ${w + 6} ${h + 4}!, -6 ${h + 4}!`);
/** Ground with the brush's line along it. */
export const ground = (paint: string, text: string, width = 0.9, w?: number, h?: number): Mark[] => [[paint, under(text, w, h)], ['ink', stroke(text, width)]];

export const steam: Thing = (to, pen) => [['steam', inks(to, '-5 0 -6.6 -3.4 -4 -6.4 -5.6 -10; 0 -1 -1.6 -5 1.4 -8.6 -.4 -13; 5 0 3.4 -3.4 6 -6.4 4.4 -10', 1.5 * pen)]];

/* ---- Houses ---- */

/** An inn: tiled roof, curtain in the door, a red lantern. */
export const inn: Thing = (to, pen) => [
  ['wall', box(to, -8, -10, 16, 10)],
  ['window', box(to, -6.6, -7.6, 4, 4) + box(to, 2.8, -7.6, 4, 4)],
  ['cloth', box(to, -1.9, -7.8, 3.8, 3.6)],
  ['ink', inks(to, '-8 -10 -8 .2; 8 -10 8 .2', 0.9 * pen, 0.5) + inks(to, '-9.4 .2 0 0 9.4 .2; -1.9 -8 -1.9 0; 1.9 -8 1.9 0; -6.8 -5.6 -2.4 -5.6; -4.6 -7.8 -4.6 -3.4; 2.6 -5.6 7 -5.6; 4.8 -7.8 4.8 -3.4', 0.6 * pen, 0.5)],
  ['roof', body(to, '-11.6 -9.4!, -8 -11.6, -5.6 -15.6, -4 -17.4!, 4 -17.4!, 5.6 -15.6, 8 -11.6, 11.6 -9.4!, 6 -9, 0 -9.2, -6 -9')],
  ['cap', body(to, '-8.6 -11.4!, -5.6 -15.8, -4 -17.6!, 4 -17.6!, 5.6 -15.8, 8.6 -11.4!, 5.4 -13, 2.6 -12.2, 0 -13.2, -2.8 -12, -5.4 -13.2')],
  ['ink', round(to, '-11.6 -9.4!, -8 -11.6, -5.6 -15.6, -4 -17.4!, 4 -17.4!, 5.6 -15.6, 8 -11.6, 11.6 -9.4!, 6 -9, 0 -9.2, -6 -9', 0.9 * pen) + inks(to, '-5 -17.6 0 -17.8 5 -17.6', 1.3 * pen, 0.5)],
  ['fox', spot(to, '10 -5.6', 1.5 * pen, 1.3)],
  ['ink', inks(to, '10 -9 10 -7.6; 8.8 -6.6 11.2 -6.6; 8.8 -4.6 11.2 -4.6', 0.5 * pen)],
];

/** A farmhouse with a steep thatched roof; `barn` is its red cousin with a silo. */
export const barn: Thing = (to, pen) => [
  ['stone', box(to, 7, -13, 5, 13)],
  ['fox', body(to, '6.6 -13!, 7.4 -15, 9.5 -16, 11.6 -15, 12.4 -13!')],
  ['barn', shape(to('-8 0 -8 -8 -6 -12 -1 -14.6 4 -12 6 -8 6 0'))],
  ['wall', box(to, -3.4, -6, 4.8, 6)],
  ['roof', shape(to('-9.2 -7.4 -6.8 -12.6 -1 -15.8 4.8 -12.6 7.2 -7.4 5.8 -7 3.6 -11.4 -1 -13.8 -5.6 -11.4 -7.8 -7'))],
  ['cap', shape(to('-9.2 -7.6 -6.8 -12.8 -1 -16 4.8 -12.8 7.2 -7.6 6.4 -8.2 4 -12 -1 -14.6 -6 -12 -8.4 -8.2'))],
  ['ink', inks(to, '-9.4 -7.2 -6.8 -12.6 -1 -16 4.8 -12.6 7.4 -7.2; -8 -7.4 -8 .2; 6 -7.4 6 .2; 12 -13 12 .2; -9 .2 2 0 13 .2; 6.4 -13 12.6 -13; -3.4 -6 1.4 0; 1.4 -6 -3.4 0; -3.4 -6 -3.4 0; 1.4 -6 1.4 0; -3.4 -6 1.4 -6', 0.75 * pen, 0.5)],
];

/* ---- What grows ---- */

/** A potato plant in flower. */
export const plant: Thing = (to, pen) => [
  ['leaf', body(to, '0 0, -4 -1.4, -7 -5!, -3.4 -5.2, -5 -9.4!, -1.6 -7.4, 0 -11!, 1.6 -7.4, 5 -9.4!, 3.4 -5.2, 7 -5!, 4 -1.4')],
  ['ink', inks(to, '0 .4 0 -7; 0 -1.4 -3.4 -3.6; 0 -1.4 3.4 -3.6', 0.8 * pen)],
  ['flower', spots(to, '-3 -10.6, 3.2 -10.4', 1.1 * pen)],
];

/** A stalk of corn. */
export const corn: Thing = (to, pen) => [
  ['leaf', body(to, '0 0, -3 -5, -8.4 -8.6!, -3 -9, -.6 -5') + body(to, '0 -3, 3 -9, 8.6 -12!, 3.6 -12.6, .6 -8') + body(to, '0 -9, -2 -14, -6.4 -16.6!, -1.6 -16.6, .4 -12')],
  ['ink', inks(to, '0 1 .2 -10 0 -21; -.4 -4.4 -4 -7.8 -8.4 -8.6; .4 -7 4 -11 8.6 -12; 0 -12 -3 -15.6 -6.4 -16.6; 0 -20 -2 -22.6; 0 -20 2 -22.8', 0.65 * pen)],
  ['gold', body(to, '2.4 -6, .9 -10, 2.2 -14.6, 4.4 -11, 4 -7.4')],
  ['ink', round(to, '2.4 -6, .9 -10, 2.2 -14.6, 4.4 -11, 4 -7.4', 0.7 * pen) + inks(to, '1.4 -9 4.2 -8.4; 1.4 -11.6 4 -11', 0.5 * pen)],
];

const capLine = '-8.4 -7.4!, -7.6 -12, -4 -15.6, 0 -16.6, 4 -15.6, 7.6 -12, 8.4 -7.4!, 4 -6.4, 0 -7, -4 -6.4';
export const mushroom: Thing = (to, pen) => [
  ['wall', body(to, '-2.6 -7.6!, -2.4 -4, -3.4 -.6, 0 .4, 3.4 -.6, 2.4 -4, 2.6 -7.6!')],
  ['ink', round(to, '-2.6 -7.6!, -2.4 -4, -3.4 -.6, 0 .4, 3.4 -.6, 2.4 -4, 2.6 -7.6!', 0.8 * pen)],
  ['fox', body(to, capLine)],
  ['dim', body(to, '8.4 -7.4!, 4 -6.4, 0 -7, -4 -6.4, -8.2 -7.6!, -2 -8.4, 4 -9, 7 -12')],
  ['paper', spots(to, '-4 -11, 3.8 -12.2', 1.5 * pen) + spots(to, '.2 -13.6, .4 -9.6, -6.2 -8.6, 6.2 -9', 0.9 * pen)],
  ['ink', round(to, capLine, 0.95 * pen)],
];

/** Grass in a tuft. */
export const tuft: Thing = (to, pen) => [['ink', inks(to, '0 0 -.6 -2 -2 -3.6; .4 0 .6 -2.6 .4 -4.6; .8 0 1.6 -2 3 -3.2', 0.7 * pen)]];
export const fern: Thing = (to, pen) => [
  ['leaf', body(to, '0 0, -3 -4, -8 -4.6!, -4.6 -1.6') + body(to, '0 0, -1.6 -5, 0 -9!, 1.6 -5') + body(to, '0 0, 3 -4, 8 -4.6!, 4.6 -1.6')],
  ['ink', inks(to, '0 .4 -3.6 -3 -7.4 -4.4; 0 0 0 -8; 0 .4 3.6 -3 7.4 -4.4', 0.6 * pen)],
];

/* ---- Animals and people ---- */

/** Antlers are seen before the dark of a wood and before the moon. */
const antlers = (to: Move, text: string, width: number): Mark[] => [['ink', inks(to, text, width * 1.7)], ['antler', inks(to, text, width * 0.8)]];

const deerBody = '-9 -11.4, -4 -12.6, 2 -12.2, 6 -13.6, 7.4 -18.4, 6.6 -20.4, 8.6 -21.6, 12.6 -18.4, 12 -17, 9.8 -16.8, 9.6 -12, 7.4 -8.6, 7.2 0!, 5.8 0!, 5 -6.8, -4.6 -6.4, -5.6 0!, -7 0!, -7.2 -5.6, -9.6 -8';
/** A deer that stands. */
export const deer: Thing = (to, pen) => [
  ['wood-deep', body(to, '3.6 -7!, 3.8 0!, 2.6 0!, 2 -7!') + body(to, '-3 -7!, -3.4 0!, -4.6 0!, -4.6 -7!')],
  ['deer', body(to, deerBody)],
  ['paper', body(to, '-9.4 -11!, -8.2 -10, -8.6 -8.2, -9.8 -9') + spots(to, '-4.6 -10.6, -1.6 -10.2, 1.4 -10.6, -3 -8.8', 0.55 * pen)],
  ['ink', round(to, deerBody, 0.75 * pen)],
  ...antlers(to, '7.8 -21 6.4 -24.4 8 -28.4; 6.8 -24.4 4.4 -25.6 4 -27.8; 7 -26.4 9.4 -27.4; 8.8 -21.2 9.8 -24.6 12.6 -27.2; 10 -24.4 12.8 -24.6', 0.95 * pen),
  ['ink', spot(to, '9.4 -19.4', 0.55 * pen) + spot(to, '12.2 -18', 0.6 * pen)],
];

const faceLine = '0 -14, 3.4 -12.6, 4 -8.6, 2.6 -3, 0 -.6, -2.6 -3, -4 -8.6, -3.4 -12.6';
/** The head of a stag, from the front. */
export const stag: Thing = (to, pen) => [
  ['deer', body(to, '-10 3!, -7.6 -3, -4 -7, 4 -7, 7.6 -3, 10 3!')],
  ['deer', body(to, '-3 -12, -7.6 -14.4, -8.4 -12, -3.6 -10') + body(to, '3 -12, 7.6 -14.4, 8.4 -12, 3.6 -10')],
  ['ink', round(to, '-3 -12, -7.6 -14.4, -8.4 -12, -3.6 -10', 0.7 * pen) + round(to, '3 -12, 7.6 -14.4, 8.4 -12, 3.6 -10', 0.7 * pen) + inks(to, '-4.4 -6.6 -7.6 -3 -10 3; 4.4 -6.6 7.6 -3 10 3', 0.9 * pen)],
  ['deer', body(to, faceLine)],
  ['paper', body(to, '-1.5 -4!, 0 -5, 1.5 -4!, 1.4 -2, 0 -.8, -1.4 -2')],
  ['ink', round(to, faceLine, 0.85 * pen) + spots(to, '-2 -9, 2 -9', 0.65 * pen) + spot(to, '0 -2.2', 1 * pen, 0.8)],
  ...antlers(to, '-2 -13.6 -5.6 -16.6 -6.6 -22; -5 -16.2 -9.4 -17.2 -11.4 -20.6; -6.4 -19.4 -4 -21 -3.6 -23; 2 -13.6 5.6 -16.6 6.6 -22; 5 -16.2 9.4 -17.2 11.4 -20.6; 6.4 -19.4 4 -21 3.6 -23', 1.3 * pen),
];

/** A crane of the marshes, flying. */
export const crane: Thing = (to, pen) => [
  ['paper', body(to, '-9 0!, -3 -1.6, 0 -1.4, 6 -2.6!, 3 .2, 0 1.2, -4 1') + body(to, '-2 -1, -5 -6, -11 -9!, -5 -9, 1 -4.4, 2.6 -1') + body(to, '1 -1, 3 -7, 9 -11!, 7 -5, 4 -.6')],
  ['ink', inks(to, '6 -2.6 9.4 -3.4 12.4 -3; -9 0 -13.4 .8; -11 -9 -7.6 -8.8 -5 -8.8; 9 -11 7.8 -7.4; -2 -1 -5 -6 -11 -9; 1 -1 3 -7 9 -11; -9 0 -4 1 1 1.2 5 -1', 0.6 * pen)],
  ['fox', spot(to, '9.6 -3.6', 0.75 * pen)],
];

/** Somebody on skis. */
export const skier: Thing = (to, pen) => [
  ['ink', inks(to, '-7 1.6 0 .6 7 -1.4; -6 3 1 1.8 8 -.4', 1 * pen, 0.5) + inks(to, '3.4 -5.6 6.4 1; -2 -6 -6.4 -1.6', 0.5 * pen)],
  ['cover', body(to, '-1.4 -4.4, 1.6 -4.6, 2.8 -1.6, 1.6 1!, -.6 1.2!, 0 -1.6')],
  ['fox', body(to, '-2.6 -8.6, 1 -9.4, 2.2 -6.4, 1.4 -3.6, -1.6 -3.8')],
  ['ink', inks(to, '1 -8 3.6 -5.4; -2 -8 -2.4 -5.8', 0.9 * pen)],
  ['wall', spot(to, '1 -11', 1.5 * pen)],
  ['fox', body(to, '-.6 -11.4!, .4 -13.4, 2.4 -12.2, 2.6 -11!')],
];
