/* families.ts: the four families of Yokai, their signs, and what tells them apart without colour.
 *
 * K  kitsune      a fox with its tails            sign: its mask
 * P  kappa        the river child, as in Sketch   sign: its dish
 * R  rokurokubi   the woman whose neck wanders    sign: her comb
 * O  oni          the ogre                        sign: its horn */
import type { yokai } from '../../../made/facts';
import { band, blob, dot, dots, ring, shape, stroke, strokes } from '../../../art/brush';
import type { Mark, Picture } from '../../../art/brush';
import { kappa } from '../../../art/kappa';
import { drawers, lazily } from '../../../art/lazily';
import { field } from '../../../art/pattern';

export type Family = (typeof yokai.families)[number];

/* ---- Kitsune ---- */

const earLeft = '33 50, 27 32, 29 12, 42 22, 54 40';
const earRight = '87 50, 93 32, 91 12, 78 22, 66 40';
const fox = '29 54, 34 43, 46 37, 60 39, 74 37, 86 43, 91 54, 87 65, 76 74, 66 84, 60 86, 54 84, 44 74, 33 65';
const cheeks = '60 86, 54 84, 44 75, 33 66, 28 56, 40 57, 50 61, 57 68, 60 66, 63 68, 70 61, 80 57, 92 56, 87 66, 76 75, 66 84';

function tail(way: string, tip: string): Mark[] {
  return [
    ['c', band(way, [8, 17, 21, 16, 3])],
    ['paper', band(tip, [15, 14, 9, 2])],
    ['ink', band(way, [8, 17, 21, 16, 3], 2.1)],
  ];
}

const kitsune = (): Picture => [
  ...tail('52 108 32 98 15 82 9 62 14 44', '11 72 8.6 62 10 52 14 44'),
  ...tail('68 108 88 98 105 82 111 62 106 44', '109 72 111.4 62 110 52 106 44'),
  ...tail('57 108 36 84 22 56 19 30 25 10', '18.6 42 18 30 20 19 25 10'),
  ...tail('63 108 84 84 98 56 101 30 95 10', '101.4 42 102 30 100 19 95 10'),
  ['c', blob('60 76, 76 84, 84 100, 84 117, 36 117, 36 100, 44 84')],
  ['paper', blob('60 82, 69 90, 70 104, 60 114, 50 104, 51 90')],
  ['ink', strokes('45 83 37 98 36 116; 75 83 83 98 84 116', 2.8)],
  ['ink', strokes('51 116 52 108 51 102; 69 116 68 108 69 102', 2, 0.3)],
  ['c', blob(earLeft)],
  ['c', blob(earRight)],
  ['c3', blob('35 43, 32 31, 33 20, 41 28, 47 39')],
  ['c3', blob('85 43, 88 31, 87 20, 79 28, 73 39')],
  ['ink', stroke('32 50 27 32 28 11 43 22 53 38', 2.8) + stroke('88 50 93 32 92 11 77 22 67 38', 2.8)],
  ['c', blob(fox)],
  ['paper', blob(cheeks)],
  ['ink', ring(fox, 2.9)],
  ['gold', blob('60 41, 64 47, 60 55, 56 47')],
  /* its eyes, painted as on a mask */
  ['ink', blob('37 54, 44 50.5, 52 56, 54 61, 46 60.5')],
  ['ink', blob('83 54, 76 50.5, 68 56, 66 61, 74 60.5')],
  ['gold', dots('46.6 56.4 2.5, 73.4 56.4 2.5')],
  ['ink', dots('47 56.6 1.2, 73 56.6 1.2')],
  ['c3', strokes('33 68 40 70 45 68; 36 73 42 74.6 47 72; 87 68 80 70 75 68; 84 73 78 74.6 73 72', 2, 0.4)],
  ['ink', blob('56 77, 60 75.4, 64 77, 62 81, 60 82.4, 58 81')],
  ['ink', stroke('52 83 56.6 86.6 60 84 63.4 86.6 68 83', 1.9)],
];

/* ---- Rokurokubi ---- */

const neck = '58 103, 60 90, 78 84, 99 76, 105 60, 92 47, 74 51, 60 58, 48 56';
const neckWidths = [16, 14, 13, 13, 13, 13, 12.5, 12, 11];
const face = '20 36, 24 24, 36 17, 49 20, 57 31, 57 45, 50 56, 40 60, 29 56, 22 47';

const rokurokubi = (): Picture => [
  ['light', stroke('8 84 24 76 40 80 52 74', 5) + stroke('72 22 88 16 104 22 116 18', 5)],
  /* the kimono she left sitting */
  ['c', blob('16 124, 20 106, 38 96, 58 100, 80 95, 99 106, 104 124')],
  ['c3', blob('16 124, 19 108, 30 100, 34 112, 34 124') + blob('104 124, 101 108, 90 100, 86 112, 86 124')],
  ['ink', stroke('14 122 20 105 39 95', 2.9) + stroke('106 122 99 105 79 94', 2.9)],
  ['light', dots('46 114 3, 54 118 2.2, 72 113 3, 79 118 2.2')],
  ['paper', band(neck, neckWidths)],
  ['blush', band('66 92 80 87 100 80 109 64', [1, 2.4, 2.6, 1])],
  ['ink', band(neck, neckWidths, 2.3)],
  ['paper', shape('42 96 58 112 75 95 66 97 58 103 51 98')],
  ['ink', stroke('41 95 50 103 60 115 64 121', 2.8, 0.3) + stroke('77 94 68 102 58 112', 2.8, 0.3)],
  /* the head */
  ['ink', blob('40 17, 30 13, 28 4, 40 0, 53 3, 54 12, 48 17')],
  ['ink', blob('16 44, 11 30, 17 15, 32 8, 49 9, 62 20, 66 36, 62 50, 55 46, 22 46')],
  ['paper', blob(face)],
  ['ink', blob('21 38, 20 25, 32 16, 38 23, 30 27, 25 32') + blob('56 39, 58 26, 48 17, 38 23, 46 26, 52 32')],
  ['c2', blob('24 14, 32 7, 46 7, 55 14, 46 12, 33 12')],
  ['gold', stroke('8 22 20 16 34 11', 3) + stroke('70 20 60 14 50 9', 3)],
  ['c', dots('9 22 4.4, 69.6 20 4.4')],
  ['ink', strokes('26 41 31 43.4 36 41; 43 41 48 43 53 40', 2.6)],
  ['c3', strokes('27 33.4 31 31.6 35 33; 44 33 48 31 52 32.4', 3, 0.5)],
  ['ink', stroke('38.6 43 37.6 47 40 48.4', 1.4)],
  ['blush', dots('28 47.4 3, 50.6 46.4 3')],
  ['c3', blob('36.4 53, 39.4 51.4, 42.6 52.8, 39.6 55.6')],
  ['ink', ring(face, 1.8)],
];

/* ---- Oni ---- */

const ogre = '26 62, 30 46, 44 38, 60 36, 76 38, 90 46, 94 62, 91 80, 80 94, 60 99, 40 94, 29 80';

function horn(mirrored: boolean): Mark[] {
  const p = (text: string): string => (mirrored ? text.replace(/([\d.]+) ([\d.]+)/g, (_, x, y) => `${120 - Number(x)} ${y}`) : text);
  return [
    ['light', blob(p('32 44, 22 32, 19 16, 23 2, 32 14, 44 26, 49 38'))],
    ['c3', strokes(p('24 33 33 30 42 24; 21 24 28 21 35 17; 21 14 25 12 29 9'), 2, 0.4)],
    ['ink', stroke(p('32 45 21 31 18 15 23 0 32 14 44 26 50 38'), 2.8)],
  ];
}

const oni = (): Picture => [
  ['c', blob('10 122, 14 104, 32 94, 60 98, 88 94, 106 104, 110 122')],
  ['ink', stroke('8 120 14 103 33 93', 3) + stroke('112 120 106 103 87 93', 3)],
  ['gold', blob('60 124, 74 124, 98 97, 92 95, 84 96')],
  ['ink', strokes('71 115 77 114 82 116; 78 106 84 106 88 109; 84 99 90 100 94 102', 2.6, 0.3)],
  /* hair like a thunder cloud */
  ['ink', blob('18 70, 10 58, 16 46, 20 34, 34 30, 44 22, 60 26, 76 22, 86 30, 100 34, 104 46, 110 58, 102 70, 104 84, 92 90, 28 90, 16 84')],
  ['c', blob('22 66, 15 62, 14 72, 22 78') + blob('98 66, 105 62, 106 72, 98 78')],
  ['c', blob(ogre)],
  ['c2', blob('34 54, 42 44, 56 40, 50 50, 42 62, 36 74')],
  ['ink', ring(ogre, 3)],
  ...horn(false),
  ...horn(true),
  ['ink', dots('46 37 6.4, 57 33.5 6.6, 68 34.5 6.4, 77 39 5.6, 38 42 5.4')],
  ['paper', dots('44 62 7.4, 76 62 7.4')],
  ['gold', dots('45.4 62.6 4.2, 74.6 62.6 4.2')],
  ['ink', dots('45.8 62.8 2.2, 74.2 62.8 2.2')],
  ['ink', strokes('31 50 42 50.4 55 58.4; 89 50 78 50.4 65 58.4', 6, 0.7)],
  ['ink', stroke('36 66 44 71.4 51 67', 1.7) + stroke('84 66 76 71.4 69 67', 1.7)],
  ['c3', blob('52 71, 60 64, 68 71, 67 76, 53 76')],
  ['ink', dots('55.6 74 1.6, 64.4 74 1.6')],
  ['ink', blob('38 80, 48 83, 60 81.4, 72 83, 82 80, 80 90, 70 95, 60 94, 50 95, 40 90')],
  ['blush', blob('51 91.6, 60 88, 69 91.6, 60 94')],
  ['paper', shape('41 90 43.4 78 49 91.6') + shape('79 90 76.6 78 71 91.6') + shape('53 82.6 58 82 56 86.6') + shape('62 82 67 82.6 64 86.6')],
];

/** Each family's creature, on a sheet of 120 by 120. */
export const creature = lazily<Family, Picture>({ K: kitsune, P: () => kappa(5), R: rokurokubi, O: oni });

/* ---- Signs, on 24 by 24 ---- */

const maskOutline = '1.8 1.2, 8 6.2, 12 5.6, 16 6.2, 22.2 1.2, 21.6 11.4, 18 17.4, 12 23.2, 6 17.4, 2.4 11.4';
const hornOutline = '2.4 22, 2 15, 4.8 8.4, 11 3.4, 22.4 1, 18 5.6, 15.6 10.4, 15.4 16, 16.4 21.6, 9.4 23';

function petals(): string {
  let d = '';
  for (let i = 0; i < 10; i++) d += dot(12 + 8.6 * Math.cos((i * Math.PI) / 5), 12 + 8.6 * Math.sin((i * Math.PI) / 5), 3.1);
  return d;
}

function teeth(): string {
  let d = '';
  for (let x = 3.6; x < 21; x += 2.8) d += `M${x} 12.6h1.8v9.2q-0.9 1.4-1.8 0z`;
  return d;
}

export const familyMark = drawers(lazily<Family, Picture>({
  K: () => [
    ['c', shape(maskOutline)],
    ['paper', blob('12 22.4, 6.8 17.4, 3.4 12, 8 13, 12 16.6, 16 13, 20.6 12, 17.2 17.4')],
    ['ink', strokes('1.6 0.8 5 3.8 8 6.2 12 5.6 16 6.2 19 3.8 22.4 0.8; 1.7 0.8 1.8 6 2.4 11.4 6 17.4 12 23.4; 22.3 0.8 22.2 6 21.6 11.4 18 17.4 12 23.4', 1.5)],
    ['ink', blob('5 10.4, 8 9.6, 10.4 12, 7.4 12.4') + blob('19 10.4, 16 9.6, 13.6 12, 16.6 12.4')],
    ['ink', dot(12, 20, 1.5)],
  ],
  P: () => [
    ['ink', petals()],
    ['c', dot(12, 12, 8.8)],
    ['paper', dot(12, 12, 6.6)],
    ['c', dot(12, 12, 5)],
    ['paper', stroke('8.6 11.4 10.6 9.6 13.4 10.6 15.4 9.4', 1.3) + stroke('8.8 14.6 10.8 13 13.4 14 15.2 12.8', 1.3)],
  ],
  R: () => [
    ['c', 'M2 14.6Q1.6 2 12 2T22 14.6Q12 11.6 2 14.6Z' + teeth()],
    ['ink', stroke('1.8 15 2.2 8 6.4 3 12 1.8 17.6 3 21.8 8 22.2 15', 1.7) + stroke('2 14.8 7 13.2 12 12.8 17 13.2 22 14.8', 1.3)],
    ['light', dots('12 7.2 2.2, 7 9.4 1.3, 17 9.4 1.3')],
  ],
  O: () => [
    ['c', blob(hornOutline)],
    ['light', band('2.2 18.4 9 17 15.6 18', [2.6, 3, 2.6]) + band('4.2 10.4 10 10.2 15.6 11.6', [2, 2.8, 2]) + band('10.4 4.2 14 5 17.6 6.6', [1.4, 2.2, 1.2])],
    ['ink', ring(hornOutline, 1.6)],
  ],
}));

/** Patterns with a pen, over a field of 100 by 70: fox fire, ripples, hair, tiger skin. */
export const familyPattern: Record<Family, string> = {
  K: field((x, y) => `M${x} ${y + 4}q-4-3 0-8q1 3 2.4 4.4q1 2.4-2.4 3.6`, 14, 12, 3, 4),
  P: field((x, y) => `M${x - 6} ${y}a6 3.4 0 0 1 12 0a6 3.4 0 0 1-12 0M${x - 3} ${y}h6`, 17, 10, 6, 3),
  R: field((x, y) => `M${x} ${y - 6}q4 3 0 6t0 6`, 8, 13, 3, 6),
  O: field((x, y) => `M${x - 6} ${y - 2}q6 1 8 4l4-2`, 19, 9, 6, 2),
};
