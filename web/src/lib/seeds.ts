// Our part of fair shuffles (docs/fair.md): for each game on a server a seed to which we commit before it begins, kept here
// until the record can be compared with it.
import { SEATS, type Commits, type Seat } from './protocol';

export interface OwnSeed {
  seed: string;
  commit: string;
  /** The commitments that we had been told of when we handed it in. */
  told?: Commits;
}

/** So many of a table's are kept. */
const KEPT = 8;
const storage = (table: string): string => `zashiki.seeds.${table}`;
const place = (seat: Seat, game: number): string => `${seat}${game}`;

/** What this page has kept. Where it could not be stored it lasts as long as the page, and what is stored is older. */
const here = new Map<string, { seeds: Record<string, OwnSeed>; stored: boolean }>();

function seedsAt(table: string): Record<string, OwnSeed> {
  const mine = here.get(table);
  if (mine && !mine.stored) return mine.seeds;
  try {
    return (JSON.parse(localStorage.getItem(storage(table)) ?? 'null') as Record<string, OwnSeed> | null) ?? mine?.seeds ?? {};
  } catch {
    return mine?.seeds ?? {};
  }
}

function keep(table: string, seat: Seat, game: number, own: OwnSeed): void {
  const seeds = Object.fromEntries(Object.entries({ ...seedsAt(table), [place(seat, game)]: own }).slice(-KEPT));
  const kept = { seeds, stored: false };
  here.set(table, kept);
  try {
    localStorage.setItem(storage(table), JSON.stringify(seeds));
    kept.stored = true;
  } catch {
    // Full or forbidden.
  }
}

export const ownSeed = (table: string, seat: Seat, game: number): OwnSeed | undefined => seedsAt(table)[place(seat, game)];

/** The commitment to our seed for a game, which is made when there is none yet; undefined when that cannot be computed now. One that
 * was handed in is known: where a server begins that game anew, from a backup or to see the same cards again, it gets another. */
export async function commitTo(table: string, seat: Seat, game: number): Promise<string | undefined> {
  const known = (): string | undefined => {
    const own = ownSeed(table, seat, game);
    return own && !own.told ? own.commit : undefined;
  };
  const before = known();
  if (before) return before;
  try {
    const { commitment, hex } = await import('./fair');
    // Who presses twice asks twice, and the first that arrives may begin the game.
    const meanwhile = known();
    if (meanwhile) return meanwhile;
    const seed = crypto.getRandomValues(new Uint8Array(32));
    const own = { seed: hex(seed), commit: commitment(seat, seed) };
    keep(table, seat, game, own);
    return own.commit;
  } catch {
    return undefined;
  }
}

const same = (one: Commits, other: Commits): boolean => (['server', ...SEATS] as const).every((who) => one[who] === other[who]);

/**
 * Our seed for a game whose commitments are these, which are remembered before it leaves this device; undefined when there is
 * none, or others were told before: whoever knows the seed must not commit to another one. Nor is it of use where another
 * device has committed for the seat.
 */
export function handIn(table: string, seat: Seat, game: number, told: Commits): string | undefined {
  const own = ownSeed(table, seat, game);
  if (!own || told[seat] !== own.commit || (own.told && !same(own.told, told))) return undefined;
  if (!own.told) keep(table, seat, game, { ...own, told });
  return own.seed;
}

/**
 * What this device sent and was told for a game, whichever seat it had. What it did not hand in counts for `mine` alone, a seat
 * at which there was no other device: elsewhere somebody else may have committed, and nothing is wrong.
 */
export function ownPart(table: string, game: number, mine?: Seat): { seat: Seat; commit: string; told?: Commits } | undefined {
  const seat = SEATS.find((one) => ownSeed(table, one, game)?.told) ?? mine;
  const own = seat && ownSeed(table, seat, game);
  return own && { seat, commit: own.commit, told: own.told };
}

export function forgetSeeds(table: string): void {
  here.delete(table);
  try {
    localStorage.removeItem(storage(table));
  } catch {
    // Nothing is kept here.
  }
}
