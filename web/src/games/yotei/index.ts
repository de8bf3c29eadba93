import { keptSets, shippedSets } from '../../lib/cardsets';
import type { GameEntry } from '../types';

export const entry: GameEntry = {
  minutes: 45,
  memory: true,
  load: () => import('./table'),
  lesson: () => import('./Lesson.svelte'),
  signs: () => import('./Signs.svelte'),
  page: { at: 'cards', title: 'yotei.set.title', icon: 'log', inside: true, load: () => import('./Cards.svelte') },
  options: {
    cards: { get values() { return [...shippedSets, ...keptSets().map(({ name }) => name)]; }, page: { href: '#/cards', says: 'yotei.set.title' } },
    first: { folded: true },
  },
};
