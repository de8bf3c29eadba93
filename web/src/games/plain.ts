// Words for a game that has none of its own: its notation.
import { t } from '../lib/i18n.svelte';
import type { Words } from './types';

export const words: Words = {
  move: ({ entry, names }) => (entry.by === 'chance' ? entry.move : `${names[entry.by] ?? entry.by}: ${entry.move}`),
  expects: (_, __, mine) => t(mine ? 'ui.plain.mine' : 'ui.plain.theirs'),
  ended: () => undefined,
  refusalArgs: ({ args }) => args,
  describe: (move) => move,
};

/** Moves by their first word, in the order of the list: what stands after it tells them apart. */
export function grouped(moves: readonly string[]): { word: string; moves: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const move of moves) {
    const word = move.split(' ', 1)[0]!;
    groups.set(word, [...(groups.get(word) ?? []), move]);
  }
  return [...groups].map(([word, of]) => ({ word, moves: of }));
}
