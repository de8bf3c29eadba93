// One person's path through Yokai (Y36): the best rank so far, by number of players and by the rules
// in force. Its form is that of docs/path.md, shared with the terminal.
import type { Now, Seat } from '../../lib/protocol';
import { yokai } from '../../made/facts';
import type { YokaiView } from './view';

/** From the worst to the best. */
export const RANKS = yokai.ranks;
export type Rank = (typeof RANKS)[number];
export type Players = keyof typeof yokai.hints;
export const PLAYERS = Object.keys(yokai.hints) as Players[];
export type Path = Partial<Record<Players, Record<string, Rank>>>;

/** Every combination of rules, in the order of counting. */
export const COMBINATIONS: readonly string[] = yokai.combinations.map(({ name }) => name);
/** Those that are levels, from 1 on. */
export const LEVELS: readonly string[] = yokai.levels;

/** Whether so many can play by these rules. */
export const fits = (combination: string, players: Players): boolean =>
  yokai.combinations.some(({ name, players: least }) => name === combination && least <= Number(players));

/** The path in this text; undefined when any of it is not as it should be. */
export function readPath(text: string): Path | undefined {
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(read)) return undefined;
  const { path: version, yokai = {}, ...unknown } = read;
  if (version !== 1 || !isObject(yokai) || Object.keys(unknown).length) return undefined;
  const path: Path = {};
  for (const [players, ranks] of Object.entries(yokai)) {
    if (!(PLAYERS as readonly string[]).includes(players) || !isObject(ranks)) return undefined;
    for (const [combination, rank] of Object.entries(ranks))
      if (!fits(combination, players as Players) || !(RANKS as readonly unknown[]).includes(rank)) return undefined;
    path[players as Players] = ranks as Record<string, Rank>;
  }
  return path;
}

export function writePath(path: Path): string {
  const yokai: Path = {};
  for (const players of PLAYERS) {
    const ranks = Object.fromEntries(COMBINATIONS.filter((name) => path[players]?.[name]).map((name) => [name, path[players]![name]!]));
    if (Object.keys(ranks).length) yokai[players] = ranks;
  }
  return JSON.stringify({ path: 1, yokai });
}

const isBetter = (rank: Rank, than: Rank | undefined): boolean => than === undefined || RANKS.indexOf(rank) > RANKS.indexOf(than);

/** Two paths as one: the better rank in every place. */
export function joined(one: Path, other: Path): Path {
  const path: Path = {};
  for (const players of PLAYERS) {
    const ranks = { ...one[players] };
    for (const [name, rank] of Object.entries(other[players] ?? {})) if (isBetter(rank, ranks[name])) ranks[name] = rank;
    if (Object.keys(ranks).length) path[players] = ranks;
  }
  return path;
}

export interface Step {
  players: Players;
  combination: string;
  rank: Rank;
}

/** What a finished game adds, if it counts: one of `mine` was in a seat to its end (Y36). */
export function stepOf({ status, result, seats, view }: Now, mine: readonly Seat[]): Step | undefined {
  const combination = (view as YokaiView).count?.rules;
  if (status !== 'over' || !combination || !result?.rank || result.gave_up) return undefined;
  if (!seats.some(({ seat, who }) => who === 'person' && mine.includes(seat))) return undefined;
  return { players: String(seats.length) as Players, combination, rank: result.rank as Rank };
}

/** Whether the hint cards are those of the rulebook (Y5). */
export const asPrinted = (hints: string | undefined, players: number): boolean =>
  !hints || hints === yokai.hints[String(players) as Players].join('+');

// ---- Kept in this browser ----

const PLACE = 'zashiki.path';
/** A text that could not be read, so that it is not lost. */
const UNREAD = 'zashiki.path.unread';

function kept(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

/** The path of this browser; an empty one where there is none or it cannot be read. */
export const myPath = (): Path => readPath(kept() ?? '') ?? {};
/** Whether something is kept that is no path. */
export const isUnread = (): boolean => {
  const text = kept();
  return text !== null && !readPath(text);
};

/** Joins a path to this browser's. */
export function addPath(path: Path): void {
  try {
    if (isUnread()) localStorage.setItem(UNREAD, kept()!);
    localStorage.setItem(PLACE, writePath(joined(myPath(), path)));
  } catch {
    // No storage here: nothing is kept.
  }
}

/** Takes a step; true when it is a new best that was won. */
export function takeStep({ players, combination, rank }: Step): boolean {
  const best = isBetter(rank, myPath()[players]?.[combination]);
  if (best) addPath({ [players]: { [combination]: rank } });
  return best && rank !== 'lost';
}
