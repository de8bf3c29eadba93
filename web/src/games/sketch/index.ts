import type { GameEntry } from '../types';

export const entry: GameEntry = {
  minutes: 20,
  load: () => import('./table'),
  lesson: () => import('./Lesson.svelte'),
  facts: {
    title: 'Yokai Sketch',
    seats: { min: 2, max: 2 },
    together: false,
    options: [
      { name: 'edition', values: ['en', 'fr'] },
      { name: 'first', values: ['random', 'A', 'B'] },
    ],
    bots: ['easy', 'normal', 'strong'],
  },
};
