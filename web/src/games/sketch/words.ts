// Yokai Sketch in the reader's language: tell.ts, spoken.
import { speak, speakAll, spoken } from '../speak';
import type { Words } from '../types';
import { belowSaid, calledSaid, card, described, ending, expectation, foreseen, logOf, notebookSaid, refusalSaid, said, stackSaid } from './tell';
import { playsIn, readMove, type Card, type Colour, type Player, type Side, type SketchView, type Stack } from './view';

export const cardName = (name: Card): string => speak(card(name));
export const stackSentence = (stack: Stack, near: Side, nearName: string, farName: string): string =>
  speak(stackSaid(stack, near, nearName, farName));
export const calledSentence = (printed: Colour, colour: Colour): string => speak(calledSaid(printed, colour));
export const belowSentence = (stack: Stack): string => speakAll(belowSaid(stack));
export const notebookSentence = (name: string, player: Player): string => speakAll(notebookSaid(name, player));

export const words: Words<SketchView> = {
  move: ({ entry, before, after, names }) => speakAll(logOf(entry, before, after, names)) || undefined,
  expects: (view, _, mine) => speak(expectation(view, mine)),
  ended: (result, view) => speakAll(ending(result, view)) || undefined,
  refusalArgs: (refused) => refusalSaid(refused).map((arg) => String(spoken(arg))),
  would: (text, now, you, names) => {
    if (text === 'end') return speak(said('would.end'));
    const play = playsIn(now).find((one) => one.text === text);
    const seen = play && (you === 'A' || you === 'B') ? foreseen(play, you, names) : undefined;
    return seen && speakAll(seen.long);
  },
  describe: (move) => {
    const what = described(readMove(move));
    return what ? speak(what) : move;
  },
};
