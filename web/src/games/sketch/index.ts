import { language } from '../../lib/i18n.svelte';
import type { GameEntry } from '../types';

export const entry: GameEntry = {
  minutes: 20,
  memory: true,
  load: () => import('./table'),
  lesson: () => import('./Lesson.svelte'),
  signs: () => import('./Signs.svelte'),
  // Who reads French has the French rulebook.
  options: { edition: { get usual() { return language() === 'fr' ? 'fr' : 'en'; } } },
};
