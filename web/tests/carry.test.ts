// A game in a link: whole, bounded, and refused when it was damaged on its way.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Damaged, pack, unpack } from '../src/lib/carry';
import { href, parse } from '../src/lib/router.svelte';

const tests = new URL('../../tests/', import.meta.url);
const kept = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^\w+\/records\/.*\.jsonl$/.test(name))
  .map((name) => ({ name, record: readFileSync(new URL(name, tests), 'utf8').split(/^(?=\{"zashiki")/m)[0]! }));

describe('a game in a link', () => {
  it('comes back as it was, whatever game it is', async () => {
    expect(kept.length).toBeGreaterThan(3);
    for (const { name, record } of kept) {
      const letters = await pack(record);
      expect(letters, name).toMatch(/^1[\w-]+$/);
      expect(letters!.length, name).toBeLessThan(6000);
      expect(await unpack(letters!), name).toBe(record);
      expect(parse(href({ at: 'record', letters: letters! })), name).toEqual({ at: 'record', letters });
    }
    const names = '{"seats":["Żaneta","座敷童子"]}\n';
    expect(await unpack((await pack(names))!)).toBe(names);
  });

  it('is refused when a letter is another, missing, or too many', async () => {
    const letters = (await pack(kept[0]!.record))!;
    const step = Math.ceil(letters.length / 40);
    for (let at = 0; at < letters.length; at += step) {
      const other = letters[at] === 'A' ? 'B' : 'A';
      for (const wrong of [letters.slice(0, at) + other + letters.slice(at + 1), letters.slice(0, at), letters.slice(0, at) + letters.slice(at + 1)])
        await expect(unpack(wrong), `letter ${at}`).rejects.toThrow(Damaged);
    }
    for (const wrong of ['', '1', '2' + letters.slice(1), letters + '%20', letters + '…']) await expect(unpack(wrong)).rejects.toThrow(Damaged);
  });

  it('is never larger than a link may be, packed or unpacked', async () => {
    let noise = '';
    for (let i = 0, seed = 1; i < 60_000; i++) noise += String.fromCharCode(33 + ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 25));
    expect(await pack(noise)).toBeUndefined();
    const bomb = (await pack('0'.repeat(4 * 1024 * 1024)))!;
    expect(bomb.length).toBeLessThan(32_000);
    await expect(unpack(bomb)).rejects.toThrow(Damaged);
  });
});
