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

/** Where nothing can be stored they last as long as the page. */
const here = new Map<string, Record<string, OwnSeed>>();

function seedsAt(table: string): Record<string, OwnSeed> {
  try {
    return (JSON.parse(localStorage.getItem(storage(table)) ?? 'null') as Record<string, OwnSeed> | null) ?? here.get(table) ?? {};
  } catch {
    return here.get(table) ?? {};
  }
}

function keep(table: string, seat: Seat, game: number, own: OwnSeed): void {
  const all = Object.entries({ ...seedsAt(table), [place(seat, game)]: own }).slice(-KEPT);
  here.set(table, Object.fromEntries(all));
  localStorage.setItem(storage(table), JSON.stringify(Object.fromEntries(all)));
}

export const ownSeed = (table: string, seat: Seat, game: number): OwnSeed | undefined => seedsAt(table)[place(seat, game)];

/** The commitment to our seed for a game, which is made when there is none yet; undefined when that cannot be computed now. */
export async function commitTo(table: string, seat: Seat, game: number): Promise<string | undefined> {
  const known = ownSeed(table, seat, game);
  if (known) return known.commit;
  try {
    const { commitment, hex } = await import('./fair');
    const seed = crypto.getRandomValues(new Uint8Array(32));
    const own = { seed: hex(seed), commit: commitment(seat, seed) };
    keep(table, seat, game, own);
    return own.commit;
  } catch {
    return ownSeed(table, seat, game)?.commit;
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
  try {
    if (!own.told) keep(table, seat, game, { ...own, told });
  } catch {
    // It is kept as long as the page.
  }
  return own.seed;
}

/** What this device sent and was told for a game, whichever seat it had. */
export function ownPart(table: string, game: number): { seat: Seat; commit: string; told?: Commits } | undefined {
  const seat = SEATS.find((one) => ownSeed(table, one, game));
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
