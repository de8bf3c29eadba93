// The games at this table. Another one sits down by being added here.
import type { Component } from 'svelte';
import type { Announced, BoardProps, Game, Words } from './types';

const boards = import.meta.glob<{ default: Component<BoardProps<never>> }>('./*/Board.svelte');

/** The game's own board, or the plain one until it has one. */
async function boardOf(id: string): Promise<Component<BoardProps<never>>> {
  const load = boards[`./${id}/Board.svelte`] ?? (() => import('./PlainBoard.svelte'));
  return ((await load()) as { default: Component<BoardProps<never>> }).default;
}

const sketch: Game = {
  id: 'sketch',
  title: 'Yokai Sketch',
  japanese: '妖怪',
  seats: 2,
  options: [
    { name: 'edition', values: ['en', 'fr'] },
    { name: 'first', values: ['random', 'A', 'B'] },
  ],
  bots: ['random', 'greedy'],
  minutes: 20,
  load: async () => {
    const [board, words, ending] = await Promise.all([boardOf('sketch'), import('./sketch/words'), import('./sketch/Ending.svelte')]);
    return { board, words: words.words as unknown as Words, ending: ending.default };
  },
};

export const games: readonly Game[] = [sketch];
export const announced: readonly Announced[] = [
  { id: 'yokai', title: 'Yokai', japanese: '妖怪', seats: '2–4' },
  { id: 'yotei', title: 'Yōtei', japanese: '羊蹄', seats: '2–4' },
];
export const findGame = (id: string): Game | undefined => games.find((game) => game.id === id);
