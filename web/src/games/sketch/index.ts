import { language } from '../../lib/i18n.svelte';
import type { GameEntry } from '../types';

export const entry: GameEntry = {
  minutes: 20,
  // Those who read French have the French edition at home.
  options: {
    edition: {
      get values() {
        return language() === 'fr' ? ['fr', 'en'] : ['en', 'fr'];
      },
    },
  },
  load: () => import('./table'),
  lesson: () => import('./Lesson.svelte'),
};
