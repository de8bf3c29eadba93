// What the table is made of.
import { t } from '../../lib/i18n.svelte';
import type { Now, Seat } from '../../lib/protocol';
import type { Choices, Played } from '../types';
import { asPrinted, LEVELS, stepOf, takeStep } from './path';
import { placeSaid } from './pathwords';
import type { YokaiView } from './view';

export { default as board } from './Board.svelte';
export { default as ending } from './Ending.svelte';
export { default as rank } from './RankLamps.svelte';
export { words } from './words';

/** A game that is over is a step on the path, if it was played as printed and without help; a new best is worth a word. */
export function ended({ options, helped }: Played, now: Now, mine: readonly Seat[]): (() => string) | undefined {
  const step = helped || !asPrinted(options.hints, now.seats.length) ? undefined : stepOf(now, mine);
  return step && takeStep(step) ? () => t('ui.end.best', { where: placeSaid(step) }) : undefined;
}

/** After a level that was won comes the next. */
export function onward({ result, seats, view }: Now): { says: string; options: Choices } | undefined {
  const level = LEVELS.indexOf((view as YokaiView).count?.rules ?? '') + 1;
  if (!level || level === LEVELS.length || !result?.winners.length) return undefined;
  const next = String(level + 1) as '2';
  return { says: t('yokai.end.next', { level: t(`yokai.setup.level.${next}`) }), options: { players: String(seats.length), level: next } };
}
