// The games that are complete in the browser: a board and words of their own, a lid, a lesson, and rules and
// sentences in every language. What is demanded of them is looked at here and there in the tests; any other game may
// lack what it likes, and is shown plainly and in English.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const COMPLETE = ['sketch', 'yokai', 'yotei'];

/** Every game that the engine has. */
export const GAMES = readdirSync(join(__dirname, '../../src/games'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Whether a sentence belongs to a game that need not be complete. */
export const mayBeMissing = (key: string): boolean => {
  const [first] = key.split('.');
  return GAMES.includes(first!) && !COMPLETE.includes(first!);
};
