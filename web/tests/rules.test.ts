// The rules pages, as the browser gets them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRules } from '../scripts/rules.mjs';
import { COMPLETE } from './complete';

const folder = join(__dirname, '../../docs/rules');
const pages = readdirSync(folder).filter((name) => name !== 'README.md');

describe('rules', () => {
  for (const name of pages)
    it(`${name} has every rule once, and no marks left`, () => {
      const text = readFileSync(join(folder, name), 'utf8');
      const numbers = [...text.matchAll(/^\s*- ([A-Z]\d+[a-z]?)\s/gm)].map((match) => match[1]);
      const blocks = readRules(text).sections.flatMap((section) => section.blocks);
      expect(blocks.flatMap(({ rule }) => rule ?? [])).toEqual(numbers);
      expect(numbers.length).toBeGreaterThan(COMPLETE.includes(name.split('.')[0]!) ? 20 : 0);
      for (const { html } of blocks) {
        expect(html).not.toMatch(/`|\*|^&gt;|\|/);
        expect(html.replace(/<pre>.*<\/pre>/s, '')).not.toMatch(/\n/);
      }
    });

  it('take a note, a fence, and a paragraph that follows a point', () => {
    const page = '# Title\n\n> Note: *x*.\n\n## One\n- S1  first,\n      and more (S10a)\nThen a paragraph\nof two lines.\n\n```\na < b\n- c\n```\n';
    expect(readRules(page)).toEqual({
      title: 'Title',
      sections: [
        { title: '', blocks: [{ depth: 0, html: 'Note: <em>x</em>.' }] },
        {
          title: 'One',
          blocks: [
            { rule: 'S1', depth: 1, html: 'first, and more (<a data-rule="S10a" href="#">S10a</a>)' },
            { depth: 0, html: 'Then a paragraph of two lines.' },
            { depth: 0, html: '<pre>a &lt; b\n- c</pre>' },
          ],
        },
      ],
    });
  });
});
