/* creatures.ts: the four spirits of Yokai Sketch, loosely sketched and finished in ink and colour.
 *
 * fire   a paper lantern that opened its eye        (chōchin-obake)
 * water  a river child with its dish full           (kappa)
 * earth  a stone that moss has taken, with a sprout
 * wind   a weasel that rides the whirlwind          (kamaitachi)
 *
 * The number on a card, 3 to 7, shows in the creature too: it grows bolder. */
import type { sketch } from '../../../made/facts';
import { band, blob, dot, dots, pencil, ring, shape, stroke, strokes } from '../../../art/brush';
import type { Picture, Mark } from '../../../art/brush';
import { eye, kappa } from '../../../art/kappa';
import { lazily } from '../../../art/lazily';

export type Colour = (typeof sketch.colours)[number];

const lantern = '44 35, 60 33, 76 35, 90 46, 96 64, 90 82, 76 94, 60 96, 44 94, 30 82, 24 64, 30 46';

function wisp(x: number, y: number, s: number): Mark[] {
  const p = (text: string): string =>
    text.split(' ').map((n, i) => (i % 2 ? y : x) + s * Number(n)).map((n) => n.toFixed(1)).join(' ');
  return [
    ['c', blob(p('0 5 -4 3 -4.5 -1 -2 -4 -3 -9 2 -6 4.5 -1 3.5 3'))],
    ['light', blob(p('0 3.6 -1.8 2 -1.6 -0.6 0 -2.6 1.7 -0.2 1.6 2.2'))],
  ];
}

function fire(n: number): Mark[] {
  const mouth = n >= 6 ? 4 : 0;
  const marks: Mark[] = [
    ['c', blob('60 33, 50 29, 46 21, 51 13, 52 6, 58 9, 61 2, 68 9, 73 15, 73 24, 68 31')],
    ['light', blob('60 32, 54 28, 53 22, 58 16, 60 11, 65 18, 67 25, 64 31')],
    ['c', blob(lantern)],
    ['c2', blob('34 50, 44 42, 56 40, 50 54, 44 70, 46 88, 38 82, 31 68')],
    ['c3', strokes('29 47 44 50.5 60 51.5 76 50.5 91 47; 24.5 60 42 64 60 65 78 64 95.5 60; 26 75 42 79 60 80 78 79 94 75', 1.7)],
    ['ink', ring(lantern, 3)],
    ['ink', blob('42 31, 60 28.5, 78 31, 78.5 36, 60 38.5, 41.5 36')],
    ['ink', blob('45 94, 60 96.5, 75 94, 73 101, 60 103, 47 101')],
    ...eye(60, 55, 12.5, n === 3 ? 3 : 0, n === 3 ? 0.55 : n === 4 ? 0.3 : 0),
    ['ink', blob(`33 74, 46 79, 60 80.5, 74 79, 87 74, 84 ${83 + mouth}, 73 ${89 + mouth}, 60 ${90.5 + mouth}, 47 ${89 + mouth}, 36 ${83 + mouth}`)],
    ['blush', band(`56 87 62 96 63 105 57 ${n >= 5 ? 113 : 109}`, [13, 14, 12, 7])],
    ['ink', band(`56 87 62 96 63 105 57 ${n >= 5 ? 113 : 109}`, [13, 14, 12, 7], 1.8)],
    ['ink', stroke('57 89 61 97 60.5 106', 1.4)],
    ['paper', shape('42 77 49 79 45 85.5')],
    ['paper', shape('71 79.3 78 77.5 75.5 85.5')],
  ];
  if (n >= 6) marks.push(['ink', strokes('44 41 52 42 58 45; 76 41 68 42 62 45', 3.2, 0.7)]);
  if (n >= 5) marks.push(...wisp(102, 34, 1.3));
  if (n >= 6) marks.push(...wisp(15, 44, 1.3));
  if (n >= 7) marks.push(...wisp(107, 84, 1.1), ...wisp(14, 90, 1.1));
  return marks;
}

const stone = '60 42, 78 45, 94 57, 102 77, 98 96, 84 106, 60 108, 36 106, 22 96, 18 77, 26 57, 42 45';
const moss = '24 61, 19 76, 26 79, 31 71, 36 81, 44 83, 48 73, 55 79, 61 71, 68 79, 74 72, 80 83, 87 79, 90 71, 96 79, 102 76, 95 58, 79 45, 60 42, 41 45';
const leafLeft = '59 29, 49 30, 38 24, 32 12, 44 11, 54 17';
const leafRight = '60 27, 63 15, 74 7, 89 7, 84 20, 73 27';

function mushroom(x: number, y: number): Mark[] {
  return [
    ['paper', blob(`${x - 2} ${y} ${x - 1.6} ${y - 7} ${x + 1.6} ${y - 7} ${x + 2} ${y}`)],
    ['c3', blob(`${x - 6.5} ${y - 5} ${x - 3.5} ${y - 11} ${x + 3.5} ${y - 11} ${x + 6.5} ${y - 5} ${x} ${y - 4}`)],
    ['ink', ring(`${x - 6.5} ${y - 5} ${x - 3.5} ${y - 11} ${x + 3.5} ${y - 11} ${x + 6.5} ${y - 5} ${x} ${y - 4}`, 1.5)],
    ['ink', strokes(`${x - 2} ${y - 4} ${x - 2} ${y}; ${x + 2} ${y - 4} ${x + 2} ${y}`, 1.3)],
    ['paper', dots(`${x - 2} ${y - 8} 1, ${x + 2.4} ${y - 7} 0.9`)],
  ];
}

function earth(n: number): Mark[] {
  const marks: Mark[] = [
    ['stone', blob('20 88, 9 90, 6 98, 12 104, 22 102')],
    ['ink', stroke('20 87 9 90 6 98 12 104 23 102', 2.4)],
    ['stone', blob('100 88, 111 90, 114 98, 108 104, 98 102')],
    ['ink', stroke('100 87 111 90 114 98 108 104 97 102', 2.4)],
    ['stone', blob('34 104, 30 112, 38 116, 50 115, 52 106')],
    ['ink', stroke('32 105 29 112 37 116 50 115.5 53 107', 2.2)],
    ['stone', blob('86 104, 90 112, 82 116, 70 115, 68 106')],
    ['ink', stroke('88 105 91 112 83 116 70 115.5 67 107', 2.2)],
    ['stone', blob(stone)],
    ['shade', blob('98 80, 98 96, 84 105, 60 107, 40 105, 62 102, 82 97, 92 88')],
    ['c', blob(moss)],
    ['c2', blob('36 58, 48 49, 62 48, 54 56, 42 62')],
    ['c3', dots('34 66 1.8, 44 74 1.6, 56 66 1.9, 68 58 1.8, 80 64 2, 90 68 1.6, 76 52 1.5, 66 68 1.4, 84 74 1.5, 30 74 1.4')],
    ['ink', ring(stone, 3)],
    ['c3', stroke('19 77 26 80 31 72 36 82 44 84 48 74 55 80 61 72 68 80 74 73 80 84 87 80 90 72 96 80 102 77', 1.8)],
    ['c', blob(leafLeft)],
    ['c2', blob(leafRight)],
    ['ink', ring(leafLeft, 2)],
    ['ink', ring(leafRight, 2)],
    ['ink', strokes('58 28.5 48 23 39 16; 61 26 70 18 82 11', 1.3)],
    ['ink', stroke('61 44 60.5 36 59.5 27', 3)],
  ];
  if (n <= 4) {
    marks.push(['ink', strokes('37 90 42 93.5 48 93 52 89.5; 68 89.5 72 93 78 93.5 83 90', 2.6)]);
  } else {
    marks.push(
      ['paper', dots('45 91 5.6, 75 91 5.6')], ['ink', dots('46 91.6 3.3, 74 91.6 3.3')], ['paper', dots('44.8 90.2 1.1, 72.8 90.2 1.1')],
      ['ink', strokes('38.5 91 41 86 45.5 84.5 50 86 52 90; 81.5 91 79 86 74.5 84.5 70 86 68 90', 2.2)]);
  }
  marks.push(['ink', stroke(n >= 6 ? '53 99 57 97 63 97 67 99' : '53 96.5 57 99.5 63 99.5 67 96.5', 2.2)]);
  marks.push(['blush', dots('36 97 3.4, 84 97 3.4')]);
  if (n >= 5) marks.push(...mushroom(91, 58));
  if (n >= 6) marks.push(...mushroom(27, 60), ['ink', strokes('36 82 44 82.5 52 86.5; 84 82 76 82.5 68 86.5', 3, 0.7)]);
  if (n >= 7) marks.push(...mushroom(80, 47));
  return marks;
}

const ride = '42 45, 60 30, 84 29, 102 45, 103 68';
const rideWidths = [17, 20, 20, 17, 13];
const gust = '103 58, 99 82, 80 98, 56 96, 42 80, 51 64, 68 64, 74 76, 65 83, 59 77';
const weasel = '53 34, 45 26, 34 24, 25 29, 17 38, 7 46, 6 51, 12 55, 25 58, 39 59, 49 51';

function sickle(x: number, y: number): Mark[] {
  const p = (text: string): string => text.split(' ').map((v, i) => Number(v) + (i % 2 ? y : x)).join(' ');
  return [
    ['steel', blob(p('0 0 -10 -2 -19 4 -22 15 -14 8 -5 6 2 7'))],
    ['ink', ring(p('0 0 -10 -2 -19 4 -22 15 -14 8 -5 6 2 7'), 1.8)],
  ];
}

function wind(n: number): Mark[] {
  const marks: Mark[] = [
    /* the whirlwind, which is its tail */
    ['light', stroke('115 42 117 70 101 98 70 111 38 107 22 99', 5)],
    ['c2', stroke('8 22 22 12 44 9 72 10 98 18', 4)],
    ['c', band(gust, [14, 14, 13, 11, 10, 8, 7, 5, 4, 1])],
    ['c2', stroke('104 66 100 84 82 99 56 99 40 83 44 68', 3)],
    ['ink', stroke('109 62 107 80 94 98 73 105 50 102 36 87 38 70 52 58 70 60 79 74 70 87 58 84', 2.7, 0.2)],
    ['ink', stroke('96 66 90 80 76 90 60 88 51 78 57 70 66 73', 2.2, 0.3)],
    ...(n >= 5 ? sickle(44, 77) : []),
    ['c', band('53 48 49 62 43 77', [12, 10, 8])],
    ['ink', band('53 48 49 62 43 77', [12, 10, 8], 2)],
    ['c', band(ride, rideWidths)],
    ['c2', band('58 40 68 37 82 38 92 48 95 62', [3, 6, 7, 6, 3])],
    ['ink', stroke('50 27 62 20 84 18 102 28 110 44 109 66', 2.9, 0.4)],
    ['ink', stroke('56 49 66 40 82 39 93 50 96 68', 2.5, 0.4)],
    ['c3', strokes('66 26 73 24 80 26; 84 25 91 28 95 33; 100 38 104 44 105 51; 74 32 80 31 85 33', 1.9, 0.3)],
    ...sickle(31, 76),
    ['c', band('48 48 40 61 30 75', [13, 11, 8])],
    ['ink', band('48 48 40 61 30 75', [13, 11, 8], 2.2)],
    ['light', blob('40 58, 48 51, 57 43, 59 52, 53 60, 46 63')],
    ['c', dot(48.5, 25, 6)],
    ['ink', ring('55 26, 52 19, 45 19, 43 26, 48 30', 2)],
    ['c', blob(weasel)],
    ['light', blob('42 58, 27 58, 13 55, 7 50, 19 48, 30 50, 40 50, 49 47')],
    ['ink', stroke('54 31 45 26 34 24 25 29 17 38 7 46 6 51 12 55 25 58 39 59 48 53', 2.9)],
    ['c', dot(33, 23.5, 6.6)],
    ['c3', dot(33.4, 24.6, 3.3)],
    ['ink', stroke('28 28 26.5 21 31 16 38 17 40.5 24', 2.4)],
    ['ink', blob('3 48, 6 43, 12 45, 11 50, 6 52')],
    ['ink', stroke('10 52.5 18 54 25 51.5', 1.8)],
    ['ink', strokes('19 48 11 40 4 37; 19 52 9 58 3 62', 1.2, 0.2)],
    ['blush', dot(34.5, 50.5, 3)],
  ];
  if (n === 3) marks.push(['ink', stroke('24 41 29 45 35 41', 2.7)]);
  else
    marks.push(
      ['paper', dot(29.5, 40, 5, 1)], ['ink', dot(28.6, 40.4, 3.2)], ['paper', dot(27.5, 39, 1.1)],
      ['ink', stroke(n >= 6 ? '22 33 29 34.5 36.5 39.5' : '23 37 29 33.7 35.5 37', 2.7)]);
  if (n >= 6) marks.push(['ink', stroke('96 113 107 114 115 107 112 100 105 103', 2.2)]);
  if (n >= 7) marks.push(['ink', strokes('4 92 12 98 22 98; 8 103 16 107 25 106', 1.9)], ['ink', stroke('62 72 67 70 69 75 64 77', 1.8)]);
  return marks;
}

const finishedBy = { R: fire, B: kappa, G: earth, Y: wind } as const;

/** The loose first lines, as on a sketch card. */
const looseLines = lazily<Colour, Picture>({
  R: () => [
    ['wash', blob('34 40, 60 34, 86 42, 94 64, 84 92, 60 98, 34 90, 26 64')],
    ['pencil', pencil('60 33 50 29 46 20 52 12 53 4 61 10 68 4 73 16 71 27 64 33', 2.2)],
    ['pencil', pencil('44 35 60 33 78 35 91 48 96 65 90 82 76 94 58 97 43 94 29 82 24 64 30 46 46 34', 2.6)],
    ['pencil', pencil('41 33 60 30 79 33', 2.2) + pencil('44 97 60 100 77 97', 2.2)],
    ['pencil', pencil('46 58 52 49 60 46 68 49 74 57 68 64 60 66 51 64 45 56', 2.1)],
    ['pencil', dot(60, 56, 5)],
    ['pencil', pencil('33 75 46 81 60 82 74 80 88 74', 2.4) + pencil('54 84 62 98 60 110 54 106 50 92', 1.9)],
    ['faint', pencil('27 48 44 52', 1.6) + pencil('78 50 92 46', 1.6) + pencil('88 70 96 68', 1.6) + pencil('24 68 34 70', 1.6)],
  ],
  B: () => [
    ['wash', blob('28 62, 34 44, 60 34, 86 44, 94 64, 84 84, 104 92, 102 114, 18 114, 16 92, 36 84')],
    ['pencil', pencil('26 63 30 47 43 38 60 36 77 38 90 47 94 63 88 78 75 86 60 88 45 86 32 78 26 60', 2.6)],
    ['pencil', pencil('37 33 44 26 60 24 77 27 84 32 76 38 60 40 44 38 37 31', 2.3)],
    ['pencil', pencil('36 38 26 46 17 60 29 55 31 64 39 54 45 61 51 52 57 60 63 52 70 61 76 53 84 64 90 55 103 59 94 46 84 38', 2)],
    ['pencil', dots('44 67 4.6, 76 67 4.6')],
    ['pencil', pencil('41 77 48 71 60 69 72 71 79 77 72 84 60 86 48 84 41 76', 2.1) + pencil('43 77 52 80 60 79 68 80 77 77', 1.8)],
    ['pencil', pencil('34 80 18 90 14 106', 2.2) + pencil('86 80 96 84', 2) + pencil('86 104 98 94 103 80 97 68', 2) + pencil('103 80 104 62', 1.8) + pencil('104 80 113 66', 1.8)],
    ['faint', pencil('2 112 10 101 22 104 20 111', 2.2) + pencil('26 109 42 112 58 107 76 112 94 107 116 110', 2.2)],
  ],
  G: () => [
    ['wash', blob('26 58, 42 46, 60 42, 80 46, 96 60, 102 80, 90 104, 60 108, 30 104, 18 80')],
    ['pencil', pencil('60 42 78 45 94 57 102 77 98 96 84 106 60 108 36 106 22 96 18 77 26 57 42 45 63 42', 2.6)],
    ['pencil', pencil('20 76 30 73 36 82 46 74 55 80 64 72 72 80 82 73 90 80 101 76', 2.1)],
    ['pencil', pencil('61 44 60 34 59 26', 2.4)],
    ['pencil', pencil('59 29 48 30 36 22 32 12 46 11 58 26', 2.1) + pencil('60 27 63 15 74 7 89 7 84 20 72 27 61 26', 2.1)],
    ['pencil', pencil('37 90 42 94 48 94 53 90', 2.3) + pencil('67 90 72 94 78 94 83 90', 2.3) + pencil('53 99 60 102 67 99', 2)],
    ['faint', pencil('60 28 44 18', 1.4) + pencil('62 25 80 12', 1.4) + pencil('30 60 36 54 46 50', 1.8) + pencil('32 110 40 115 52 112', 1.8) + pencil('68 112 80 115 88 110', 1.8)],
  ],
  Y: () => [
    ['wash', blob('8 48, 28 28, 54 20, 90 20, 112 48, 104 86, 74 104, 42 96, 34 76, 26 60')],
    ['pencil', pencil('54 31 45 26 34 24 25 29 17 38 7 46 6 51 12 55 25 58 39 59 49 52', 2.7)],
    ['pencil', pencil('28 28 26 21 31 15 38 17 41 24', 2.2) + pencil('43 24 46 18 52 19 55 26', 2)],
    ['pencil', dot(30, 41, 3.8) + dot(8, 48, 3.2)],
    ['pencil', pencil('52 26 64 20 86 18 104 30 111 50 107 80 84 101 54 102 37 86 42 66 58 59 75 65 77 80 62 84', 2.6)],
    ['pencil', pencil('56 49 68 40 84 40 95 54 92 76 74 90 56 83', 2.1)],
    ['pencil', pencil('44 58 36 68 30 77', 2.2) + pencil('54 54 50 66 42 78', 2) + pencil('32 76 20 74 11 81 9 92 18 84 34 83', 2.2)],
    ['faint', pencil('8 22 24 12 52 8', 2) + pencil('24 108 60 113 98 105', 2) + pencil('70 28 82 27', 1.6) + pencil('92 32 100 42', 1.6)],
  ],
});

const kept = new Map<string, Picture>();

/** The creature of a colour, finished, as it is on the yokai card of that number. */
export function finished(colour: Colour, number = 5): Picture {
  const key = colour + number;
  let picture = kept.get(key);
  if (!picture) kept.set(key, (picture = finishedBy[colour](number)));
  return picture;
}

/** The creature of a colour as first lines on paper. */
export const sketched = (colour: Colour): Picture => looseLines[colour];
