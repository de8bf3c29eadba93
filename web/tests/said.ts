// Sentences to be, as one line each: a key without its game, and the arguments.
import type { Arg, Said } from '../src/games/said';

export function linesOf(game: string): { line: (what: Said) => string; arg: (what: Arg) => string } {
  const arg = (what: Arg): string => (typeof what !== 'object' ? String(what) : 'row' in what ? what.row.map(arg).join(', ') : 'list' in what ? `[${what.list.map(arg).join(', ')}]` : line(what));
  const line = ({ key, args }: Said): string =>
    key.replace(`${game}.`, '') + (args ? ` ${Object.entries(args).map(([name, value]) => `${name}=${arg(value)}`).join(' ')}` : '');
  return { line, arg };
}
