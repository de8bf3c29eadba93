// Playing on from the middle of a record: a new table of this browser that begins with its first moves. The
// record stays as it is. A table is kept as lines (docs/protocol.md), so such a table is written, not played:
// the line that opens it, who sits there, and the moves. The bots learn of these moves what their seats were told.
import { VERSION, type Seat } from './protocol';

export interface Sitting {
  seat: Seat;
  name: string;
  /** Who plays here instead of a person. */
  bot?: string;
}

export interface PlayOn {
  /** The record as text. */
  record: string;
  /** So many of its moves are kept. */
  n: number;
  /** Moves after these: what is tried. */
  tried: { by: Seat; move: string }[];
  seats: Sitting[];
}

export function tableText({ record, n, tried, seats }: PlayOn, time = Date.now()): string {
  const [head = '{}', ...lines] = record.trimEnd().split('\n');
  const { game, rules, options, cardset, memory } = JSON.parse(head) as Record<string, unknown>;
  const open = { zashiki: VERSION, do: 'open', game, rules, options, ...(cardset ? { cardset } : {}), ...(memory === 'on' ? { memory: true } : {}) };
  const sits = seats.map(({ seat, name, bot }) => ({
    kind: 'sit', by: seat, sits: bot ? { seat, who: 'bot', bot } : { seat, who: 'person', name }, time,
  }));
  const kept = lines.slice(0, n).map((line) => JSON.parse(line) as { by: string; move: string });
  const moves = [...kept, ...tried].map(({ by, move }) => ({ kind: 'move', by, move, time }));
  return [open, ...sits, ...moves].map((line) => JSON.stringify(line) + '\n').join('');
}
