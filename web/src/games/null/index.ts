// Null, the template of games: nothing is brought, so that what a game has for nothing can be tried at #/new/null.
import type { GameEntry } from '../types';

export const entry: GameEntry = { hidden: true };
