// What was chosen for a table, and what was chosen last time.
import { bestBot, usualBot } from '../games';
import type { Choices, Game } from '../games/types';
import { limits } from '../made/facts';
import { SEATS, type BotFace, type Seat } from './protocol';

export const CLOCKS = [0, 5, 10, 20] as const;
/** Seconds that a move adds to its player's time. */
export const STEPS = [0, 5, 10, 20] as const;
export type How = 'bot' | 'friends' | 'here';
export type Who = 'me' | 'friend' | 'bot';

/** Who may sit in a seat. The first is mine; at a server the others are friends with links. */
export const whosOf = (how: How, seat: Seat): readonly Who[] => (seat === 'A' ? ['me'] : how === 'friends' ? ['friend', 'bot'] : ['me', 'bot']);

export interface SeatChoice {
  seat: Seat;
  who: Who;
  name: string;
  bot: string;
  /** Which yokai it is, where a bot sits; not kept for next time. */
  yokai?: BotFace;
}

export interface Chosen {
  /** All options as they were clicked, `players` among them. */
  options: Choices;
  minutes: number;
  /** Seconds added by each move; they matter where there is a clock. */
  step: number;
  memory: boolean;
  /** Matters where several people play. */
  advice: boolean;
  /** Who plays on for a person who is gone; matters where several people play. */
  stand_in: string;
  /** As many as the game can have; those beyond `players` are not used. */
  seats: SeatChoice[];
}

const place = (game: string, how: How): string => `zashiki.choices.${game}.${how}`;

/** What was chosen last time, as far as it is still a choice; else the defaults. */
export function chosenLast(game: Game, how: How, myName: string): Chosen {
  let last: { options?: Choices; minutes?: unknown; step?: unknown; memory?: unknown; advice?: unknown; stand_in?: unknown; seats?: Partial<SeatChoice>[] } | null = null;
  try {
    last = JSON.parse(localStorage.getItem(place(game.id, how)) ?? 'null');
  } catch {
    // Nothing is kept, or nothing that can be read.
  }
  const options: Choices = {};
  const put = (name: string, values: readonly string[], usual = values[0] ?? ''): void => {
    const value = last?.options?.[name];
    const good = typeof value === 'string' && (values.length ? values.includes(value) : value.length <= limits.value);
    options[name] = good ? value : usual;
  };
  put('players', Array.from({ length: game.seats.max - game.seats.min + 1 }, (_, i) => String(game.seats.min + i)));
  for (const { name, values, usual } of game.options) put(name, values, usual);
  return {
    options,
    minutes: CLOCKS.find((minutes) => minutes === last?.minutes) ?? 0,
    step: STEPS.find((step) => step === last?.step) ?? 10,
    memory: last?.memory === true,
    advice: last?.advice === true,
    stand_in: game.bots.find((bot) => bot === last?.stand_in) ?? bestBot(game),
    seats: SEATS.slice(0, game.seats.max).map((seat, i) => {
      const kept = Array.isArray(last?.seats) ? last.seats[i] : undefined;
      const whos = whosOf(how, seat);
      const name = i === 0 ? myName : typeof kept?.name === 'string' ? kept.name.slice(0, limits.name) : '';
      return {
        seat, name,
        who: whos.find((who) => who === kept?.who) ?? (how === 'bot' ? whos.at(-1)! : whos[0]!),
        bot: game.bots.find((bot) => bot === kept?.bot) ?? usualBot(game),
      };
    }),
  };
}

/** What was chosen last time, but played as `set` says ("level=2&players=3"): options that it does not name are the usual ones. */
export function chosenFor(game: Game, how: How, myName: string, set: string): Chosen {
  const last = chosenLast(game, how, myName), wanted = new URLSearchParams(set);
  const put = (name: string, values: readonly string[], usual: string): void => {
    const value = wanted.get(name);
    last.options[name] = value !== null && values.includes(value) ? value : usual;
  };
  put('players', Array.from({ length: game.seats.max - game.seats.min + 1 }, (_, i) => String(game.seats.min + i)), last.options.players!);
  for (const { name, values, usual } of game.options) put(name, values, usual ?? values[0] ?? '');
  return last;
}

export function keepChoices(game: Game, how: How, chosen: Chosen): void {
  try {
    localStorage.setItem(place(game.id, how), JSON.stringify(chosen));
  } catch {
    // Forbidden or full: next time begins with the defaults.
  }
}
