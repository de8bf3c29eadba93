/* faces.ts: who sits at a table: a dozen animals for people, and the yokai that bots are. Heads on a round of paper,
 * 48 by 48, large enough in their parts to be told apart at 24 pixels and without colours: by ears, beaks, horns and
 * hats. They stand in the page as pictures of their own, so they have their colours with them, by day and by night. */
import type { BotFace, Face } from '../lib/protocol';

/** What is filled, with what: `d` of a path, its colour, and the width of the line for what is not filled but drawn. */
type Mark = [colour: string, d: string, line?: number];

const INK = '#2b2622', PAPER = '#fffaf0', BLUSH = '#e39a86', RED = '#b23a24', GOLD = '#e0a93b';

/** A round or an oval; several make one path. */
const o = (x: number, y: number, r: number, ry = r): string => `M${x - r} ${y}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0Z`;
/** Both eyes. */
const eyes = (x: number, y: number, r = 2): Mark => [INK, o(24 - x, y, r, r * 1.15) + o(24 + x, y, r, r * 1.15)];
const cheeks = (x: number, y: number, r = 2.6): Mark => [BLUSH, o(24 - x, y, r, r * 0.7) + o(24 + x, y, r, r * 0.7)];
/** The same on the other side. */
const both = (d: (x: (n: number) => number) => string): string => d((n) => n) + d((n) => 48 - n);
/** Filled, with an ink line around it. */
const inked = (colour: string, d: string, line = 1.6): Mark[] => [[colour, d], [INK, d, line]];

interface Portrait {
  ground: string;
  marks: Mark[];
}

const person: Record<Face, Portrait> = {
  rabbit: {
    ground: '#c9d8b6',
    marks: [
      ...inked(PAPER, both((x) => `M${x(19)} 24C${x(14)} 16 ${x(12)} 6 ${x(16)} 4C${x(21)} 4 ${x(23)} 14 ${x(23)} 22Z`)),
      [BLUSH, both((x) => `M${x(19)} 19C${x(16)} 14 ${x(15)} 9 ${x(16.5)} 7C${x(19)} 9 ${x(20.5)} 14 ${x(20.5)} 19Z`)],
      ...inked(PAPER, o(24, 31, 13, 11.5)),
      eyes(5.5, 29), cheeks(9, 34),
      [RED, 'M22 33h4l-2 2.6Z'], [INK, 'M24 36c-1 2-3 2-4 1M24 36c1 2 3 2 4 1', 1.4],
    ],
  },
  owl: {
    ground: '#b9c6dc',
    marks: [
      ...inked('#8a6a4a', 'M10 13C8 9 9 7 9 7c4 0 7 2 9 4h12c2-2 5-4 9-4c0 0 1 2-1 6c3 6 4 13 2 19c-3 8-9 10-16 10s-13-2-16-10c-2-6-1-13 2-19Z'),
      [PAPER, o(17, 22, 7.5) + o(31, 22, 7.5)], [INK, o(17, 22, 7.5) + o(31, 22, 7.5), 1.4],
      [INK, o(17.5, 22, 3.4) + o(30.5, 22, 3.4)], [PAPER, o(16.3, 20.7, 1.1) + o(29.3, 20.7, 1.1)],
      ...inked(GOLD, 'M21 27h6l-3 6Z', 1.3),
      ['#e3cfae', 'M15 34c2-2 4-2 6 0c2-2 4-2 6 0c2-2 4-2 6 0c-1 5-5 7-9 7s-8-2-9-7Z'],
    ],
  },
  bear: {
    ground: '#e8d3a4',
    marks: [
      ...inked('#6d4b34', o(11, 15, 6) + o(37, 15, 6)), ['#c69a77', o(11, 15, 3) + o(37, 15, 3)],
      ...inked('#6d4b34', o(24, 27, 16, 14.5)),
      ['#d9b48f', o(24, 33, 8, 6.5)], [INK, o(24, 30, 3, 2.2)], [INK, 'M24 32v3c-1 2-4 2-5 .5M24 35c1 2 4 2 5 .5', 1.4],
      [PAPER, o(16.5, 24, 2.8) + o(31.5, 24, 2.8)], eyes(7.5, 24.3, 1.9),
    ],
  },
  monkey: {
    ground: '#cfe0e3',
    marks: [
      ...inked('#a8794f', o(7.5, 26, 5) + o(40.5, 26, 5)), [BLUSH, o(7.5, 26, 2.4) + o(40.5, 26, 2.4)],
      ...inked('#a8794f', 'M24 8C13 8 8 17 9 27c1 8 7 14 15 14s14-6 15-14C40 17 35 8 24 8ZM20 8c2-3 4-4 5-4c-1 2 0 3 1 4Z'),
      ['#e79a84', 'M24 18c-3-4-11-3-11 5c0 3 1 4 2 6c-2 5 4 9 9 9s11-4 9-9c1-2 2-3 2-6c0-8-8-9-11-5Z'],
      eyes(5, 24, 2.1), [INK, 'M22.5 29.5l1 .8M25.5 29.5l-1 .8M18 33c3 3 9 3 12 0', 1.5],
    ],
  },
  crane: {
    ground: '#a9c3d8',
    marks: [
      ...inked(PAPER, 'M14 42C17 36 15 32 13 27C10 17 16 9 24 9c6 0 10 4 10 9c0 6-5 8-6 13c-1 4 2 8 3 11Z'),
      [INK, 'M15 43c2-7 0-11-1-15c3 4 8 5 13 4c-1 4 1 8 3 11Z'],
      [RED, 'M18 11.5c3-3.5 9-3.5 12 0c-3 2.5-9 2.5-12 0Z'],
      ...inked(GOLD, 'M33 16l13 3.5l-12.5 2Z', 1.3),
      [INK, o(28, 17, 2, 2.3)], [PAPER, o(27.4, 16.3, 0.7)],
    ],
  },
  deer: {
    ground: '#cbdcae',
    marks: [
      [INK, both((x) => `M${x(18)} 16C${x(14)} 12 ${x(13)} 8 ${x(14)} 3M${x(14.5)} 10L${x(8)} 6`), 2.4],
      ...inked('#c08a55', both((x) => `M${x(16)} 20C${x(8)} 14 ${x(4)} 17 ${x(4)} 19C${x(7)} 24 ${x(12)} 25 ${x(15)} 25Z`)),
      ...inked('#c08a55', 'M24 13c-8 0-11 5-10 12c1 8 4 17 10 17s9-9 10-17c1-7-2-12-10-12Z'),
      [PAPER, o(19, 18, 1.2) + o(24, 16.5, 1.2) + o(29, 18, 1.2)], ['#f0dcbc', o(24, 36, 5, 4.5)],
      [INK, o(24, 34, 2.6, 1.9)], eyes(6, 25, 2.2),
    ],
  },
  mouse: {
    ground: '#ead7cf',
    marks: [
      ...inked('#a9a6a6', o(11.5, 16.5, 8.5) + o(36.5, 16.5, 8.5)), [BLUSH, o(11.5, 16.5, 5) + o(36.5, 16.5, 5)],
      ...inked('#a9a6a6', 'M24 15C15 15 11 22 12 29c1 6 7 13 12 13s11-7 12-13c1-7-3-14-12-14Z'),
      eyes(5, 27, 2.3), [INK, 'M14 34l-9-1M15 37l-8 2M34 34l9-1M33 37l8 2', 1.2],
      [RED, o(24, 35, 2.4, 1.9)],
    ],
  },
  dog: {
    ground: '#bfd4c4',
    marks: [
      ...inked('#d99a52', both((x) => `M${x(10)} 22L${x(9)} 6C${x(14)} 7 ${x(18)} 11 ${x(20)} 14Z`)),
      ...inked('#d99a52', 'M24 11C13 11 8 18 8 26c0 9 7 15 16 15s16-6 16-15c0-8-5-15-16-15Z'),
      [PAPER, 'M24 26c-5 0-6-3-10-2c-5 2-4 9-1 12c3 3 7 4 11 4s8-1 11-4c3-3 4-10-1-12c-4-1-5 2-10 2Z'],
      [PAPER, o(17, 18, 2, 1.4) + o(31, 18, 2, 1.4)], eyes(7, 23.5, 2.1),
      [INK, o(24, 29, 3, 2.2)], [INK, 'M24 31v2c-1 2.5-4 2.5-6 1M24 33c1 2.5 4 2.5 6 1', 1.5],
    ],
  },
  boar: {
    ground: '#d8cfa9',
    marks: [
      ...inked('#5d5148', both((x) => `M${x(14)} 17L${x(6)} 10C${x(5)} 16 ${x(7)} 21 ${x(11)} 23Z`)),
      ...inked('#5d5148', 'M24 6l3 4l4-2l1 5c5 3 8 9 8 15c0 9-8 14-16 14S8 37 8 28c0-6 3-12 8-15l1-5l4 2Z'),
      ...inked('#d59c86', o(24, 33, 8.5, 6)), [INK, o(21, 33, 1.4, 2.1) + o(27, 33, 1.4, 2.1)],
      ...inked(PAPER, both((x) => `M${x(14)} 37C${x(11)} 34 ${x(11)} 31 ${x(12.5)} 28C${x(14)} 31 ${x(15.5)} 33 ${x(17)} 35Z`), 1.2),
      [PAPER, o(16.5, 23, 2.6) + o(31.5, 23, 2.6)], eyes(7.5, 23.3, 1.7),
    ],
  },
  turtle: {
    ground: '#e6dcb2',
    marks: [
      ...inked('#6b7f4a', 'M2 48C2 29 11 20 24 20s22 9 22 28Z'), ['#8fa566', 'M24 26l7 5v8l-7 5l-7-5v-8ZM7 46l7-13v12ZM41 46l-7-13v12Z'],
      ...inked('#b9c98a', 'M24 5c-7 0-10 5-10 10s4 10 10 10s10-5 10-10S31 5 24 5Z'),
      eyes(5, 14, 2), [INK, 'M19 19.5c3 2.5 7 2.5 10 0', 1.6], cheeks(7.5, 18, 1.7),
    ],
  },
  sparrow: {
    ground: '#d7c4d9',
    marks: [
      ...inked('#efe3cf', 'M24 8C13 8 7 17 8 27c1 9 7 14 16 14s15-5 16-14C41 17 35 8 24 8Z'),
      ['#8d5a36', 'M24 8.5C14 8.5 8.5 16 8.5 24c4-6 9-6 11-3c2-3 7-3 9 0c2-3 7-3 11 3c0-8-5.5-15.5-15.5-15.5Z'],
      [INK, o(13, 33, 2.8, 3) + o(35, 33, 2.8, 3) + 'M20 38h8v3.5c-3 .6-5 .6-8 0Z'],
      [PAPER, o(16.5, 25.5, 3) + o(31.5, 25.5, 3)], eyes(7.3, 25.7, 1.9), ...inked('#3d3a38', 'M20 27c2-2 6-2 8 0l-4 5Z', 1.2),
    ],
  },
  cat: {
    ground: '#f0cfa8',
    marks: [
      ...inked(PAPER, both((x) => `M${x(9)} 24L${x(9)} 6L${x(21)} 14Z`)),
      ...inked(PAPER, 'M24 13C13 13 7 20 7 28c0 8 8 13 17 13s17-5 17-13c0-8-6-15-17-15Z'),
      ['#d98a3d', 'M29 13.5c8 2 11.5 8 11.5 13c-5 1-9-3-11.5-13Z'], [INK, 'M9.5 25c3 1 6-3 6.5-10c-4 2-6.5 6-6.5 10Z'],
      [INK, 'M13 26c2-2.5 5-2.5 6.5 0M28.5 26c2-2.5 5-2.5 6.5 0', 2.2],
      [RED, 'M22 30h4l-2 2.4Z'], [INK, 'M24 32.5c-1 2.5-4 2.5-5 .8M24 32.5c1 2.5 4 2.5 5 .8M4 30l8 1M5 35l7-1M44 30l-8 1M43 35l-7-1', 1.3],
    ],
  },
};

const bot: Record<BotFace, Portrait> = {
  /* A raccoon dog with a leaf on its head. */
  tanuki: {
    ground: '#a9bda3',
    marks: [
      ...inked('#7c6248', o(12, 16, 5.5) + o(36, 16, 5.5)),
      ...inked('#a98a66', 'M24 13C11 13 5 22 6 30c6 8 12 11 18 11s12-3 18-11c1-8-5-17-18-17Z'),
      ['#43362c', 'M9 26c3-5 9-5 13-1c-2 6-9 9-13 6ZM39 26c-3-5-9-5-13-1c2 6 9 9 13 6Z'],
      [PAPER, o(17, 26.5, 2.7) + o(31, 26.5, 2.7)], [INK, o(17.3, 26.8, 1.5) + o(30.7, 26.8, 1.5)],
      [PAPER, o(24, 34, 6, 4.5)], [INK, o(24, 32, 2.6, 1.9)], [INK, 'M21 36.5c2 1.5 4 1.5 6 0', 1.4],
      ...inked('#5f8f3e', 'M24 14C16 11 16 5 24 2c8 3 8 9 0 12Z'), [PAPER, 'M24 13V5', 1.2],
    ],
  },
  /* A paper umbrella that opened its eye. */
  karakasa: {
    ground: '#c7cfe2',
    marks: [
      [INK, 'M24 2v5M24 38v6', 3],
      ...inked('#a6462f', 'M24 5L8 35c5 4 10 5 16 5s11-1 16-5Z'), ['#d9805e', 'M24 6l-6 33c2 .6 10 .6 12 0Z'],
      [INK, 'M24 6l-8.5 32M24 6l8.5 32', 1.1],
      ...inked(PAPER, o(24, 24, 6.5, 5.5)), [INK, o(24, 24.5, 3)], [PAPER, o(23, 23.2, 1)],
      [INK, 'M16 33c5 3 11 3 16 0', 1.6], ...inked('#e58f86', 'M23 34.3c0 6 1 9.5 3.5 9.5s2.5-5 1.5-9.8Z', 1.3),
    ],
  },
  /* The long-nosed mountain goblin with its small cap. */
  tengu: {
    ground: '#d6d8c4',
    marks: [
      [PAPER, 'M8 20C4 26 5 36 10 41c9 4 19 4 28 0c5-5 6-15 2-21Z'], [INK, 'M8 20C4 26 5 36 10 41c9 4 19 4 28 0c5-5 6-15 2-21', 1.6],
      ...inked('#c2452c', 'M24 10C14 10 10 17 10 25c0 9 6 15 14 15s14-6 14-15c0-8-4-15-14-15Z'),
      ...inked(INK, 'M19 10l2-7h6l2 7Z', 1),
      [PAPER, 'M12 21c2-3 7-3 9 0c-2 3-7 3-9 0ZM27 21c2-3 7-3 9 0c-2 3-7 3-9 0Z'], [INK, o(17, 20.8, 1.7) + o(31, 20.8, 1.7)],
      [INK, 'M11 17l9 2M37 17l-9 2', 2.6], [PAPER, 'M15 33c3-2 15-2 18 0c-2 4-16 4-18 0Z'],
      ...inked('#dd6a4d', 'M21.5 23h5l1.5 4c9 0 15 1 18.5 3.5C43 34 33 34 24 33c-4-1-4.5-6-2.5-10Z', 1.5),
    ],
  },
  /* The old cat with two tails. */
  nekomata: {
    ground: '#e2c7cf',
    marks: [
      [INK, 'M10 42C2 34 2 22 8 14M38 42c8-8 8-20 2-28', 4.5], ['#7fb0c9', 'M8 14c-4-3-3-8 0-11c1 4 5 6 0 11ZM40 14c4-3 3-8 0-11c-1 4-5 6 0 11Z'],
      ...inked('#4a4556', both((x) => `M${x(12)} 24L${x(13)} 9L${x(22)} 16Z`)),
      ...inked('#4a4556', 'M24 15c-9 0-13 6-13 12c0 8 6 13 13 13s13-5 13-13c0-6-4-12-13-12Z'),
      [GOLD, o(18, 26, 3.6, 3) + o(30, 26, 3.6, 3)], [INK, o(18, 26, 0.9, 2.8) + o(30, 26, 0.9, 2.8)],
      [BLUSH, 'M22.5 30h3l-1.5 2Z'], [PAPER, 'M24 32.5c-1.5 3-5 3-6.5 .5M24 32.5c1.5 3 5 3 6.5 .5M9 30l-5-1M9 33l-5 1M39 30l5-1M39 33l5 1', 1.3],
      [PAPER, 'M20 35l1 3l1.5-2.5ZM28 35l-1 3l-1.5-2.5Z'],
    ],
  },
  /* The spirit of an old tree: a stump with a sprout. */
  kodama: {
    ground: '#b8d3a0',
    marks: [
      ...inked('#7a5a3c', 'M11 16c1 8-1 14-4 19c4 1 5 0 7-1c1 4 0 7-1 9h22c-1-2-2-5-1-9c2 1 3 2 7 1c-3-5-5-11-4-19Z'),
      ...inked('#dcbf8e', o(24, 15.5, 13, 5)), ['#a9825a', o(24, 15.5, 8, 2.9), 1.2], ['#a9825a', o(24, 15.5, 3.6, 1.2), 1.2],
      [INK, 'M24 15V7', 2], ...inked('#5f8f3e', 'M24 9C17 10 13 6 13 3c6-2 11 1 11 6ZM24 8c0-5 4-7 9-6c1 4-3 7-9 6Z', 1.3),
      [PAPER, o(18, 28, 3.2, 3.6) + o(30, 28, 3.2, 3.6)], [INK, o(18.4, 28.4, 1.7, 2) + o(29.6, 28.4, 1.7, 2)],
      [INK, 'M20 35c2.5 2 5.5 2 8 0', 1.8],
    ],
  },
  /* The eater of bad dreams, with its trunk. */
  baku: {
    ground: '#c9c2e0',
    marks: [
      ...inked('#6f7fae', both((x) => `M${x(14)} 18C${x(6)} 12 ${x(3)} 17 ${x(5)} 26C${x(9)} 28 ${x(12)} 26 ${x(14)} 24Z`)),
      ...inked('#8b9ac6', 'M24 8C14 8 11 15 12 24c1 6 4 8 6 10c1 3-1 7 2 9c3 2 8 0 8-4c0-2 1-3 3-5c3-3 4-6 5-10C37 15 34 8 24 8Z'),
      [INK, 'M19 34c3 1.5 7 1.5 10 0M19.5 38c2 1 5 1 7.5 .2', 1.3], ['#e0c76a', 'M17 10c2-5 12-5 14 0c-4 3-10 3-14 0Z'],
      [INK, 'M15 22c2 2.5 5 2.5 6.5 0M26.5 22c2 2.5 5 2.5 6.5 0', 2.2],
      ...inked(PAPER, both((x) => `M${x(17)} 30C${x(14)} 33 ${x(13)} 36 ${x(14)} 39C${x(17)} 37 ${x(18)} 34 ${x(19.5)} 32Z`), 1.2),
    ],
  },
  /* The wall that stands in the way at night. */
  nurikabe: {
    ground: '#e3d3b0',
    marks: [
      ...inked('#9b9488', 'M8 9c10-3 22-3 32 0c2 10 2 21 0 31c-10 2-22 2-32 0c-2-10-2-21 0-31Z'),
      ['#7d766b', 'M8 17h14v1.6H8ZM27 17h13v1.6H27ZM8 35h9v1.6H8ZM31 35h9v1.6h-9ZM15 10h1.6v7H15ZM33 18h1.6v6H33ZM14 36h1.6v4H14Z'],
      [PAPER, o(16, 25, 3.3, 2.6) + o(32, 25, 3.3, 2.6)], [INK, o(16.5, 25.3, 1.6) + o(31.5, 25.3, 1.6)],
      [INK, 'M12 22c2-1.5 5-1.5 8 .5M36 22c-2-1.5-5-1.5-8 .5', 1.6], [INK, 'M18 32c4 1.5 8 1.5 12 0', 2],
    ],
  },
  /* The mermaid with a beak who foretells good harvests. */
  amabie: {
    ground: '#a8cfd0',
    marks: [
      ...inked('#3f6d86', 'M24 5C11 5 6 15 7 27c0 6-2 10-4 14c7 1 11-1 14-4h14c3 3 7 5 14 4c-2-4-4-8-4-14C42 15 37 5 24 5Z'),
      ...inked('#f3e2cb', 'M24 12C15 12 12 18 13 26c1 8 6 13 11 13s10-5 11-13c1-8-2-14-11-14Z'),
      ['#3f6d86', 'M13 22c3-1 5-5 6-9c3 3 7 3 10 0c1 4 3 8 6 9C36 12 30 8.5 24 8.5S12 12 13 22Z'],
      [PAPER, o(18.5, 25, 3) + o(29.5, 25, 3)], [INK, o(18.5, 25, 1.7) + o(29.5, 25, 1.7)], [INK, o(18.5, 25, 3) + o(29.5, 25, 3), 1.1],
      ...inked(GOLD, 'M19 31c3-3 7-3 10 0c-2 4-3 5.5-5 5.5s-3-1.5-5-5.5Z', 1.3), [INK, 'M19.5 31.3h9', 1.2], cheeks(9, 30, 2),
    ],
  },
};

const portraits: Record<Face | BotFace, Portrait> = { ...person, ...bot };

function svg({ ground, marks }: Portrait): string {
  const drawn = marks.map(([colour, d, line]) =>
    (line ? `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${line}" stroke-linecap="round" stroke-linejoin="round"/>` : `<path d="${d}" fill="${colour}"/>`));
  const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><defs><clipPath id="r"><circle cx="24" cy="24" r="23"/></clipPath></defs>';
  return `${head}<circle cx="24" cy="24" r="23" fill="${ground}"/><g clip-path="url(#r)">${drawn.join('')}</g><circle cx="24" cy="24" r="23" fill="none" stroke="${INK}" stroke-width="1.5"/></svg>`;
}

const addresses = new Map<string, string>();

export const isDrawn = (face: string): boolean => Object.hasOwn(portraits, face);

/** The picture of a face as an address; undefined for one that is not drawn here. */
export function faceAddress(face: string): string | undefined {
  if (!isDrawn(face)) return undefined;
  let address = addresses.get(face);
  if (!address) addresses.set(face, (address = `data:image/svg+xml,${encodeURIComponent(svg(portraits[face as Face | BotFace]))}`));
  return address;
}
