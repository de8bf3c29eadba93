// The rules pages, as players get them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blockOf, searched } from '../src/lib/rules';
import { readRules } from '../scripts/rules.mjs';
import { COMPLETE } from './complete';

const root = join(__dirname, '../..'), folder = join(root, 'docs/rules');
const pages = readdirSync(folder).filter((name) => name !== 'README.md');
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** What a player has no use for: words of programs, in the four languages. */
const PROGRAMS = /\b(options?|JSON|chance moves?|notation|record|coups? du hasard|opcj[aei]|ruch\w* losow\w*|zapis\w*)\b|オプション|偶然の手|プレイ記録/i;
/** The path of Yokai is a player's own record of results. */
const RESULTS = 'Y36';

describe('rules', () => {
  for (const name of pages)
    it(`${name} has every rule once, no marks left, and nothing for programs`, () => {
      const text = textOf(name);
      const numbers = [...text.matchAll(/^\s*- ([A-Z]\d+[a-z]?)\s/gm)].map((match) => match[1]);
      const { sections } = readRules(text), blocks = sections.flatMap((section) => section.blocks);
      expect(blocks.flatMap(({ rule }) => rule ?? [])).toEqual(numbers);
      expect(numbers.length).toBeGreaterThan(COMPLETE.includes(name.split('.')[0]!) ? 20 : 0);
      for (const { html, rule } of blocks) {
        expect(html).not.toMatch(/`|\*|^&gt;|\||\n|<code|<pre/);
        if (rule !== RESULTS) expect(html).not.toMatch(PROGRAMS);
        // Moves and settings as programs write them: RB>R, level=5, niseko-1.json.
        expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[a-z]=\S|\w&gt;\w|\.json|"/);
      }
      for (const { title } of sections) expect(title).not.toMatch(PROGRAMS);
    });

  it('what is for programs would be found', () => {
    for (const words of ['by the option', 'l’option', 'a chance move', 'un coup du hasard', 'ruchu losowego', 'opcja', 'zapisie', 'オプション']) expect(words).toMatch(PROGRAMS);
  });

  it('mark rulings, as many in each language', () => {
    for (const game of COMPLETE) {
      const counts = pages.filter((name) => name.split('.')[0] === game).map((name) =>
        readRules(textOf(name)).sections.flatMap(({ blocks }) => blocks).reduce((sum, { html }) => sum + html.split('<em class="ruling">').length - 1, 0));
      // A translation's note names the word once more.
      expect(counts).toHaveLength(4);
      expect(new Set(counts.map((count) => count - Math.min(...counts)))).toEqual(new Set([0, 1]));
      expect(Math.min(...counts)).toBeGreaterThan(8);
    }
  });

  it('take a note and a paragraph that follows a point, and end at the dashes', () => {
    const page = '# Title\n\n> Note: *x*.\n\n## One\n- S1  first,\n      and more (S10a)\nThen a paragraph\nof two lines, *Ruling*.\n\n---\n\n## Options\n`a`\n';
    expect(readRules(page)).toEqual({
      title: 'Title',
      sections: [
        { title: '', blocks: [{ depth: 0, html: 'Note: <em>x</em>.' }] },
        {
          title: 'One',
          blocks: [
            { rule: 'S1', depth: 1, html: 'first, and more (<a data-rule="S10a" href="#">S10a</a>)' },
            { depth: 0, html: 'Then a paragraph of two lines, <em class="ruling">Ruling</em>.' },
          ],
        },
      ],
    });
  });

  it('are searched by words, numbers and titles of sections', () => {
    const rules = readRules(textOf('sketch.md'));
    const found = (words: string): string[] => searched(rules, words).flatMap(({ blocks }) => blocks.flatMap(({ rule }) => rule ?? []));
    expect(found('s20')).toEqual(['S20']);
    expect(found('LAST yokai call')).toEqual(['S20']);
    expect(found('abilities')).toEqual(expect.arrayContaining(['S18', 'S24']));
    expect(found('no such thing')).toEqual([]);
    expect(searched(rules, ' ')).toEqual(rules.sections);
  });
});

/** The refusals of a game: its phrases, and the rules that stand beside their keys in its source. */
function refusals(game: string): { key: string; rules: string[] }[] {
  const files = readdirSync(join(root, 'src/games', game)).filter((name) => name.endsWith('.c'));
  const source = files.map((name) => readFileSync(join(root, 'src/games', game, name), 'utf8')).join('\n');
  const keys = new Set([...source.matchAll(/\{\s*"([a-z_]+\.[a-z_.]+)",\s*"/g)].map((match) => match[1]!));
  /** The rules in the call that ends so; where it names a variable, those that the variable was given. */
  const rulesIn = (before: string): string[] => {
    const call = /[^;{}]*$/.exec(before)![0];
    const text = /\brule,/.test(call) ? before.slice(before.lastIndexOf('*rule = ')).split(';')[0]! : call;
    return [...text.matchAll(/"([A-Z]\d+[a-z]?)"/g)].map((match) => match[1]!);
  };
  return [...keys].map((key) => ({ key, rules: source.split(`"${key}"`).slice(0, -1).flatMap(rulesIn) }));
}

/** What no rule forbids: a text that is no move, and what is wrong with options and files of cards. */
const NO_RULE = /\.move\.unknown$|^(move|option|yotei\.(cards?|set|file))\./;

describe('refusals', () => {
  for (const game of COMPLETE)
    it(`of ${game} name a rule that is on the page in every language`, () => {
      const found = refusals(game), rules = pages.filter((name) => name.split('.')[0] === game).map((name) => readRules(textOf(name)));
      expect(found.length).toBeGreaterThan(8);
      expect(found.filter(({ key, rules: named }) => !named.length && !NO_RULE.test(key)).map(({ key }) => key)).toEqual([]);
      for (const { key, rules: named } of found)
        for (const rule of named) for (const page of rules) expect([key, rule, blockOf(page, rule)]).not.toContain(undefined);
    });
});
