// Whether the shuffles of a record were fair: every outcome of chance computed once more from the seeds that it shows
// (docs/fair.md). The hashes come with us, since a page over plain HTTP has none of the browser's.
import { hmac } from '@noble/hashes/hmac';
import { sha256 } from '@noble/hashes/sha2';
import { SEATS, type Commits, type Seat } from './protocol';

export type Who = Seat | 'server';

export interface Finding {
  kind:
    // It is not proven.
    | 'no_seeds' | 'unreadable' | 'hidden' | 'uncommitted' | 'other_seed' | 'other_commit' | 'changed' | 'unnumbered' | 'out_of_order' | 'other_draw' | 'other_told' | 'untold'
    // It is proven, but for these gaps.
    | 'taken_back' | 'cut_off' | 'late' | 'no_part';
  who?: Who;
  from?: number;
  to?: number;
}
const GAPS: ReadonlySet<Finding['kind']> = new Set(['taken_back', 'cut_off', 'late', 'no_part']);

export interface Verdict {
  proven: boolean;
  /** Outcomes of chance in the record that are what the seeds give. */
  right: number;
  findings: Finding[];
}

/** What this device knows besides the record: its own commitment, those of others that it was told of before it handed its seed in,
 * and the draws that it was told of. */
export interface Known {
  own?: { seat: Seat; commit: string; told?: Commits };
  draws?: ReadonlyMap<number, string>;
}

/** Outcomes of chance after so many moves, in order, each with its probability, as the trace tells them. */
type OutcomesAt = (n: number) => Promise<[string, string][]>;
type Told = Partial<Record<Who, { commit?: string; seed?: string }>> & { version?: number; draws?: number };

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (digits: string): Uint8Array => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** A number of a draw has four bytes. */
const isNumber = (n: unknown): n is number => typeof n === 'number' && n >= 0 && n === n >>> 0;
const isSeed = (digits: unknown): boolean => digits === undefined || (typeof digits === 'string' && /^[0-9a-f]{64}$/.test(digits));

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function number(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

export const commitment = (who: Who, seed: Uint8Array): string => hex(sha256(joined(ascii(`zashiki seed 1 ${who} `), seed)));

/** The random words of draw n, without end. */
function* words(seeds: ReadonlyMap<Who, Uint8Array>, n: number): Generator<bigint> {
  const seats = SEATS.filter((seat) => seeds.has(seat)).flatMap((seat) => [ascii(seat), seeds.get(seat)!]);
  for (let block = 0; ; block++) {
    const digest = hmac(sha256, seeds.get('server')!, joined(ascii('zashiki draw 1'), ...seats, number(n), number(block)));
    const view = new DataView(digest.buffer, digest.byteOffset, digest.length);
    for (let at = 0; at < digest.length; at += 8) yield view.getBigUint64(at);
  }
}

const divisor = (a: bigint, b: bigint): bigint => (b ? divisor(b, a % b) : a);

/** The outcome of draw n among those that are possible. */
export function outcome(seeds: ReadonlyMap<Who, Uint8Array>, n: number, outcomes: readonly [string, string][]): string | undefined {
  const shares = outcomes.map(([, share]) => share.split('/').map(BigInt) as [bigint, bigint]);
  const total = shares.reduce((sum, [, below]) => (sum / divisor(sum, below)) * below, 1n);
  const limit = ((1n << 64n) / total) * total;
  let pick = 0n;
  for (const word of words(seeds, n)) {
    pick = word % total;
    if (word < limit) break;
  }
  return outcomes.find((_, i) => (pick -= (shares[i]![0] * total) / shares[i]![1]) < 0n)?.[0];
}

interface Line {
  by?: string;
  move?: string;
  draw?: unknown;
}

/** The lines of the first record in a text. */
function linesOf(record: string): Record<string, unknown>[] {
  const lines = record.split('\n').filter(Boolean).map((line) => JSON.parse(line) as Record<string, unknown>);
  const next = lines.findIndex((line, i) => i > 0 && 'zashiki' in line);
  return next < 0 ? lines : lines.slice(0, next);
}

/** What is told of the seeds; undefined when it is not what it should be. */
function read(fair: unknown): Told | undefined {
  const told = fair as Told;
  if (typeof fair !== 'object' || fair === null || told.version !== 1 || !isNumber(told.draws)) return undefined;
  const ones = (['server', ...SEATS] as Who[]).map((who) => told[who] ?? {});
  return ones.every(({ commit, seed }) => isSeed(commit) && isSeed(seed)) ? told : undefined;
}

/** What is wrong with one's seed, or missing. */
function lookAt(told: Told, who: Who): Finding['kind'] | undefined {
  const { commit, seed } = told[who] ?? {};
  if (who === 'server' && (!commit || !seed)) return 'hidden';
  // Where the server has shown nothing, it may have kept those of the seats, too.
  if (!seed && commit && !(told.server?.seed && told.server.commit)) return undefined;
  if (!seed) return commit ? 'late' : 'no_part';
  if (!commit) return 'uncommitted';
  return commitment(who, bytesOf(seed)) === commit ? undefined : 'other_seed';
}

/** Who committed otherwise than we were told when our seed was not known yet. */
function changed(told: Told, { seat, told: before }: NonNullable<Known['own']>): Who[] {
  const all = (['server', ...SEATS] as Who[]).filter((who) => who !== seat && (before?.[who] || told[who]?.seed));
  return before ? all.filter((who) => before[who] !== told[who]?.commit) : [];
}

/** A record that was read and is right is looked at once more, and compared with what this device knows. */
export async function verify(record: string, outcomesAt: OutcomesAt, { own, draws }: Known = {}): Promise<Verdict> {
  const [head, ...lines] = linesOf(record);
  const findings: Finding[] = [];
  let right = 0;
  const verdict = (): Verdict => ({ proven: findings.every(({ kind }) => GAPS.has(kind)), right, findings });
  const told = read(head?.fair);
  if (!told) {
    findings.push({ kind: head && 'fair' in head ? 'unreadable' : 'no_seeds' });
    return verdict();
  }
  const seats = SEATS.filter((seat, i) => i < (head!.seats as unknown[]).length || told[seat]);
  for (const who of ['server', ...seats] as Who[]) {
    const kind = lookAt(told, who);
    if (kind) findings.push({ kind, who });
  }
  if (own && told[own.seat]?.commit !== own.commit) findings.push({ kind: 'other_commit', who: own.seat });
  if (own) for (const who of changed(told, own)) findings.push({ kind: 'changed', who });
  if (!verdict().proven) return verdict();

  const seeds = new Map<Who, Uint8Array>();
  for (const who of ['server', ...seats] as Who[]) if (told[who]?.seed) seeds.set(who, bytesOf(told[who].seed));
  let last = 0;
  // At the end of a record without a result it may be cut off; but a game that somebody gave up has none either.
  const ended = lines.some((line) => 'result' in line);
  const gap = (next: number): void => {
    if (next > last + 1) findings.push({ kind: ended || next <= told.draws! ? 'taken_back' : 'cut_off', from: last + 1, to: next - 1 });
    let n = last + 1;
    while (n < next && draws?.has(n)) n++;
    if (draws && n < next) findings.push({ kind: 'untold', from: n });
  };
  for (const [n, { by, move, draw }] of (lines as Line[]).entries()) {
    if (by !== 'chance') continue;
    if (!isNumber(draw) || !draw) {
      findings.push({ kind: 'unnumbered' });
    } else if (draw <= last || draw > told.draws!) {
      findings.push({ kind: 'out_of_order', from: draw });
    } else {
      gap(draw);
      last = draw;
      const shown = draws && (draws.get(draw) ?? '');
      if (outcome(seeds, draw, await outcomesAt(n)) !== move) findings.push({ kind: 'other_draw', from: draw });
      else if (shown !== undefined && shown !== move && !shown.includes('?')) findings.push({ kind: 'other_told', from: draw });
      else right++;
    }
  }
  gap(told.draws! + 1);
  return verdict();
}
