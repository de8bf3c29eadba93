// Against codes that qrencode 4.1.1 made (-8 -l M -m 0): the same modules under the same mask.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { qr } from '../src/lib/qr';

const KNOWN: [string, mask: number, size: number, sha256: string][] = [
  ['A', 4, 21, '177b3a1897a152aee17ab1ee4b667913'],
  ['https://example.org/', 6, 25, 'ef8c172a1c48153f765732a0cd48915a'],
  ['http://192.168.1.20:8080/#/table/abcdefgh/AAECAwQFBgcICQoLDA0ODw', 2, 37, '41488ace744ef6cd41b623202935869d'],
  ['y'.repeat(200), 1, 57, '9d9550d4377818234dcea84b2d146ba3'],
  ['z'.repeat(300), 1, 69, 'b7e633ce7cf97c0583fea0e652e17842'],
  ['w'.repeat(405), 4, 77, 'abc00385fbf73924efa4ef1c82410fa6'],
];
/** "A" row by row, in hexadecimal. */
const LETTER = '1fda7f 104c41 174f5d 175c5d 175d5d 105e41 1fd57f 1700 1172f9 5132b 1ec67c 1c28d6 1df1c7 15c7 1fd982 104f2a 175e7f 174b2b 17427c 1048d4 1fd5c5';
const rows = (code: boolean[][]): string[] => code.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));

describe('QR codes', () => {
  for (const [text, mask, size, sha256] of KNOWN)
    it(`draw ${text.slice(0, 20)} (${text.length})`, () => {
      const code = rows(qr(text, mask)!);
      expect(code.length).toBe(size);
      expect(createHash('sha256').update(code.join('\n')).digest('hex').slice(0, 32)).toBe(sha256);
    });

  it('draw a letter, module by module', () => {
    expect(rows(qr('A', 4)!).map((row) => parseInt(row, 2).toString(16)).join(' ')).toBe(LETTER);
  });
  it('choose a mask, and refuse what is too long', () => {
    expect(qr('https://example.org/')!.length).toBe(25);
    expect(qr('x'.repeat(412))!.length).toBe(77);
    expect(qr('x'.repeat(413))).toBeUndefined();
  });
});
