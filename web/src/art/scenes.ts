/* scenes.ts: the pictures on the boxes, 360 by 220: an open notebook with its spirits, sixteen
 * cards and a fox mask, a mountain over potato fields. By night they are lit by a lamp or the moon
 * (art.css). */
import { band, blob, dot, dots, ring, stroke, strokes } from './brush';
import type { Mark, Picture } from './brush';
import { finished, sketched, type Colour } from './yokai';

/** Something put into a scene: a picture moved, turned and scaled, in an element's colours. */
export interface Placed {
  of: Picture;
  at: string;
  colour?: Colour;
}
export type Scene = readonly (Mark | Placed)[];

const put = (of: Picture, x: number, y: number, scale: number, turn = 0, colour?: Colour): Placed => {
  const at = `translate(${x} ${y}) scale(${scale}) rotate(${turn} 60 60)`;
  return colour ? { of, at, colour } : { of, at };
};

const rect = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h${-w}z`;

/* ---- Yokai Sketch ---- */

const pageLeft = 'M58 84Q118 66 180 84V190Q118 172 52 188Z';
const pageRight = 'M302 84Q242 66 180 84V190Q242 172 308 188Z';

const notebook: Scene = [
  ['sky', rect(0, 0, 360, 220)],
  ['glow', dot(182, 66, 150, 0.8)],
  ['glow', dot(182, 66, 112, 0.8)],
  ['glow', dot(182, 66, 76, 0.8)],
  ['wood', 'M0 128Q90 118 180 121T360 126V220H0Z'],
  ['wood-line', strokes('0 146 90 140 190 143 360 147; 0 168 120 164 240 167 360 163; 0 192 140 196 260 192 360 197; 40 156 90 153 130 155; 250 178 300 180 340 177; 20 208 90 211 160 208', 1.6)],
  put(finished('Y', 5), 40, -3, 0.77, -6, 'Y'),
  put(finished('B', 4), 213, 8, 0.74, 4, 'B'),
  ['shadow', 'M44 184Q118 172 182 194Q250 172 322 186L316 200Q250 188 182 206Q116 188 48 200Z'],
  ['cover', 'M50 84L42 194Q118 180 180 198Q242 180 318 194L310 84Z'],
  ['page', pageLeft],
  ['page', pageRight],
  ['fold', 'M180 84V190Q168 183 156 181V80Q170 81 180 84Z'],
  ['ink', stroke('180 84 180.6 130 180 190', 1.8)],
  ['ink', stroke('58 84 88 76 118 74 150 77 180 84', 1.7) + stroke('302 84 272 76 242 74 210 77 180 84', 1.7)],
  ['ink', stroke('52 188 86 181 118 180 150 183 180 190', 2) + stroke('308 188 274 181 242 180 210 183 180 190', 2)],
  put(sketched('R'), 92, 80, 0.7, -3, 'R'),
  put(sketched('G'), 196, 80, 0.76, 4, 'G'),
  put(finished('R', 4), 138, 1, 0.72, 4, 'R'),
  put(finished('G', 3), 34, 119, 0.8, -4, 'G'),
  /* the brush and the ink stone */
  ['stonework', blob('284 198, 288 184, 318 180, 340 186, 342 200, 328 208, 296 208')],
  ['ink', blob('292 195, 298 188, 318 186, 333 190, 332 198, 314 202, 298 201')],
  ['ink', ring('284 198, 288 184, 318 180, 340 186, 342 200, 328 208, 296 208', 1.8)],
  ['bamboo', band('352 126 300 152 262 171', [7, 7, 6])],
  ['ink', band('352 126 300 152 262 171', [7, 7, 6], 1.6)],
  ['ink', strokes('326 136 328.5 139 329.4 143; 296 151 298.6 154 299.4 158', 1.4)],
  ['ink', blob('264 165, 267 174, 256 181, 240 186, 249 176')],
  ['ink', stroke('238 186 226 184 216 187 206 184', 2.4, 0.2)],
];

/* ---- Yokai ---- */

function cardsFaceDown(): Mark[] {
  const marks: Mark[] = [];
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 4; column++) {
      const x = 30 + column * 47 + ((row * 7 + column * 5) % 4) - 1.5;
      const y = 20 + row * 47 + ((row * 3 + column * 7) % 5) - 2;
      const tilt = ((row * 5 + column * 3) % 5) - 2;
      marks.push(
        ['shadow', `M${x + 2} ${y + 4}l40 ${tilt}l${-tilt * 0.6} 40l-40 ${-tilt}z`],
        ['page', `M${x} ${y}l40 ${tilt}l${-tilt * 0.6} 40l-40 ${-tilt}z`],
        ['cloth', `M${x + 3} ${y + 3.2}l34 ${tilt * 0.85}l${-tilt * 0.5} 33.6l-34 ${-tilt * 0.85}z`],
        ['cloth-line', stroke(`${x + 27} ${y + 14} ${x + 20} ${y + 11} ${x + 13} ${y + 16} ${x + 13} ${y + 24} ${x + 20} ${y + 29} ${x + 27} ${y + 25} ${x + 28} ${y + 18}`, 2.6, 0.25)],
      );
    }
  return marks;
}

const mask = '252 62, 268 54, 290 54, 306 62, 314 88, 308 116, 294 140, 279 156, 264 140, 250 116, 244 88';
const earLeft = '250 70, 242 44, 240 18, 258 30, 276 56';
const earRight = '308 70, 316 44, 318 18, 300 30, 282 56';

const foxMask: Scene = [
  ['tatami', rect(0, 0, 360, 220)],
  ['tatami-line', strokes(Array.from({ length: 16 }, (_, i) => `0 ${8 + i * 14} 120 ${7 + i * 14 + (i % 3)} 250 ${9 + i * 14} 360 ${8 + i * 14}`).join(';'), 1.1)],
  ['edge', 'M218 0H232L234 220H220Z'],
  ...cardsFaceDown(),
  ['shadow', blob('254 70, 292 60, 324 66, 326 96, 314 130, 288 164, 268 152, 250 118')],
  ['snow', blob(earLeft)],
  ['snow', blob(earRight)],
  ['fox', blob('248 58, 246 34, 258 42, 266 54')],
  ['fox', blob('310 58, 312 34, 300 42, 292 54')],
  ['ink', stroke('248 72 241 44 240 17 259 31 274 55', 3) + stroke('310 72 317 44 318 17 299 31 284 55', 3)],
  ['snow', blob(mask)],
  ['mask-shade', blob('308 80, 308 112, 294 138, 280 152, 288 130, 298 106, 302 82')],
  ['ink', ring(mask, 3.2)],
  ['fox', blob('279 58, 284 66, 283 80, 279 88, 275 80, 274 66')],
  ['fox', strokes('254 80 262 76 268 79; 304 80 296 76 290 79', 4.4, 0.6)],
  ['ink', blob('252 96, 260 90, 270 93, 274 101, 266 103, 257 101')],
  ['ink', blob('306 96, 298 90, 288 93, 284 101, 292 103, 301 101')],
  ['gold', dot(263, 97, 2.6) + dot(295, 97, 2.6)],
  ['fox', strokes('246 108 254 112 262 111; 248 116 256 120 263 118; 312 108 304 112 296 111; 310 116 302 120 295 118', 2.8, 0.4)],
  ['ink', blob('272 136, 279 133, 286 136, 283 142, 279 145, 275 142')],
  ['fox', stroke('266 144 272 149 279 147 286 149 292 144', 2.6)],
  ['ink', stroke('279 144 279 148', 1.6)],
  /* its cord */
  ['fox', stroke('316 92 330 104 338 126 332 148 340 170 334 190', 4) + stroke('242 92 236 100', 3)],
  ['fox', strokes('334 190 330 204; 334 190 336 206; 334 190 341 203', 2.4, 0.2)],
];

/* ---- Yōtei ---- */

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

const mountain: Scene = [
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

export const scenes = { sketch: notebook, yokai: foxMask, yotei: mountain } as const;
export type SceneId = keyof typeof scenes;
