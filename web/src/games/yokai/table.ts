// What the table is made of.
import { t } from '../../lib/i18n.svelte';
import type { Now, Seat } from '../../lib/protocol';
import type { Choices } from '../types';
import { stepOf, takeStep } from './path';
import { placeSaid } from './pathwords';

export { default as board } from './Board.svelte';
export { default as ending } from './Ending.svelte';
export { default as rank } from './RankLamps.svelte';
export { words } from './words';

/** A game that is over is a step on the path; a new best is worth a word. */
export function ended(_: Choices, now: Now, mine: readonly Seat[]): (() => string) | undefined {
  const step = stepOf(now, mine);
  return step && takeStep(step) ? () => t('ui.end.best', { where: placeSaid(step) }) : undefined;
}
