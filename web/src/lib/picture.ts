// What one audience sees of a table: a snapshot and the events after it, folded, and nothing else.
// Every event carries all that is seen after it, so the fold is: keep the entries, show the last
// `now`.
import { limits } from '../made/facts';
import type { Commits, Entry, Incoming, Now, Seat, SeatState, Snapshot } from './protocol';

export interface Picture<View = unknown> {
  game: string;
  rules: number;
  options: Record<string, string>;
  you: Seat | undefined;
  clock_ms: number;
  clock_step_ms: number;
  /** The table helps to remember. */
  memory: boolean;
  /** Opened with advice, so that people have it who play with others. */
  advice: boolean;
  /** The level of its stand-in, unless it is the usual one. */
  stand_in: string | undefined;
  /**
   * Entry number n is at n - 1. A snapshot brings the last ones, without `now`; older ones are not known until `history`
   * brings them.
   */
  entries: (Entry<View> | undefined)[];
  /** The first entry of the snapshot, and how many moves stood before it. */
  began: { event: number; moves: number };
  now: Now<View>;
}

export type Folded<View = unknown> = Picture<View> | 'gap';

export function fromSnapshot<View>(snapshot: Snapshot<View>): Picture<View> {
  const older = snapshot.snapshot - snapshot.log.length;
  const entries = [...Array.from<undefined>({ length: older }), ...snapshot.log];
  const last = entries[entries.length - 1];
  if (last) entries[entries.length - 1] = { ...last, now: snapshot.now };
  return {
    game: snapshot.game,
    rules: snapshot.rules,
    options: snapshot.options,
    you: snapshot.you,
    clock_ms: snapshot.clock_ms ?? 0,
    clock_step_ms: snapshot.clock_step_ms ?? 0,
    memory: snapshot.memory ?? false,
    advice: snapshot.advice ?? false,
    stand_in: snapshot.stand_in,
    entries,
    began: { event: older + 1, moves: snapshot.moves_before ?? 0 },
    now: snapshot.now,
  };
}

/** The number of the last event in the picture. */
export const lastEvent = (picture: Picture | undefined): number => picture?.entries.length ?? 0;

/**
 * The picture after one more message. A new event must be the very next one; `gap` says that some
 * are missing and that the client has to join again. An event already known brings its `now`, as
 * an answer to `history` does.
 */
export function fold<View>(picture: Picture<View> | undefined, message: Incoming): Folded<View> | undefined {
  if (message.snapshot !== undefined) {
    const fresh = fromSnapshot(message as unknown as Snapshot<View>);
    if (picture) keepNows(fresh, picture);
    return fresh;
  }
  if (message.event === undefined) return picture;
  if (!picture) return 'gap';
  const { zashiki: _, table: __, request: ___, ...rest } = message;
  const entry = rest as unknown as Entry<View>;
  const known = picture.entries.length;
  if (entry.event > known + 1) return 'gap';
  if (entry.event === known + 1) {
    const before = entry.kind === 'forget' ? nameless(picture.entries, entry.by) : picture.entries;
    return { ...picture, entries: [...before, entry], now: entry.now ?? picture.now };
  }
  if (!entry.now || picture.entries[entry.event - 1]?.now) return picture;
  const entries = picture.entries.slice();
  entries[entry.event - 1] = entry;
  return { ...picture, entries };
}

/** Who has a name deleted has it deleted from what was told before, too. */
function nameless<View>(entries: Picture<View>['entries'], seat: string): Picture<View>['entries'] {
  const drop = (state: SeatState): SeatState => (state.seat === seat ? { ...state, name: '' } : state);
  return entries.map((entry) => {
    if (!entry?.sits && !entry?.now) return entry;
    const { sits, now } = entry;
    return { ...entry, ...(sits && { sits: drop(sits) }), ...(now && { now: { ...now, seats: now.seats.map(drop) } }) };
  });
}

/** After a new snapshot: what was seen of earlier entries is still true. */
function keepNows<View>(fresh: Picture<View>, old: Picture<View>): void {
  for (const entry of old.entries) {
    if (!entry?.now || entry.event > fresh.entries.length) continue;
    const same = fresh.entries[entry.event - 1];
    if (!same || (!same.now && same.time === entry.time && same.kind === entry.kind)) fresh.entries[entry.event - 1] = entry;
  }
}

/**
 * The last stretch of entries after the first `after` whose `now` is not known, at most `most` long: as many as one
 * `history` brings.
 */
export function missing(picture: Picture, after = 0, most: number = limits.history): { from: number; to: number } | undefined {
  const entries = picture.entries;
  // The latest first: they are looked at first.
  let to = entries.length;
  while (to > after && entries[to - 1]?.now) to--;
  if (to <= after) return undefined;
  let from = to;
  while (from > 1 && !entries[from - 2]?.now && to - from + 1 < most) from--;
  return { from, to };
}

/** Where the game on the table begins, as far as the entries are known: the entry after the last `again`. */
export function gameStart(picture: Pick<Picture, 'entries'>): number {
  return picture.entries.findLastIndex((entry) => entry?.kind === 'again') + 1;
}

/**
 * Fair shuffles: the commitments of the server and of those who take part in the game on the table, as far as it is
 * told who does; undefined while one of them is not known.
 */
export function commitments({ entries, now }: Picture): Commits | undefined {
  // What is not known yet may be another commitment, which counts instead of one before it.
  const last = (by: string): Entry | undefined => entries[entries.findLastIndex((entry) => !entry || (entry.kind === 'commit' && entry.by === by))];
  const server = last('chance');
  if (!server?.commit || server.event <= gameStart({ entries })) return undefined;
  const told: Commits = { server: server.commit };
  const seats = entries.slice(server.event).filter((entry) => entry?.kind === 'seed' || entry?.kind === 'late').map((entry) => entry!.by as Seat);
  for (const seat of [...(now.seeds ?? []), ...seats]) {
    const commit = last(seat)?.commit;
    if (!commit) return undefined;
    told[seat] = commit;
  }
  return told;
}

/** The draws of the game on the table as they were told, those that were undone too; undefined while not all of it is known. */
export function draws(picture: Picture): ReadonlyMap<number, string> | undefined {
  const entries = picture.entries.slice(gameStart(picture));
  if (!entries.every(Boolean)) return undefined;
  return new Map(entries.flatMap((entry) => (entry?.draw ? [[entry.draw, entry.move ?? '']] : [])));
}

/**
 * Our seat, if all that happened at the table is known, no other device of ours ever came to it, and what we committed to for the
 * game on the table was not taken back before it began: by a bot that stood in for us, or by somebody who wanted no other game.
 */
export function onlyOurs({ you, entries }: Picture): Seat | undefined {
  if (!you || !entries.every((entry) => entry && !(entry.kind === 'device' && entry.by === you))) return undefined;
  const start = gameStart({ entries }), server = entries.findLastIndex((entry) => entry?.kind === 'commit' && entry.by === 'chance');
  const ended = entries.slice(0, start).findLastIndex((entry) => ['move', 'resign', 'time'].includes(entry!.kind));
  const committed = entries.slice(0, Math.max(server, 0)).findLastIndex((entry) => entry?.kind === 'commit' && entry.by === you);
  const between = entries.slice(Math.max(ended, committed) + 1, Math.max(server, start));
  return between.some((entry) => entry?.kind === 'decline' || (entry?.sits?.seat === you && entry.sits.who !== 'person')) ? undefined : you;
}
