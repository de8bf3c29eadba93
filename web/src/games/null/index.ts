// What Null brings to the browser. All of it may be missing (GameEntry): then the board is plain, the words are its notation.
import type { GameEntry } from '../types';

export const entry: GameEntry = {
  hidden: true, // the template of tools/new-game is not on the home page
};
