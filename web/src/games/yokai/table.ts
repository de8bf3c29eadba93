// What the table is made of.
import { t } from '../../lib/i18n.svelte';
import type { Now, Seat } from '../../lib/protocol';
import type { Played } from '../types';
import { asPrinted, stepOf, takeStep } from './path';
import { placeSaid } from './pathwords';

export { default as board } from './Board.svelte';
export { default as ending } from './Ending.svelte';
export { default as rank } from './RankLamps.svelte';
export { words } from './words';

/** A game that is over is a step on the path, if it was played as printed and without help; a new best is worth a word. */
export function ended({ options, helped }: Played, now: Now, mine: readonly Seat[]): (() => string) | undefined {
  const step = helped || !asPrinted(options.hints, now.seats.length) ? undefined : stepOf(now, mine);
  return step && takeStep(step) ? () => t('ui.end.best', { where: placeSaid(step) }) : undefined;
}
