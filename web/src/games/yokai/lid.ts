// The lid of the box: sixteen cards and a fox mask.
import { blob, dot, ring, stroke, strokes, type Mark } from '../../art/brush';
import { rect, type Scene } from '../../art/scene';

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

export const lid: Scene = [
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
