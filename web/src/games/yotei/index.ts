import { keptSets } from '../../lib/cardsets';
import type { Choices, GameEntry } from '../types';

/** A player who begins sits at the table. */
const isSeated = (value: string, { players }: Choices): boolean => value === 'random' || 'ABCD'.indexOf(value) < Number(players);

export const entry: GameEntry = {
  minutes: 45,
  load: () => import('./table'),
  lesson: () => import('./Lesson.svelte'),
  page: { at: 'cards', title: 'ui.cards.title', icon: 'log', inside: true, load: () => import('./Cards.svelte') },
  facts: {
    title: 'Yōtei',
    seats: { min: 2, max: 4 },
    together: false,
    options: [
      { name: 'cards', get values() { return ['niseko-1', 'niseko-2', ...keptSets().map(({ name }) => name)]; }, page: { href: '#/cards', says: 'ui.cards.title' } },
      { name: 'first', folded: true, values: ['random', 'A', 'B', 'C', 'D'], allows: isSeated },
    ],
    bots: ['easy', 'normal', 'strong'],
  },
};
