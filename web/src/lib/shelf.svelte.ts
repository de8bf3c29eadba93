// The tables of this browser: local games as text, remote ones as an address, a seat's token and its key.
import { INDEX, readShelf, textPlace } from './kept';
import type { BotFace, Now, Seat } from './protocol';
import { forgetSeeds } from './seeds';
import { makeSecret } from './wire';

export { getText } from './kept';

export interface Kept {
  id: string;
  kind: 'local' | 'remote';
  game: string;
  /** Local: the seats played at this screen. Remote: our own seat, if any. */
  mine: Seat[];
  /** Remote: the invitation or link by which we came, and those of seats that we may still give away. */
  token?: string;
  tokens?: Partial<Record<Seat, string>>;
  /** Remote: the keys that were made here, by the token that each was made for. */
  keys?: Record<string, string>;
  /** Remote: the secret of the last link to another device of ours. */
  link?: string;
  names: string[];
  /** Local: it follows the game's tutorial, which is not over. */
  tutorial?: boolean;
  /** Local: its first game began in the middle of a record (playon.ts), so that it is no result of its own. */
  tried?: boolean;
  status: Now['status'];
  /** It waits for us: we are to move, or to answer. */
  turn?: boolean;
  /** Our clock runs while it does. */
  clock?: boolean;
  updated: number;
  /** Remote, just opened by us: who is to sit where. */
  plan?: { seat: Seat; who: string; name: string; bot: string; yokai?: BotFace }[];
}

/** Finished games that are kept for replay. */
const FINISHED_KEPT = 20;

let list = $state.raw<Kept[]>(readShelf());
/** Whether the list lies in the storage: else that is full or forbidden, and the shelf lasts as long as the page. */
let stored = true;

function write(next: Kept[]): void {
  list = next.slice().sort((a, b) => b.updated - a.updated);
  try {
    localStorage.setItem(INDEX, JSON.stringify(list));
    stored = true;
  } catch {
    stored = false;
  }
}

export const shelf = (): Kept[] => list;
/** The shelf as other pages of this browser have left it. */
const now = (): Kept[] => (stored ? readShelf() : list);

/** Tables that go on, the most urgent first: those that wait for us with a clock, those that wait for us, the rest. */
export function going(kept: readonly Kept[]): Kept[] {
  const urgency = ({ turn, clock }: Kept): number => (turn ? (clock ? 2 : 1) : 0);
  return kept.filter(({ status }) => status !== 'over').sort((a, b) => urgency(b) - urgency(a) || b.updated - a.updated);
}

/** What a table that is looked at says about us. */
export function waits(now: Pick<Now, 'status' | 'actor' | 'asks_undo' | 'agreed' | 'clocks_ms'>, mine: readonly Seat[]): Pick<Kept, 'status' | 'turn' | 'clock'> {
  const asked = now.asks_undo !== undefined && mine.some((seat) => seat !== now.asks_undo && !now.agreed?.includes(seat));
  const turn = now.status === 'playing' && (asked || mine.includes(now.actor as Seat));
  return { status: now.status, turn, clock: turn && now.clocks_ms !== undefined };
}
/** What is kept of a table. Another page may have made the key of our seat meanwhile: who puts back what was known before would
 * lose it. */
export function find(id: string): Kept | undefined {
  const here = (kept: Kept): boolean => kept.id === id;
  return now().find(here) ?? list.find(here);
}

/** Adds a table or changes what is known of it. */
export function put(kept: Kept): void {
  const others = now().filter((other) => other.id !== kept.id);
  const over = others.filter((other) => other.status === 'over' && other.kind === 'local');
  const old = over.sort((a, b) => b.updated - a.updated).slice(FINISHED_KEPT - 1);
  for (const { id } of old) localStorage.removeItem(textPlace(id));
  write([kept, ...others.filter((other) => !old.includes(other))]);
}

const seat = (id: string): string => `zashiki.seat.${id}`;

/** Keeps a seat whose link was opened. Where this browser holds another seat of the same table, the
 * new one belongs to this tab alone; not where `gone`: what is kept here leads to no seat any more. */
export function putSeat(id: string, token: string, gone = false): void {
  const kept = find(id), tabs = sessionStorage.getItem(seat(id)) !== null;
  if (kept?.token && (tabs || (kept.token !== token && !gone))) sessionStorage.setItem(seat(id), token);
  else put({ id, kind: 'remote', game: '', names: [], status: 'open', mine: [], ...kept, token, updated: Date.now() });
}

/** The key for a seat whose token is kept here: the one there is, or a new one. It is kept before anybody is told of it. */
export function keyFor(id: string, token: string, anew = false): string {
  const kept = find(id);
  const known = anew ? undefined : kept?.keys?.[token];
  const key = known ?? makeSecret();
  if (kept && !known) put({ ...kept, keys: { ...kept.keys, [token]: key } });
  return key;
}

/** The table as this tab sits at it. */
export function forTab(id: string): Kept | undefined {
  const kept = find(id);
  const token = sessionStorage.getItem(seat(id));
  if (!kept || !token) return kept;
  const { plan: _, tokens: __, ...rest } = kept;
  return { ...rest, token };
}

/** Gives up what leads to no seat: what this tab alone came by, or else all that is kept of the table, where it is kept by that `link`,
 * if it was one. A link that somebody sends must not cost the seat that this browser has. */
export function giveUp(id: string, link?: string): void {
  if (sessionStorage.getItem(seat(id)) !== null) sessionStorage.removeItem(seat(id));
  else if (link === undefined || find(id)?.token === link) remove(id);
}

export function remove(id: string): void {
  forgetSeeds(id);
  localStorage.removeItem(textPlace(id));
  write(now().filter((kept) => kept.id !== id));
}

export function putText(id: string, table: string): void {
  try {
    localStorage.setItem(textPlace(id), table);
  } catch {
    // As above.
  }
}

export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(5));
  return Array.from(bytes, (byte) => (byte % 32).toString(32)).join('');
}
