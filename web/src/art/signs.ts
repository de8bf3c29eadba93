/* signs.ts: what people can show each other during a game, as small pictures, 48 by 48. */
import type { Reaction } from '../lib/protocol';

const INK = '#2b2622', PAPER = '#fffaf0', SKIN = '#f0c9a0', RED = '#b23a24', BLUE = '#5a8fc0', GOLD = '#e0a93b', BLUSH = '#e39a86';

const fill = (colour: string, d: string): string => `<path d="${d}" fill="${colour}"/>`;
const line = (colour: string, d: string, width = 2): string => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const inked = (colour: string, d: string): string => `<path d="${d}" fill="${colour}" stroke="${INK}" stroke-width="1.8" stroke-linejoin="round"/>`;
const round = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** A flower with as many petals, around a middle. */
const petals = Array.from({ length: 8 }, (_, i) => {
  const angle = (i * Math.PI) / 4;
  return round(Math.round((24 + 14 * Math.cos(angle)) * 10) / 10, Math.round((24 + 14 * Math.sin(angle)) * 10) / 10, 6.2);
}).join('');

const drawn: Record<Reaction, string> = {
  /* a hand that waves */
  hello:
    inked(SKIN, 'M17 44c-5-5-7-11-8-16c0-3 3-4 5-2l3 5L15 14c0-3 4-4 5-1l2 9l1-12c0-3 5-3 5 0l0 12l3-10c1-3 5-2 4 1l-2 11l4-6c2-2 5 0 4 3c-3 8-4 15-9 21Z') +
    line(RED, 'M5 18c0-5 2-9 6-12M43 22c2-5 1-10-2-14'),
  /* the flower that teachers draw around what is well done */
  nice: inked('#f2b7a8', petals) + fill('#f2b7a8', round(24, 24, 12)) + line(RED, 'M24 24c2-2 5 0 4 3c-1 4-8 4-9-1c-1-6 7-9 12-5c5 5 2 13-5 14c-8 1-13-5-12-12', 2.6),
  /* a thought, not yet thought through */
  thinking: inked(PAPER, 'M13 31C6 31 4 23 10 20C9 12 19 8 24 13C30 7 41 12 39 20C46 23 43 32 36 31C33 36 17 36 13 31Z') + inked(PAPER, round(15, 39, 3)) + inked(PAPER, round(9, 44, 1.8)) + fill(INK, round(16, 23, 2.4) + round(24, 23, 2.4) + round(32, 23, 2.4)),
  /* a face with a drop of sweat */
  oops: inked('#f4dcae', round(24, 26, 18)) + fill(INK, round(17, 23, 2.2) + round(30, 23, 2.2)) + line(INK, 'M16 33c2-3 4-3 6 0s4 3 6 0s3-2 4-1') + line(INK, 'M13 17l6-2M34 17l-6-2') + inked(BLUE, 'M39 6c4 6 5 9 2 12c-3 2-7 0-7-4c0-3 2-5 5-8Z'),
  /* somebody who bows */
  thanks: inked('#3d4f86', 'M6 45c0-14 6-22 16-23c8 0 12 5 13 11l1 12Z') + line(PAPER, 'M14 45c0-8 3-14 8-18', 1.8) + inked(SKIN, round(35, 20, 9)) + fill(INK, 'M28 15c3-6 12-7 16-1c2 3 2 6 1 8c-5-1-9-4-11-8c-1 3-4 5-7 5Z') + line(INK, 'M32 23c1 1 2 1 3 0M38 25c1 1 2 1 3 0', 1.6) + fill(BLUSH, round(33, 26, 1.6)),
  /* an open fan, held up */
  well_played: inked(PAPER, 'M24 41L3 21C8 12 16 7 24 7s16 5 21 14Z') + fill(RED, round(24, 18, 6)) + line(INK, 'M24 41L10 14M24 41L18 8.5M24 41L30 8.5M24 41l14-27', 1.2) + inked(GOLD, 'M24 41l-7-7c4-4 10-4 14 0Z') + line(INK, 'M24 41v4', 3),
};

const addresses = new Map<Reaction, string>();

export function signAddress(reaction: Reaction): string {
  let address = addresses.get(reaction);
  if (!address) addresses.set(reaction, (address = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${drawn[reaction]}</svg>`)}`));
  return address;
}
