// Null, the template of games: nothing is brought, so that what a game has for nothing can be tried at #/new/null.
import type { GameEntry } from '../types';

export const entry: GameEntry = {
  hidden: true,
  facts: {
    title: 'Null',
    seats: { min: 2, max: 2 },
    together: false,
    options: [{ name: 'rounds', values: ['2', '1', '3'] }, { name: 'first', values: ['A', 'B'] }],
    bots: ['random'],
  },
};
