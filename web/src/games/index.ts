// The games at this table. Another one sits down by being added here.
import type { Component } from 'svelte';
import { keptSets, shippedSets } from '../lib/cardsets';
import { yokai as yokaiFacts } from '../made/facts';
import { fromEngine } from './facts';
import { plainWords, type BoardProps, type Game, type Loaded, type Words } from './types';

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

const sketch: Game = { ...fromEngine('sketch'), memory: false, minutes: 20, load: () => load('sketch') };

const yokai: Game = {
  ...fromEngine('yokai', {
    reconcile: { folded: true },
    stack: { folded: true },
    blind: { folded: true },
    shape: { folded: true },
    hints: { folded: true, example: ({ players }) => yokaiFacts.hints[players as '2'].join('+') },
    first: { folded: true },
  }),
  memory: true,
  minutes: 25,
  load: () => load('yokai'),
};

const yotei: Game = {
  ...fromEngine('yotei', {
    cards: { get values() { return [...shippedSets, ...keptSets().map(({ name }) => name)]; }, page: { href: '#/cards', says: 'ui.cards.title' } },
    first: { folded: true },
  }),
  memory: false,
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
