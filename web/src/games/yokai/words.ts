// Yokai in the reader's language: tell.ts, spoken.
import { speak, speakAll, spoken } from '../speak';
import type { Words } from '../types';
import { described, ending, expectation, logOf, refusalSaid } from './tell';
import { readMove, type YokaiView } from './view';
import { would } from './would';

export const words: Words<YokaiView> = {
  move: ({ entry, before, after, names }) => speakAll(logOf(entry, before, after, names)) || undefined,
  expects: (view, _, mine) => speak(expectation(view, mine)),
  ended: (result) => {
    const how = ending(result);
    return how && speak(how);
  },
  refusalArgs: (refused) => refusalSaid(refused).map((arg) => String(spoken(arg))),
  would: (move, now, you) => {
    const what = would(move, now.view, you);
    return what && speak(what);
  },
  describe: (move, view) => {
    const what = described(readMove(move), view);
    return what ? speak(what) : move;
  },
};
