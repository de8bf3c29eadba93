// The lid of the box: a mountain over potato fields.
import { band, blob, dot, dots, ring, stroke, strokes, type Mark } from '../../art/brush';
import { rect, type Scene } from '../../art/scene';

const peak = '20 150, 70 132, 112 100, 146 58, 164 42, 180 38, 196 42, 214 58, 248 100, 290 132, 342 150, 342 170, 20 170';

function fir(x: number, y: number, s: number): Mark[] {
  return [
    ['forest', blob(`${x} ${y - 15 * s} ${x + 6 * s} ${y - 3 * s} ${x + 3.4 * s} ${y - 3 * s} ${x + 8 * s} ${y + 6 * s} ${x - 8 * s} ${y + 6 * s} ${x - 3.4 * s} ${y - 3 * s} ${x - 6 * s} ${y - 3 * s}`)],
    ['ink', stroke(`${x} ${y + 5 * s} ${x} ${y + 9 * s}`, 2 * s)],
  ];
}

function furrows(): Mark[] {
  const marks: Mark[] = [];
  for (let i = 0; i < 9; i++) {
    const x = -80 + i * 60;
    marks.push(['furrow', band(`${180 + (x + 30 - 180) * 0.4} 160 ${180 + (x - 180) * 1.05} 222`, [4, 20])]);
  }
  return marks;
}

function plant(x: number, y: number, s: number): Mark[] {
  return [
    ['leaf', blob(`${x} ${y} ${x - 7 * s} ${y - 2 * s} ${x - 9 * s} ${y - 7 * s} ${x - 4 * s} ${y - 6 * s} ${x - 2 * s} ${y - 11 * s} ${x + 2 * s} ${y - 6 * s} ${x + 7 * s} ${y - 8 * s} ${x + 7 * s} ${y - 2 * s}`)],
    ['ink', stroke(`${x} ${y} ${x - 2 * s} ${y - 5 * s} ${x - 1.4 * s} ${y - 9 * s}`, 1)],
    ['snow', dots(`${x - 2 * s} ${y - 12 * s} ${1.7 * s}, ${x + 4 * s} ${y - 10 * s} ${1.4 * s}`)],
  ];
}

function potato(x: number, y: number, s: number, lean = 1): Mark[] {
  const skin = `${x - 14 * s} ${y + lean * s} ${x - 10 * s} ${y - 9 * s} ${x} ${y - 11 * s} ${x + 12 * s} ${y - 8 * s} ${x + 15 * s} ${y + 1 * s} ${x + 9 * s} ${y + 9 * s} ${x - 4 * s} ${y + 10 * s}`;
  return [
    ['gold', blob(skin)],
    ['gold-light', blob(`${x - 9 * s} ${y - 3 * s} ${x - 4 * s} ${y - 8 * s} ${x + 4 * s} ${y - 8 * s} ${x - 2 * s} ${y - 4 * s}`)],
    ['ink', ring(skin, 1.9)],
    ['ink', strokes(`${x - 4 * s} ${y + 2 * s} ${x - 2 * s} ${y + 3.4 * s} ${x} ${y + 2 * s}; ${x + 6 * s} ${y - 2 * s} ${x + 8 * s} ${y - 1 * s} ${x + 9 * s} ${y - 2.4 * s}`, 1.2)],
  ];
}

export const lid: Scene = [
  ['sky', rect(0, 0, 360, 220)],
  ['sky-low', 'M0 96Q90 84 180 90T360 88V220H0Z'],
  ['orb', dot(282, 46, 21)],
  ['far', blob('-20 152, 10 128, 40 122, 66 134, 96 152')],
  ['far', blob('262 152, 296 122, 330 116, 368 132, 384 152')],
  ['peak', blob(peak)],
  ['snow', blob('112 101, 146 58, 164 42, 180 38, 196 42, 214 58, 248 101, 238 96, 228 108, 216 92, 206 110, 194 90, 182 112, 170 92, 158 112, 148 94, 134 110, 126 98')],
  ['peak-shade', blob('180 40, 196 42, 214 58, 248 100, 290 132, 330 146, 270 146, 236 124, 214 96, 196 66')],
  ['ink', stroke('14 151 70 132 112 100 146 58 164 42 180 38 196 42 214 58 248 100 290 132 348 151', 3.2, 0.5)],
  ['ink', strokes('166 46 172 50 178 46 186 51 194 46; 148 92 144 102 146 110; 182 96 180 106 183 116; 214 92 216 100 214 108', 1.6)],
  ['cloud', band('60 92 96 88 132 91 160 88', [2, 8, 7, 1]) + band('226 76 262 72 300 75', [1, 7, 2])],
  ...[14, 34, 52, 72, 92, 112, 248, 268, 290, 310, 330, 350].flatMap((x, i) => fir(x, 148 + ((i * 7) % 5), 0.9 + ((i * 3) % 4) * 0.1)),
  ['soil', 'M0 158Q90 152 180 154T360 158V220H0Z'],
  ['ink', stroke('0 158 90 153 180 154.6 270 153.4 360 158', 1.8)],
  ...furrows(),
  ...[[70, 172, 0.8], [118, 170, 0.8], [168, 171, 0.8], [214, 170, 0.8], [262, 172, 0.8], [310, 174, 0.8], [38, 190, 1.1], [108, 188, 1.15], [176, 190, 1.15], [250, 188, 1.15], [322, 190, 1.1], [20, 174, 0.8]]
    .flatMap(([x, y, s]) => plant(x!, y!, s!)),
  ...potato(66, 203, 1.05),
  ...potato(96, 209, 0.8, -2),
  ...potato(296, 206, 0.95, -2),
];
