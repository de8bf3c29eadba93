// The games at this table. A game adds itself: its folder has an index.ts that says what it brings (GameEntry in types.ts).
import type { Game, GameEntry, GamePage, Loaded } from './types';

const entries = import.meta.glob<GameEntry>('./*/index.ts', { eager: true, import: 'entry' });

const known: Game[] = Object.entries(entries).map(([path, { facts, load, ...rest }]) => ({
  id: path.split('/')[1]!,
  ...facts,
  ...rest,
  load: async () => {
    const brought: Partial<Loaded> = (await load?.()) ?? {};
    return {
      ...brought,
      board: brought.board ?? (await import('./PlainBoard.svelte')).default,
      words: brought.words ?? (await import('./plain')).words,
    };
  },
}));

/** The games that the home page shows. */
export const games: readonly Game[] = known.filter(({ hidden }) => !hidden);
export const findGame = (id: string): Game | undefined => known.find((game) => game.id === id);
/** A page that a game has of its own. */
export const findPage = (at: string): GamePage | undefined => known.map(({ page }) => page).find((page) => page?.at === at);
/** Who sits down when nobody has chosen a bot. */
export const usualBot = (game: Game | undefined): string => game?.bots.find((bot) => bot === 'normal') ?? bestBot(game);
/** The strongest of a game's bots, who gives advice. */
export const bestBot = (game: Game | undefined): string => game?.bots[game.bots.length - 1] ?? 'random';
/** "2" or "2–4". */
export const seatsOf = ({ seats: { min, max } }: Game): string => (min === max ? String(min) : `${min}–${max}`);
