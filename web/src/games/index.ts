// The games at this table: those of the engine, in its order. A game brings what it has for the browser in a folder of its
// name, whose index.ts says so (GameEntry in types.ts).
import { say } from '../lib/i18n.svelte';
import { factsOf, ids } from './facts';
import type { Choices, Game, GameEntry, GamePage, Loaded } from './types';

const entries = import.meta.glob<GameEntry>('./*/index.ts', { eager: true, import: 'entry' });

const known: Game[] = ids.map((id) => {
  const { load, options, ...rest }: GameEntry = entries[`./${id}/index.ts`] ?? {};
  const facts = factsOf(id, options);
  const bring = async (): Promise<Loaded> => {
    const brought: Partial<Loaded> = (await load?.()) ?? {};
    return (game.loaded = {
      ...brought,
      board: brought.board ?? (await import('./PlainBoard.svelte')).default,
      words: brought.words ?? (await import('./plain')).words,
    });
  };
  const game: Game = {
    ...facts,
    ...rest,
    get title() {
      return say(`${id}.title`) ?? facts.title;
    },
    load: async () => game.loaded ?? bring(),
  };
  return game;
});

/** The games that the home page shows. */
export const games: readonly Game[] = known.filter(({ hidden }) => !hidden);
export const findGame = (id: string): Game | undefined => known.find((game) => game.id === id);
/** A page that a game has of its own. */
export const findPage = (at: string): GamePage | undefined => known.map(({ page }) => page).find((page) => page?.at === at);
/** What is played when nobody chooses: only what is not the engine's own default. */
export const usualOptions = (game: Game): Choices =>
  Object.fromEntries(game.options.filter(({ usual }) => usual !== undefined).map(({ name, usual }) => [name, usual!]));
/** Who sits down when nobody has chosen a bot. */
export const usualBot = (game: Game | undefined): string => game?.bots.find((bot) => bot === 'normal') ?? bestBot(game);
/** The strongest of a game's bots, who gives advice. */
export const bestBot = (game: Game | undefined): string => game?.bots[game.bots.length - 1] ?? 'random';
/** "2" or "2–4". */
export const seatsOf = ({ seats: { min, max } }: Game): string => (min === max ? String(min) : `${min}–${max}`);
