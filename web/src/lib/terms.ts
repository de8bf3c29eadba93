// What is being played, in words: edition, level, variants, card set, aids and clock.
import { bestBot } from '../games';
import type { Game } from '../games/types';
import { say, t } from './i18n.svelte';
import { botName, nameOf } from './log';
import type { Picture } from './picture';
import { SEATS, type Now, type Seat } from './protocol';

export interface Term {
  what: string;
  value: string;
}

/** The persons at a table, those among them for whom a bot stands in. */
export const peopleAt = ({ seats }: Now): number => seats.filter(({ who }) => who === 'person' || who === 'stand_in').length;

/** A value of an option in words, or the name of whoever sits there, or as it is. */
export function optionWord(game: Game, option: string, value: string, seatName: (seat: Seat) => string): string {
  return say(`${game.id}.setup.${option}.${value}`) ?? say(`${game.id}.${option}.${value}`) ?? (isSeat(value) ? seatName(value) : value);
}
const isSeat = (value: string): value is Seat => (SEATS as readonly string[]).includes(value);

/** What the options say: of a table, or of a record. */
export function ofOptions(game: Game, options: Picture['options'], seatName: (seat: Seat) => string): Term[] {
  // What is behind "more" is told where it was changed; free text that is empty is the usual.
  const told = game.options.filter(({ name, values, folded }) => options[name] && !(folded && options[name] === (values[0] ?? '')));
  // At a table a seat has somebody's name. A value that names its option again has shorter words here: "Level: 2, reconciliation".
  const worded = (name: string, value: string): string =>
    isSeat(value) ? seatName(value) : (say(`${game.id}.terms.${name}.${value}`) ?? optionWord(game, name, value, seatName));
  return told.map(({ name }) => ({ what: say(`${game.id}.setup.${name}`) ?? name, value: worded(name, options[name]!) }));
}

/** All that a table is played with. */
export function termsOf(game: Game, picture: Picture): Term[] {
  const { options, memory, advice, stand_in, clock_ms, clock_step_ms, now } = picture;
  const seatName = (seat: Seat): string => nameOf(now.seats.find((one) => one.seat === seat)) || seat;
  const terms = ofOptions(game, options, seatName);
  if (game.memory || memory) terms.push({ what: t('ui.setup.memory'), value: t(memory ? 'ui.setup.memory.on' : 'ui.setup.memory.off') });
  // Alone with bots one has advice anyway; a seat that is open may become a person's.
  const alone = peopleAt(now) + now.seats.filter(({ who }) => who === 'open').length < 2;
  if (!alone) {
    terms.push({ what: t('ui.setup.advice'), value: t(advice ? 'ui.setup.advice.on' : 'ui.setup.advice.off') });
    terms.push({ what: t('ui.setup.stand_in'), value: botName(stand_in ?? bestBot(game)) });
  }
  terms.push({ what: t('ui.setup.clock'), value: clockSaid(clock_ms, clock_step_ms) });
  return terms;
}

function clockSaid(clock_ms: number, step_ms: number): string {
  if (!clock_ms) return t('ui.setup.no_clock');
  const time = t('ui.setup.minutes', { n: Math.round(clock_ms / 6000) / 10 });
  return step_ms ? t('ui.terms.clock', { time, seconds: step_ms / 1000 }) : time;
}

/** The same in one line, for the log. */
export const termsSaid = (terms: readonly Term[]): string => terms.map((term) => t('ui.terms.one', { ...term })).join(' · ');
