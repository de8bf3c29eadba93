// A picture made of other pictures, and the way to put one in. Lids of boxes are 360 by 220; by night they are
// lit by a lamp or the moon (art.css).
import type { Mark, Picture } from './brush';

/** Something put into a scene: a picture moved, turned and scaled, in the colours of `colour` (art.css). */
export interface Placed {
  of: Picture;
  at: string;
  colour?: string;
}
export type Scene = readonly (Mark | Placed)[];

export const put = (of: Picture, x: number, y: number, scale: number, turn = 0, colour?: string): Placed => {
  const at = `translate(${x} ${y}) scale(${scale}) rotate(${turn} 60 60)`;
  return colour ? { of, at, colour } : { of, at };
};

export const rect = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h${-w}z`;
