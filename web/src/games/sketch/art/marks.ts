/* marks.ts: the signs of the four elements, of the two abilities, and the patterns that tell the
 * colours apart without colour. Signs stand on a sheet of 24 by 24. */
import { band, blob, dot, ring, stroke, strokes } from '../../../art/brush';
import type { Picture } from '../../../art/brush';
import { drawers, lazily } from '../../../art/lazily';
import { field } from '../../../art/pattern';
import type { Colour } from './creatures';

const flame = '12 22.4, 6.4 20.4, 4 15.4, 6 10.6, 9 8, 9.4 2, 13.6 5.2, 15.6 9.4, 17.2 8.6, 18 6.6, 20 11.4, 20 16, 17.4 20.6';
const leaf = '4 21, 3.4 13.4, 7.4 6.4, 14 3, 21 2.6, 21 9.6, 17.6 16.4, 11 20.4';

/** The signs of the elements: a flame, a wave, a leaf, a whirl. */
export const elementMark = drawers(lazily<Colour, Picture>({
  R: () => [
    ['c', blob(flame)],
    ['light', blob('12 20.6, 9 18.6, 8.4 15.6, 10.6 13.2, 11.8 10.4, 14 14, 15.6 16.4, 14.6 19.6')],
    ['ink', ring(flame, 1.5)],
  ],
  B: () => [
    ['c', blob('1.6 20, 2.2 12, 6.4 5.6, 13 3.4, 19 5.4, 21 10, 18.6 13.2, 15.4 12.4, 15 16, 18 18.6, 22.4 18, 22.4 22, 8 22.4')],
    ['ink', stroke('1.4 20.6 2.4 12 6.4 5.8 13 3.2 19 5.2 21.2 10 18.8 13.4 15.6 12.6 16 9.6', 2.1, 0.4)],
    ['ink', stroke('1.6 22 8 22.4 15 22.2 22.6 21.6', 1.7)],
    ['ink', stroke('14.8 13 14.8 16 17.6 18.4 22.4 17.8', 1.6)],
    ['paper', stroke('5.6 18 6.2 12.4 9.4 8.8', 1.5)],
  ],
  G: () => [
    ['c', blob(leaf)],
    ['ink', ring(leaf, 1.5)],
    ['ink', strokes('2 22.8 7 17 12 11.4 17.6 6.2; 9 14.8 9 11.4 9.6 9; 11.6 12 14.6 12.4 17 12', 1.3, 0.2)],
  ],
  Y: () => [
    ['c', band('2.4 15, 3.6 8, 9.4 3.4, 16.4 4, 21 9.4, 19.8 16.4, 14.2 19.8, 9 17.6, 7.8 12.8, 11 9.8, 14.4 11.4, 13.6 14.2', [2, 5, 5.4, 5.2, 5, 4.8, 4.4, 3.8, 3.4, 3, 2.4, 1.4])],
    ['ink', stroke('1.6 16 2.2 8.6 8 1.8 16.8 1.8 22.6 8.4 22 17 15 22 7.6 19.4 5.6 12.6 10.6 7.8 16 11 14.6 15.4', 1.5, 0.3)],
    ['ink', stroke('5 12 8.6 7 13.6 5.8 18.6 9.4 18 15.2 13.8 17.4 10.2 15.6', 1.1, 0.3)],
  ],
}));

/** The signs of the abilities: a bell that calls, a fan that turns something away. */
export const abilityMark = drawers(lazily<'c' | 'd', Picture>({
  c: () => [
    ['gold', blob('12 3.4, 16.6 5.6, 18.4 10.6, 19 15.6, 21 18.4, 12 19.4, 3 18.4, 5 15.6, 5.6 10.6, 7.4 5.6')],
    ['ink', ring('12 3.4, 16.6 5.6, 18.4 10.6, 19 15.6, 21 18.4, 12 19.4, 3 18.4, 5 15.6, 5.6 10.6, 7.4 5.6', 1.5)],
    ['ink', stroke('5.4 14.6 12 15.8 18.6 14.6', 1.2)],
    ['ink', dot(12, 21, 2)],
    ['ink', ring('12 3.6, 10.6 2.2, 12 0.8, 13.4 2.2', 1.1)],
    ['ink', strokes('2.8 6.6 1.2 9.4 1.4 12.4; 21.2 6.6 22.8 9.4 22.6 12.4', 1.3)],
  ],
  d: () => [
    ['gold', blob('12 21, 3.4 12.4, 5.6 8.6, 9 6.4, 12 5.8, 15 6.4, 18.4 8.6, 20.6 12.4')],
    ['ink', strokes('12 21.4 7.6 17.2 3.2 12.6; 12 21.4 16.4 17.2 20.8 12.6; 12 20.6 9.6 13.6 7.4 7.4; 12 20.6 14.4 13.6 16.6 7.4; 12 20.6 12 13 12 6', 1.2, 0.2)],
    ['ink', stroke('3.2 12.6 5.6 8.4 9 6.3 12 5.7 15 6.3 18.4 8.4 20.8 12.6', 1.7)],
    ['ink', stroke('3 6.4 7 2.4 12.6 1 18.4 2.8', 1.6, 0.3)],
    ['ink', blob('21.6 5, 17 5.4, 19.6 0.6')],
    ['ink', dot(12, 21.4, 1.5)],
  ],
}));

/** Flicks, waves, twigs, gusts. */
export const pattern: Record<Colour, string> = {
  R: field((x, y) => `M${x} ${y + 3}q-3-3 0-7q2 3 0 7`, 13.2, 11, 2, 4),
  B: field((x, y) => `M${x - 6} ${y + 3}a6 6 0 0 1 12 0M${x - 3} ${y + 3}a3 3 0 0 1 6 0`, 12, 7, 6, 3),
  G: field((x, y) => `M${x - 3} ${y + 3}l6-6M${x} ${y}h4M${x} ${y}v-4`, 12.5, 11, 4, 4),
  Y: field((x, y) => `M${x - 7} ${y + 1}q5-5 10-2q3 3-1 4q-3 0-2-3`, 17, 10.5, 7, 3),
};

/** The first of a card's name decide its colours: "GYd" is G and Y, with distract. */
export interface CardFace {
  colours: [Colour, Colour];
  ability: '' | 'c' | 'd';
}

export function faceOf(card: string): CardFace {
  return { colours: [card[0] as Colour, card[1] as Colour], ability: (card[2] ?? '') as CardFace['ability'] };
}
