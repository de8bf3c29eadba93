/* kappa.ts: the river child, which two games know: Yokai Sketch as the creature of water, Yokai as a family. */
import { band, blob, dot, dots, ring, shape, stroke, strokes } from './brush';
import type { Mark } from './brush';

/** An eye: white, iris, light; the lid falls from 0 (wide) to 1 (half shut). */
export function eye(x: number, y: number, r: number, look = 0, lid = 0): Mark[] {
  const marks: Mark[] = [
    ['paper', dot(x, y, r, 0.92)],
    ['ink', dot(x + look, y + r * 0.12, r * 0.52)],
    ['paper', dot(x + look - r * 0.18, y - r * 0.12, r * 0.17)],
  ];
  if (lid) marks.push(['c', shape(`${x - r * 1.2} ${y - r * 1.2} ${x + r * 1.2} ${y - r * 1.2} ${x + r * 1.1} ${y - r * (0.95 - lid)} ${x} ${y - r * (0.8 - lid)} ${x - r * 1.1} ${y - r * (0.95 - lid)}`)]);
  const top = lid ? y - r * (0.85 - lid) : y - r * 0.95;
  marks.push(['ink', stroke(`${x - r * 1.15} ${top + r * 0.5} ${x - r * 0.6} ${top + 0.3} ${x} ${top - r * 0.08} ${x + r * 0.6} ${top + 0.3} ${x + r * 1.15} ${top + r * 0.5}`, 3)]);
  return marks;
}

const head = '26 63, 30 47, 43 38, 60 36, 77 38, 90 47, 94 63, 88 78, 75 86, 60 88, 45 86, 32 78';
const beak = '41 76, 48 70.5, 60 68.5, 72 70.5, 79 76, 72 83, 60 86, 48 83';
const dish = '37 32, 44 26.5, 60 24.5, 76 26.5, 83 32, 76 37.5, 60 39.5, 44 37.5';
const palm = '98 78, 92 66, 96 65, 100 70, 100 59, 104 59, 106 70, 112 62, 115 65, 110 78, 104 82';

/** It grows bolder from 3 to 7. */
export function kappa(n: number): Mark[] {
  const marks: Mark[] = [
    /* the shell */
    ['c3', blob('34 74, 16 88, 14 104, 24 116, 96 116, 106 104, 104 88, 86 74')],
    ['ink', strokes('34 76 17 88 14 104 22 114; 86 76 103 88 106 104 98 114', 2.8)],
    ['c2', strokes('17 96 24 92 31 97; 24 92 25 84; 103 96 96 92 89 97; 96 92 95 84', 1.7)],
    ['c', blob('42 82, 36 98, 36 116, 84 116, 84 98, 78 82')],
    ['light', blob('48 88, 44 102, 45 116, 75 116, 76 102, 72 88')],
    ['ink', strokes('40 88 35 100 35 112; 80 88 85 98 85 112', 2.4)],
    ['c', band('82 102 96 94 103 79', [12, 10, 8])],
    ['ink', band('82 102 96 94 103 79', [12, 10, 8], 2.2)],
    ['c2', blob(palm)],
    ['ink', ring(palm, 2)],
    ['c2', blob(head)],
    ['c', blob('93 68, 87 78, 75 86, 60 88, 45 86, 40 83, 58 85, 74 82, 84 76, 90 66')],
    ['ink', ring(head, 3)],
    /* wet hair around the dish */
    ['c3', shape('38 34, 28 40, 17 54, 28 51, 25 63, 35 53, 38 58, 43 50, 49 55, 54 48, 60 54, 66 48, 71 55, 77 50, 82 58, 85 53, 95 63, 92 51, 103 54, 92 40, 82 34')],
    ['ink', strokes('38 34 28 40 17 54; 17 54 23 53 28 51; 28 51 26 57 25 63; 25 63 30 59 35 53; 82 34 92 40 103 54; 103 54 97 53 92 51; 92 51 94 57 95 63; 95 63 90 59 85 53', 2.2, 0.3)],
    ['paper', blob(dish)],
    ['c2', blob('43 32, 49 28.5, 60 27.5, 71 28.5, 77 32, 71 34.5, 60 35.5, 49 34.5')],
    ['ink', ring(dish, 2.5)],
    ['paper', stroke('50 31 58 30 66 31', 1.6)],
    ...(n === 3
      ? [['ink', strokes('36 64 42 68 49 65; 71 65 78 68 84 64', 2.8)] as Mark]
      : [...eye(43.5, 63.5, 7.8, 1.4), ...eye(76.5, 63.5, 7.8, -1.4)]),
    ['beak', blob(beak)],
    ['ink', ring(beak, 2.2)],
    ['ink', stroke(n >= 5 ? '42 75.5 50 79.5 60 78.5 70 79.5 78 75.5' : '45 77 52 77.5 60 76 68 77.5 75 77', 2.1)],
    ['ink', dots('56.5 72.5 1, 63.5 72.5 1')],
    /* the stream it stands in */
    ['c2', blob('2 120, 2 108, 10 100, 21 100, 27 107, 36 104, 46 109, 60 105, 74 110, 86 104, 98 109, 110 102, 118 108, 118 120')],
    ['ink', stroke('2 111 9 101 20 99 27 106 22 112 16 109', 2.4)],
    ['ink', stroke('26 107 36 104 46 109.5 60 105 74 110 86 104 98 109.5 110 102.5 118 107', 2.2)],
    ['paper', strokes('36 114 46 117 58 113; 70 117 82 114 92 117', 1.8)],
  ];
  if (n >= 6) marks.push(['ink', strokes('33 52 43 53.5 52 58.5; 87 52 77 53.5 68 58.5', 3, 0.7)]);
  if (n >= 5) marks.push(['c', dots('12 76 3.4, 18 67 2.2')], ['light', dots('11 75 1.2')]);
  if (n >= 7) marks.push(['ink', stroke('5 58 10 48 19 47 22 53 17 57 13 54', 2)], ['c', dots('104 44 3, 97 35 2, 26 30 2.4')]);
  return marks;
}
