/* still.ts: pictures that leave the page: the icon and the picture shown when a link is shared.
 * make.mjs turns them into files of public/. */
import { blob, dot, dots, ring, shape, stroke, strokes } from './brush';
import type { Picture } from './brush';
import type { Scene } from './scene';
import { finished } from '../games/sketch/art/creatures';

const hair = '60 16, 82 22, 95 42, 97 70, 93 88, 82 90, 60 84, 38 90, 27 88, 23 70, 25 42, 38 22';
const face = '60 34, 78 37, 86 52, 85 70, 76 84, 60 89, 44 84, 35 70, 34 52, 42 37';

/** The zashiki-warashi, the child of the house who brings luck, before its lamp. 120 by 120. */
export const child: Picture = [
  ['night', 'M0 0H120V120H0Z'],
  ['halo', dot(60, 58, 57)],
  ['lamp', dot(60, 57, 47)],
  /* kimono */
  ['fire', blob('18 120, 24 100, 42 90, 60 94, 78 90, 96 100, 102 120, 102 128, 18 128')],
  ['ink', stroke('16 122 23 100 43 89', 3) + stroke('104 122 97 100 77 89', 3)],
  ['paper', shape('46 89 60 108 74 89 66 90 60 96 54 90')],
  ['ink', stroke('45 88 52 98 61 110 66 118', 2.6, 0.3) + stroke('75 88 68 98 60 108', 2.6, 0.3)],
  /* head */
  ['ink', blob(hair)],
  ['skin', blob(face)],
  ['ink', shape('30 60, 31 38, 60 26, 89 38, 90 60, 86 57, 83 50, 76 52, 68 50, 60 52, 52 50, 44 52, 37 50, 34 57')],
  ['shine', stroke('38 33 50 26 64 25', 3, 0.5)],
  ['fire-bow', blob('84 24, 92 15, 103 17, 101 27, 93 29') + blob('84 26, 80 36, 88 40, 95 35, 92 28')],
  ['ink', ring('84 24, 92 15, 103 17, 101 27, 93 29', 1.8) + ring('84 26, 80 36, 88 40, 95 35, 92 28', 1.8)],
  ['ink', dot(48, 65, 4.6, 1.15) + dot(72, 65, 4.6, 1.15)],
  ['paper', dots('46.6 63 1.5, 70.6 63 1.5')],
  ['blush', dots('41 74 4.2, 79 74 4.2')],
  ['seal', stroke('54 77 60 80.5 66 77', 3)],
];

/** The same without the corners, for where icons are shown as they are. */
export const roundCorners = 26;

/** Shared links: the three boxes' spirits on one evening table, 1200 by 630. */
export const share: Scene = [
  ['night', 'M0 0H1200V630H0Z'],
  ['halo', dot(600, 476, 470, 0.52)],
  ['lamp-soft', dot(600, 480, 350, 0.5)],
  ['wood', 'M0 470Q300 450 600 456T1200 466V630H0Z'],
  ['wood-line', strokes('0 500 300 490 640 496 1200 502; 0 548 400 540 800 548 1200 540; 0 598 460 606 860 598 1200 606', 3)],
  { of: finished('Y', 5), at: 'translate(86 222) scale(2.15) rotate(-4 60 60)', colour: 'Y' },
  { of: finished('R', 5), at: 'translate(352 250) scale(2.1) rotate(3 60 60)', colour: 'R' },
  { of: finished('B', 5), at: 'translate(596 256) scale(2.15)', colour: 'B' },
  { of: finished('G', 5), at: 'translate(850 250) scale(2.25) rotate(2 60 60)', colour: 'G' },
];

