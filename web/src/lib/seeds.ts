// Our part of fair shuffles (docs/fair.md): for each game on a server a seed to which we commit before it begins, kept here
// until the record can be compared with it.
import type { Seat } from './protocol';

export interface OwnSeed {
  seed: string;
  commit: string;
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

export const ownSeed = (table: string, seat: Seat, game: number): OwnSeed | undefined => seedsAt(table)[place(seat, game)];

/** The commitment to our seed for a game, which is made when there is none yet; undefined when that cannot be computed now. */
export async function commitTo(table: string, seat: Seat, game: number): Promise<string | undefined> {
  const known = ownSeed(table, seat, game);
  if (known) return known.commit;
  try {
    const { commitment, hex } = await import('./fair');
    const seed = crypto.getRandomValues(new Uint8Array(32));
    const own = { seed: hex(seed), commit: commitment(seat, seed) };
    const all = Object.entries({ ...seedsAt(table), [place(seat, game)]: own }).slice(-KEPT);
    here.set(table, Object.fromEntries(all));
    localStorage.setItem(storage(table), JSON.stringify(Object.fromEntries(all)));
    return own.commit;
  } catch {
    return ownSeed(table, seat, game)?.commit;
  }
}

export function forgetSeeds(table: string): void {
  here.delete(table);
  try {
    localStorage.removeItem(storage(table));
  } catch {
    // Nothing is kept here.
  }
}
