// Yōtei in the reader's language: tell.ts, spoken.
import { speak, speakAll, spoken } from '../speak';
import type { Words } from '../types';
import { described, ending, expectation, logOf, refusalSaid } from './tell';
import { readMove, type YoteiView } from './view';
import { would } from './would';

export const words: Words<YoteiView> = {
  move: ({ entry, before, after, names }) => speakAll(logOf(entry, entry.move === undefined ? undefined : readMove(entry.move), before, after, names)) || undefined,
  expects: (view, _, mine) => speak(expectation(view, mine)),
  ended: (result) => speakAll(ending(result)) || undefined,
  refusalArgs: (refused, names, view) => refusalSaid(refused, names, view).map((arg) => String(spoken(arg))),
  would: (move, now) => speakAll(would(move, now)) || undefined,
  describe: (move, view, names) => {
    const what = described(readMove(move), view, names);
    return what ? speak(what) : move;
  },
};
