// The games at this table. Another one sits down by being added here.
import type { Component } from 'svelte';
import { keptSets } from '../lib/cardsets';
import { plainWords, type BoardProps, type Choices, type Game, type Loaded, type Words } from './types';

// A game's folder has Lesson.svelte, Board.svelte, words.ts and perhaps Ending.svelte; without the latter
// three it is played plainly.
const boards = import.meta.glob<{ default: Component<BoardProps<never>> }>('./*/Board.svelte');
const endings = import.meta.glob<{ default: NonNullable<Loaded['ending']> }>('./*/Ending.svelte');
const lessons = import.meta.glob<{ default: Component<{ step: number }> }>('./*/Lesson.svelte');
const words = import.meta.glob<{ words: unknown }>('./*/words.ts');

async function load(id: string): Promise<Loaded> {
  const [board, said, ending] = await Promise.all([
    boards[`./${id}/Board.svelte`]?.() ?? import('./PlainBoard.svelte'),
    words[`./${id}/words.ts`]?.(),
    endings[`./${id}/Ending.svelte`]?.(),
  ]);
  return { board: board.default, words: (said?.words as Words | undefined) ?? plainWords, ending: ending?.default };
}

/** A player who begins sits at the table. */
const isSeated = (value: string, { players }: Choices): boolean => value === 'random' || 'ABCD'.indexOf(value) < Number(players);

const sketch: Game = {
  id: 'sketch',
  title: 'Yokai Sketch',
  seats: { min: 2, max: 2 },
  together: false,
  memory: false,
  options: [
    { name: 'edition', values: ['en', 'fr'] },
    { name: 'first', values: ['random', 'A', 'B'] },
  ],
  bots: ['easy', 'normal', 'strong'],
  minutes: 20,
  load: () => load('sketch'),
};

/** Y5: hint cards of one, two and three families, by number of players. */
const HINTS: Record<string, string> = { 2: '2+3+2', 3: '2+4+3', 4: '3+4+3' };

const yokai: Game = {
  id: 'yokai',
  title: 'Yokai',
  seats: { min: 2, max: 4 },
  together: true,
  memory: true,
  options: [
    { name: 'level', values: ['1', '2', '3', '4', '5'] },
    // Y35a: a level switches its one rule on, so that it cannot be off; Y31: not more than players.
    { name: 'reconcile', folded: true, values: ['0', '1', '2', '3', '4'], allows: (value, { level, players }) => (level !== '2' || value !== '0') && value <= players! },
    // With `blind` it has no effect.
    { name: 'stack', folded: true, values: ['off', 'on'], allows: (value, { level, blind }) => (level === '3' ? value === 'on' : value === 'off' || (level !== '4' && blind !== 'on')) },
    { name: 'blind', folded: true, values: ['off', 'on'], allows: (value, { level }) => (level === '4' ? value === 'on' : value === 'off' || level !== '3') },
    { name: 'shape', folded: true, values: ['none', 'random', 'spiral', 'square', 'lantern', 'crown', 'triangle', 'beam'], allows: (value, { level }) => level !== '5' || value !== 'none' },
    { name: 'hints', folded: true, values: [], example: ({ players }) => HINTS[players!]! },
    { name: 'first', folded: true, values: ['random', 'A', 'B', 'C', 'D'], allows: isSeated },
  ],
  bots: ['easy', 'normal', 'strong'],
  minutes: 25,
  load: () => load('yokai'),
};

const yotei: Game = {
  id: 'yotei',
  title: 'Yōtei',
  seats: { min: 2, max: 4 },
  together: false,
  memory: false,
  options: [
    { name: 'cards', get values() { return ['niseko-1', 'niseko-2', ...keptSets().map(({ name }) => name)]; }, page: { href: '#/cards', says: 'ui.cards.title' } },
    { name: 'first', folded: true, values: ['random', 'A', 'B', 'C', 'D'], allows: isSeated },
  ],
  bots: ['easy', 'normal', 'strong'],
  minutes: 45,
  load: () => load('yotei'),
};

export const games: readonly Game[] = [sketch, yokai, yotei];
export const findGame = (id: string): Game | undefined => games.find((game) => game.id === id);
/** Who sits down when nobody has chosen a bot. */
export const usualBot = (game: Game | undefined): string => game?.bots.find((bot) => bot === 'normal') ?? bestBot(game);
/** The strongest of a game's bots, who gives advice. */
export const bestBot = (game: Game | undefined): string => game?.bots[game.bots.length - 1] ?? 'random';
/** "2" or "2–4". */
export const seatsOf = ({ seats: { min, max } }: Game): string => (min === max ? String(min) : `${min}–${max}`);
/** The pictures of a game's lessons. */
export const lessonOf = async (id: string): Promise<Component<{ step: number }>> => (await lessons[`./${id}/Lesson.svelte`]!()).default;
