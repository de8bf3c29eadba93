import { yokai } from '../../made/facts';
import type { GameEntry } from '../types';

export const entry: GameEntry = {
  minutes: 25,
  memory: true,
  load: () => import('./table'),
  lesson: () => import('./Lesson.svelte'),
  signs: () => import('./Signs.svelte'),
  page: { at: 'path', title: 'yokai.path.title', icon: 'flag', after: 'yokai.path.see', load: () => import('./Path.svelte') },
  options: {
    reconcile: { folded: true },
    stack: { folded: true },
    blind: { folded: true },
    // The rulebook has players choose their goal, so that at its level it is asked openly.
    shape: { folded: true, shown: ({ level }) => level === '5', drawn: (value) => (yokai.shapes as Partial<Record<string, string>>)[value] },
    hints: { folded: true, example: ({ players }) => yokai.hints[players as '2'].join('+') },
    first: { folded: true },
  },
};
