// The log in sentences: the game says what its moves mean, the table says the rest.
import type { Names, Words } from '../games/types';
import { say, t } from './i18n.svelte';
import type { Picture } from './picture';
import { faceOf, yokaiName } from './faces';
import { SEATS, type Entry, type Now, type Seat, type SeatState } from './protocol';

export interface Line {
  event: number;
  by: Seat | 'chance';
  said: string;
  /** A move of the game, as against talk about it. */
  move: boolean;
  /** Taken back since. */
  undone: boolean;
  /** A new game begins here. */
  begins: boolean;
}

export function nameOf(state: SeatState | undefined): string {
  if (!state) return '';
  if (state.who === 'open') return t(`ui.seat.${state.seat}`);
  if (state.who === 'bot') return yokaiName(faceOf(state)!);
  return state.name || t(`ui.seat.${state.seat}`);
}

export const botName = (bot: string | undefined): string =>
  (bot && say(`ui.bot.${bot}`)) || (bot ?? '');

/** The end of a name after which Japanese has no blank. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー）]$/u;

/** Names that are told apart: those that several have get their seat's letter. */
export function distinct(names: readonly string[]): Names {
  const isShared = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
  return Object.fromEntries(names.map((name, i) => [SEATS[i]!, isShared(name) ? name + (UNSPACED.test(name) ? '' : ' ') + SEATS[i]! : name]));
}

export const namesOf = (now: Now): Names => distinct(now.seats.map(nameOf));

function sits(entry: Entry): string {
  const state = entry.sits!;
  const args = { who: nameOf(state), seat: t(`ui.seat.${state.seat}`), bot: botName(state.bot) };
  switch (state.who) {
    case 'open': return t('ui.log.leaves', args);
    case 'bot': return t('ui.log.bot', args);
    case 'stand_in': return t('ui.log.stand_in', args);
    default: return t('ui.log.sits', args);
  }
}

function sayEntry(entry: Entry, before: Entry | undefined, words: Words | undefined, names: Names): string | undefined {
  const who = entry.by === 'chance' ? '' : (names[entry.by] ?? entry.by);
  switch (entry.kind) {
    case 'move':
      return words?.move({ entry, before: before?.now?.view, after: entry.now?.view, names });
    case 'sit':
      return sits(entry);
    // Seeds come and go without a word, unless one is missing.
    case 'commit':
    case 'seed':
    case 'show':
      return undefined;
    default:
      return t(`ui.log.${entry.kind}`, { who });
  }
}

/** How many moves stood before an entry of which those before it are not known. */
function movesBefore(entry: Entry, began: Picture['began']): number {
  if (entry.event === began.event) return began.moves;
  return (entry.now?.moves ?? 0) - (entry.kind === 'move' ? 1 : 0);
}

/** Entries of moves that were taken back: `undo` keeps so many moves of the game on the table. */
export function undoneEvents({ entries, began }: Pick<Picture, 'entries' | 'began'>): Set<number> {
  const undone = new Set<number>();
  let line: number[] = [];
  for (const [i, entry] of entries.entries()) {
    if (!entry) continue;
    // What is not known stands there as event 0.
    if (i > 0 && !entries[i - 1]) line = Array.from({ length: movesBefore(entry, began) }, () => 0);
    if (entry.kind === 'move') line.push(entry.event);
    else if (entry.kind === 'undo') for (const event of line.splice(entry.keep ?? 0)) undone.add(event);
    else if (entry.kind === 'again') line = [];
  }
  return undone;
}

export function logLines(picture: Picture, words: Words | undefined): Line[] {
  const names = namesOf(picture.now);
  const undone = undoneEvents(picture);
  const lines: Line[] = [];
  picture.entries.forEach((entry, i) => {
    if (!entry) return;
    const said = sayEntry(entry, picture.entries[i - 1], words, names);
    if (said)
      lines.push({
        event: entry.event, by: entry.by, said,
        move: entry.kind === 'move', undone: undone.has(entry.event), begins: entry.kind === 'again',
      });
  });
  return lines;
}
