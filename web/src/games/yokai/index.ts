import type { Choices, GameEntry } from '../types';

/** A player who begins sits at the table. */
const isSeated = (value: string, { players }: Choices): boolean => value === 'random' || 'ABCD'.indexOf(value) < Number(players);
/** Y5: hint cards of one, two and three families, by number of players. */
const HINTS: Record<string, string> = { 2: '2+3+2', 3: '2+4+3', 4: '3+4+3' };

export const entry: GameEntry = {
  minutes: 25,
  memory: true,
  load: () => import('./table'),
  lesson: () => import('./Lesson.svelte'),
  page: { at: 'path', title: 'ui.path.title', icon: 'flag', after: 'ui.end.path', load: () => import('./Path.svelte') },
  facts: {
    title: 'Yokai',
    seats: { min: 2, max: 4 },
    together: true,
    options: [
      { name: 'level', values: ['1', '2', '3', '4', '5'] },
      // Y35a: a level switches its one rule on, so that it cannot be off; Y31: not more than players.
      { name: 'reconcile', folded: true, values: ['0', '1', '2', '3', '4'], allows: (value, { level, players }) => (level !== '2' || value !== '0') && value <= players! },
      // With `blind` it has no effect.
      { name: 'stack', folded: true, values: ['off', 'on'], allows: (value, { level, blind }) => (level === '3' ? value === 'on' : value === 'off' || (level !== '4' && blind !== 'on')) },
      { name: 'blind', folded: true, values: ['off', 'on'], allows: (value, { level }) => (level === '4' ? value === 'on' : value === 'off' || level !== '3') },
      { name: 'shape', folded: true, values: ['none', 'random', 'spiral', 'square', 'lantern', 'crown', 'triangle', 'beam'], allows: (value, { level }) => level !== '5' || value !== 'none' },
      { name: 'hints', folded: true, values: [], example: ({ players }) => HINTS[players!]! },
      { name: 'first', folded: true, values: ['random', 'A', 'B', 'C', 'D'], allows: isSeated },
    ],
    bots: ['easy', 'normal', 'strong'],
  },
};
