// Fair shuffles in the browser: the same records as `zashiki verify` and tests/fair.py prove, and what is changed in them.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commitment, hex, verify, type Verdict } from '../src/lib/fair';
import { commitTo, forgetSeeds, handIn, ownPart, ownSeed } from '../src/lib/seeds';
import { Engine } from './engine';

const recordOf = (game: string): string => readFileSync(new URL(`../../tests/fair/${game}.jsonl`, import.meta.url), 'utf8');

function look(record: string, known?: Parameters<typeof verify>[2]): Promise<Verdict> {
  const engine = new Engine();
  expect(engine.replay(record)).toBe(true);
  return verify(record, async (n) => engine.outcomesAt(n), known);
}
const kinds = ({ findings }: Verdict): string[] => findings.map(({ kind }) => kind);

describe('fair shuffles', () => {
  it('are proven for every game', async () => {
    for (const [game, right] of [['sketch', 100], ['yokai', 23], ['yotei', 91]] as const) {
      const verdict = await look(recordOf(game));
      expect(verdict, game).toMatchObject({ proven: true, right });
      // One draw of this game was undone.
      expect(verdict.findings, game).toEqual(game === 'sketch' ? [{ kind: 'taken_back', from: 13, to: 13 }] : []);
    }
  });

  it('are not when a bit was changed', async () => {
    const record = recordOf('sketch');
    const { fair } = JSON.parse(record.slice(0, record.indexOf('\n'))) as { fair: Record<string, { seed: string; commit: string }> };
    for (const who of ['server', 'A', 'B'])
      for (const digits of [fair[who]!.seed, fair[who]!.commit]) {
        const changed = digits.slice(0, -1) + (parseInt(digits.at(-1)!, 16) ^ 1).toString(16);
        expect(kinds(await look(record.replace(digits, changed)))).toEqual(['other_seed']);
      }
    const swapped = record.replace('deal A RG"', 'deal A swap"').replace('deal A GY"', 'deal A RG"').replace('deal A swap"', 'deal A GY"');
    expect(kinds(await look(swapped))).toContain('other_draw');
    expect(kinds(await look(record.replace('"draw":3', '"draw":2')))).toContain('out_of_order');
    expect(kinds(await look(record.replace(',"draw":3', '')))).toContain('unnumbered');
    expect(kinds(await look(record.replace('"fair"', '"unfair"')))).toEqual(['no_seeds']);
    expect(kinds(await look(record.replace('"version":1', '"version":2')))).toEqual(['unreadable']);
    expect(kinds(await look(record.replace(/"server":\{"commit":"[^"]*",/, '"server":{')))).toEqual(['hidden']);
    expect(kinds(await look(record.replace(/,"seed":"[^"]*"/g, '')))).toEqual(['hidden']);
    // The number of a draw is a whole one of four bytes: others could stand for the same draw once more.
    for (const n of ['3.5', '4294967299', '-3', '"3"']) expect(kinds(await look(record.replace('"draw":3}', `"draw":${n}}`)))).toContain('unnumbered');
    for (const n of ['1.5', '4294967296', '-1']) expect(kinds(await look(record.replace(/"draws":\d+/, `"draws":${n}`)))).toEqual(['unreadable']);
    // A seat that handed nothing in: the outcomes are then those of other seeds.
    const late = await look(record.replace(/("B":\{"commit":"[^"]*"),"seed":"[^"]*"/, '$1'));
    expect(late.findings[0]).toEqual({ kind: 'late', who: 'B' });
    expect(late.proven).toBe(false);
  });

  it('may have been undone at the end of a record that was cut off, or not', async () => {
    const lines = recordOf('sketch').split('\n').filter(Boolean), at = lines.findIndex((line) => line.includes('"draw":20}'));
    expect(await look(lines.slice(0, at).join('\n') + '\n')).toMatchObject({ proven: true, findings: [{ kind: 'taken_back', from: 13, to: 13 }, { kind: 'cut_off', from: 20 }] });
    expect(kinds(await look(recordOf('sketch').replace(/"draws":101/, '"draws":102')))).toEqual(['taken_back', 'taken_back']);
  });

  it('are compared with what this device sent', async () => {
    const record = recordOf('yokai');
    const { fair } = JSON.parse(record.slice(0, record.indexOf('\n'))) as { fair: { A: { commit: string } } };
    expect(kinds(await look(record, { own: { seat: 'A', commit: fair.A.commit } }))).toEqual([]);
    expect(kinds(await look(record, { own: { seat: 'B', commit: fair.A.commit } }))).toEqual(['other_commit']);
  });

  it('are compared with what it was told before it sent its seed', async () => {
    const record = recordOf('yokai');
    const { fair } = JSON.parse(record.slice(0, record.indexOf('\n'))) as { fair: Record<'server' | 'A' | 'B', { commit: string }> };
    const told = { server: fair.server.commit, A: fair.A.commit, B: fair.B.commit };
    const own = { seat: 'A' as const, commit: fair.A.commit };
    expect(kinds(await look(record, { own: { ...own, told } }))).toEqual([]);
    for (const who of ['server', 'B'] as const) {
      const { proven, findings } = await look(record, { own: { ...own, told: { ...told, [who]: fair.A.commit } } });
      expect({ proven, findings }).toEqual({ proven: false, findings: [{ kind: 'changed', who }] });
    }
    // A seed of which nothing was told, and one that has been dropped.
    const { server, A } = told;
    expect((await look(record, { own: { ...own, told: { server, A } } })).findings).toEqual([{ kind: 'changed', who: 'B' }]);
    expect((await look(record, { own: { ...own, told: { ...told, C: A } } })).findings).toEqual([{ kind: 'changed', who: 'C' }]);
  });

  it('are compared with the draws that it was shown', async () => {
    const record = recordOf('sketch');
    const moves = record.split('\n').filter((line) => line.includes('"draw"')).map((line) => JSON.parse(line) as { draw: number; move: string });
    const shown = new Map(moves.map(({ draw, move }) => [draw, move.startsWith('deal B') ? 'deal B ?' : move]));
    // Draw 13 was undone: whoever was there has seen it.
    expect((await look(record, { draws: new Map(shown).set(13, 'deal A RB') })).proven).toBe(true);
    expect((await look(record, { draws: shown })).findings).toEqual([{ kind: 'taken_back', from: 13, to: 13 }, { kind: 'untold', from: 13 }]);
    expect((await look(record, { draws: shown })).proven).toBe(false);
    const long = await look(record.replace(/"draws":\d+/, '"draws":4294967295'), { draws: shown });
    expect(long.findings.at(-1)).toEqual({ kind: 'untold', from: 102 });
    const other = await look(record, { draws: new Map(shown).set(13, '').set(1, 'deal A nothing') });
    expect(other).toMatchObject({ proven: false, findings: [{ kind: 'other_told', from: 1 }, { kind: 'taken_back' }] });
  });
});

describe('our seeds', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', undefined); // what another test has left there
    forgetSeeds('table');
  });
  afterEach(() => vi.unstubAllGlobals());

  it('are made once for each game and kept', async () => {
    const first = await commitTo('table', 'A', 0);
    expect(await commitTo('table', 'A', 0)).toBe(first);
    const { seed, commit } = ownSeed('table', 'A', 0)!;
    expect(commit).toBe(first);
    expect(commitment('A', Uint8Array.from(seed.match(/../g)!, (pair) => parseInt(pair, 16)))).toBe(first);
    expect(await commitTo('table', 'A', 1)).not.toBe(first);
    expect(ownSeed('table', 'B', 0)).toBeUndefined();
  });

  it('are made once where somebody presses twice', async () => {
    const [one, other] = await Promise.all([commitTo('table', 'A', 0), commitTo('table', 'A', 0)]);
    expect([one, other]).toEqual([ownSeed('table', 'A', 0)!.commit, ownSeed('table', 'A', 0)!.commit]);
  });

  it('are handed in to one set of commitments alone', async () => {
    const commit = (await commitTo('table', 'B', 0))!, { seed } = ownSeed('table', 'B', 0)!;
    expect(handIn('table', 'A', 0, { server: 'x', A: 'y' })).toBeUndefined();
    expect(handIn('table', 'B', 0, { server: 'x', B: 'of another device' })).toBeUndefined();
    const told = { server: 'x', B: commit };
    expect(handIn('table', 'B', 0, told)).toBe(seed);
    expect(handIn('table', 'B', 0, { ...told })).toBe(seed);
    expect(handIn('table', 'B', 0, { ...told, server: 'chosen later' })).toBeUndefined();
    expect(handIn('table', 'B', 0, { ...told, A: 'come later' })).toBeUndefined();
    expect(ownPart('table', 0)).toEqual({ seat: 'B', commit, told });
    expect(ownPart('table', 1)).toBeUndefined();
  });

  it('count where they were handed in, or where nobody else can have committed', async () => {
    // Our other device has asked for the same game, or somebody sat down here before us: its commitment is not ours.
    const commit = (await commitTo('table', 'A', 1))!;
    expect(handIn('table', 'A', 1, { server: 'x', A: 'of another device' })).toBeUndefined();
    expect(ownPart('table', 1)).toBeUndefined();
    expect(ownPart('table', 1, 'A')).toEqual({ seat: 'A', commit, told: undefined });
    // The seat that we did sit at afterwards.
    const told = { server: 'x', B: (await commitTo('table', 'B', 1))! };
    handIn('table', 'B', 1, told);
    for (const mine of [undefined, 'A', 'B'] as const) expect(ownPart('table', 1, mine)).toEqual({ seat: 'B', commit: told.B, told });
  });

  it('are not used again for a game that begins anew', async () => {
    const before = (await commitTo('table', 'A', 0))!;
    expect(await commitTo('table', 'A', 0)).toBe(before);
    handIn('table', 'A', 0, { server: 'x', A: before });
    const commit = (await commitTo('table', 'A', 0))!;
    expect(commit).not.toBe(before);
    expect(handIn('table', 'A', 0, { server: 'x', A: before })).toBeUndefined();
    expect(handIn('table', 'A', 0, { server: 'x', A: commit })).toBe(ownSeed('table', 'A', 0)!.seed);
  });

  it('are remembered as long as the page where there is no place for them any more', async () => {
    const stored = new Map<string, string>(), full = { now: false };
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      removeItem: (key: string) => stored.delete(key),
      setItem: (key: string, text: string) => {
        if (full.now) throw new DOMException('', 'QuotaExceededError');
        stored.set(key, text);
      },
    });
    forgetSeeds('table');
    const told = { server: 'x', A: (await commitTo('table', 'A', 0))! };
    full.now = true;
    expect(handIn('table', 'A', 0, told)).toBeDefined();
    expect(handIn('table', 'A', 0, { ...told, server: 'chosen later' })).toBeUndefined();
    expect(ownPart('table', 0)).toMatchObject({ told });
    const next = await commitTo('table', 'A', 1);
    expect(next).toBeDefined();
    full.now = false;
    handIn('table', 'A', 1, { server: 'y', A: next! });
    expect(Object.keys(JSON.parse(stored.get('zashiki.seeds.table')!) as object)).toEqual(['A0', 'A1']);
  });

  it('need nothing of a secure context', () => {
    vi.stubGlobal('crypto', { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) });
    const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
    expect(commitment('A', seed)).toBe('4b4c52950def4aa760fad188cd10d5a81b1502fef28e961510ae9a1faa76bc7c');
    expect(hex(seed).length).toBe(64);
  });
});
