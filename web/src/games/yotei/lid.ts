// The lid of the box: the mountain over its fields, an inn with its lantern lit, and what is dug up there.
import { band, blob, dot, ring, stroke, strokes, type Mark } from '../../art/brush';
import { rect, type Scene } from '../../art/scene';
import { barn, birch, fir, ground, inn, many, plant, tips, under } from './art/scenery';

const wide = (paint: string, text: string): Mark => [paint, under(text, 360, 220)];
const side = '30 156, 84 134, 122 102, 150 60, 162 41, 171 36, 180 40, 189 36, 198 41, 210 60, 238 102, 276 134, 330 156';

function potato(x: number, y: number, s: number): Mark[] {
  const skin = `${x - 15 * s} ${y}, ${x - 11 * s} ${y - 9 * s}, ${x} ${y - 11 * s}, ${x + 12 * s} ${y - 8 * s}, ${x + 15 * s} ${y + s}, ${x + 9 * s} ${y + 9 * s}, ${x - 4 * s} ${y + 10 * s}, ${x - 12 * s} ${y + 7 * s}`;
  return [
    ['gold', blob(skin)],
    ['gold-light', blob(`${x - 9 * s} ${y - 3 * s} ${x - 4 * s} ${y - 8 * s} ${x + 4 * s} ${y - 8 * s} ${x - 2 * s} ${y - 4 * s}`)],
    ['ink', ring(skin, 1.9)],
    ['ink', strokes(`${x - 5 * s} ${y + 1.6 * s} ${x - 3 * s} ${y + 3.4 * s} ${x - s} ${y + 1.6 * s}; ${x + 5 * s} ${y - 2 * s} ${x + 7 * s} ${y - 0.4 * s} ${x + 9 * s} ${y - 2.2 * s}`, 1.3)],
  ];
}

const furrows = Array.from({ length: 9 }, (_, i) => {
  const foot = -100 + i * 70, head = 180 + (foot - 180) * 0.42;
  return blob(`${head - 2} 166!, ${head + 2} 166!, ${foot + 11} 224!, ${foot - 11} 224!`);
}).join('');

export const lid: Scene = [
  ['sky', rect(0, 0, 360, 220)],
  wide('sky-low', '-6 92, 80 80, 180 92, 270 80, 366 88'),
  ['orb', dot(290, 46, 20)],
  ['cloud', band('40 46 84 38 132 44', [1, 9, 1]) + band('236 84 280 76 344 82', [1, 8, 1])],
  ['range', blob('-12 158!, 18 128, 44 118, 78 136, 108 158!') + blob('250 158!, 288 130, 320 116, 348 124, 376 142, 376 158!')],
  ['peak', blob(`${side}!, 30 156!`)],
  ['peak-shade', blob('180 40!, 189 36, 198 41, 210 60, 238 102, 276 134, 330 156!, 250 156!, 222 116, 196 76')],
  ['snow', blob('110 113!, 122 102, 150 60, 162 41, 171 36, 180 40, 189 36, 198 41, 210 60, 238 102, 250 113!, 238 107, 229 124!, 216 104, 206 130!, 192 104, 181 136!, 168 105, 156 130!, 146 104, 133 124!, 124 107')],
  ['ink', stroke(side, 3, 0.5) + strokes('160 54 156 64; 200 54 206 68; 171 62 168 78; 190 76 194 94; 176 96 174 112', 1.5)],
  ...many(tips, '132 158 1.2, 228 158 1.2'),
  ...ground('grass', '-6 154, 90 150, 180 155, 270 150, 366 154', 1.6, 360, 220),
  ...many(fir, '14 164 2, 44 160 1.6, 318 160 1.7, 346 164 2.1'),
  ...many(inn, '82 165 1.55'),
  ...many(barn, '276 163 1.25'),
  ...many(birch, '118 163 1.1, 242 163 1'),
  ...ground('soil', '-6 170, 90 165, 180 167, 270 165, 366 170', 1.6, 360, 220),
  ['furrow', furrows],
  ...many(plant, '36 184 1.3, 98 182 1.3, 153 181 1.3, 207 181 1.3, 262 182 1.3, 324 184 1.3'),
  ...many(plant, '8 206 1.9, 136 203 1.9, 224 203 1.9, 352 206 1.9'),
  ...potato(62, 205, 1.15), ...potato(92, 211, 0.85), ...potato(294, 207, 1.1),
];
