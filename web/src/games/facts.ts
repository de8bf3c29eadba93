// What the engine says about a game (made/facts.ts), as the screens want it.
import { games } from '../made/facts';
import type { Choices, Facts, Game, GameEntry, Option } from './types';

interface Known {
  name: string;
  seats: { min: number; max: number };
  together: boolean;
  silent: boolean;
  options: readonly Pick<Option, 'name' | 'values' | 'apart'>[];
  bots: readonly string[];
}
const known: Record<string, Known> = games;
export const ids: readonly string[] = Object.keys(games);

/** Bots that people are offered; all that know the game, where it has none of these. */
const OFFERED = ['easy', 'normal', 'strong'];

/** The facts of a game, its options as the game shows them. */
export function factsOf(id: string, shown: GameEntry['options'] = {}): Facts {
  const { name, bots, options, ...rest } = known[id]!;
  const offered = bots.filter((bot) => OFFERED.includes(bot));
  return {
    id, title: name, ...rest,
    // How many play is asked by itself. A getter among what is shown stays one.
    options: options.filter((option) => option.name !== 'players').map((option) =>
      Object.defineProperties({ ...option }, Object.getOwnPropertyDescriptors(shown[option.name] ?? {})) as Option),
    bots: offered.length ? offered : bots,
  };
}

/** What is chosen for every option, where what was clicked does not go with the rest: the first value that does. */
export function inForce(game: Game, chosen: Choices): Choices {
  const settled: Choices = game.seats.min < game.seats.max ? { players: chosen.players! } : {};
  for (const { name } of game.options) settled[name] = valueOf(game, name, chosen);
  return settled;
}

/** The values of an option that go with the others in force. */
export function allowed(game: Game, name: string, chosen: Choices): readonly string[] {
  const { values, apart } = game.options.find((option) => option.name === name)!;
  return values.filter((value) => !apart.some((one) => one.value === value && valueOf(game, one.other, chosen) === one.beside));
}

/** An option yields to those that it is held apart from, never the other way round, so that this ends. */
function valueOf(game: Game, name: string, chosen: Choices): string {
  const option = game.options.find((one) => one.name === name);
  if (!option?.values.length) return chosen[name]!;
  const among = allowed(game, name, chosen);
  return among.includes(chosen[name]!) ? chosen[name]! : among[0]!;
}
