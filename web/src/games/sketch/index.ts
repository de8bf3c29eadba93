import type { GameEntry } from '../types';

export const entry: GameEntry = {
  minutes: 20,
  load: () => import('./table'),
  lesson: () => import('./Lesson.svelte'),
};
