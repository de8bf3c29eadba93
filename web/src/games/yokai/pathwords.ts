// The stations of the path in the reader's language.
import { say, t } from '../../lib/i18n.svelte';
import type { Step } from './path';

/** A combination of rules: "Stacked hints + Goal shape". */
export const rulesSaid = (combination: string): string =>
  combination.split('+').map((rule) => say(`yokai.path.${rule}`) ?? rule).join(' + ');

/** Where on the path: "Stacked hints, 3 players". */
export const placeSaid = ({ combination, players }: Step): string => t('yokai.path.where', { rules: rulesSaid(combination), n: players });
