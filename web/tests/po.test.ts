// Every sentence is there in every language, used, and translated. (What the engine says: tests/test_words.py.)
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findGame } from '../src/games';
import { catalogue, FORMS, joinPo, poFiles, readLanguage, readPo, type Forms } from '../scripts/po.mjs';
import { BOT_FACES } from '../src/lib/protocol';
import { COMPLETE, GAMES, mayBeMissing } from './complete';

const root = join(__dirname, '../..');
const games = COMPLETE.map((id) => findGame(id)!);
const languages = Object.keys(FORMS) as Forms[];
const po = Object.fromEntries(languages.map((language) => [language, readLanguage(language)]));
const english = new Map(po.en!.map((entry) => [entry.key, entry]));

/** Sentences that are rightly the same as in English. */
const SPIRITS = [...['K', 'P', 'R', 'O'].map((letter) => `yokai.family.${letter}`), ...BOT_FACES.map((yokai) => `ui.face.${yokai}`)];
const SAME: Record<string, string[]> = {
  fr: ['yokai.title', 'yotei.title', 'ui.bot.normal', 'ui.act.pause', 'ui.act.title', 'ui.points', 'ui.setup.minutes', 'ui.study.points', 'ui.settings.volume', 'sketch.points', 'sketch.letter.R', 'sketch.letter.B', 'yokai.shape.triangle', ...SPIRITS],
  pl: ['sketch.title', 'yokai.title', 'yotei.title', 'ui.setup.bot', 'ui.bot.strength', 'ui.invite.link', ...SPIRITS],
  ja: [],
};
const hasWords = (text: string): boolean => /\p{L}/u.test(text.replace(/\{\w+\}/g, ''));
const holes = (text: string): string => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

function files(folder: string, ends: RegExp): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name === 'made' || name === 'node_modules') return [];
    return statSync(path).isDirectory() ? files(path, ends) : ends.test(name) ? [path] : [];
  });
}
const web = files(join(root, 'web/src'), /\.(ts|svelte)$/).map((path) => readFileSync(path, 'utf8')).join('\n');
const engine = files(join(root, 'src'), /\.c$/).map((path) => readFileSync(path, 'utf8')).join('\n');
const tutorials = files(join(root, 'src/games'), /^tutorial\.jsonl$/).map((path) => readFileSync(path, 'utf8')).join('\n');

describe('catalogues', () => {
  it('read entries, plurals and continued lines', () => {
    const entries = readPo('msgctxt "a.b"\nmsgid ""\n"one "\n"two"\nmsgstr ""\n\nmsgctxt "c"\nmsgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "x"\nmsgstr[1] "y"\nmsgstr[2] "z"\n');
    expect(entries.map(({ key, english: text }) => [key, text])).toEqual([['a.b', 'one two'], ['c', '{n} card']]);
    expect(catalogue('pl', entries)).toEqual({ 'a.b': 'one two', c: { one: 'x', few: 'y', many: 'z' } });
    // What a language does not have at all is English, too.
    expect(catalogue('pl', [], entries)).toEqual({ 'a.b': 'one two', c: { one: '{n} card', few: '{n} cards', many: '{n} cards' } });
  });

  it('join the files, each key once', () => {
    const file = (path: string, ...keys: string[]) => ({ path, entries: readPo(keys.map((key) => `msgctxt "${key}"\nmsgid "x"\nmsgstr ""\n`).join('\n')) });
    const [all, game] = [file('locale/en.po', 'a', 'b'), file('src/games/go/locale/en.po', 'go.a')];
    expect(joinPo([all, game]).map(({ key }) => key)).toEqual(['a', 'b', 'go.a']);
    expect(() => joinPo([all, game, file('src/games/chess/locale/en.po', 'go.a')]))
      .toThrow('The key "go.a" is in src/games/go/locale/en.po and again in src/games/chess/locale/en.po.');
    expect(() => joinPo([file('locale/en.po', 'a', 'a')])).toThrow('The key "a" is in locale/en.po and again in locale/en.po.');
  });

  it('lie where they belong', () => {
    for (const language of languages)
      for (const { path, entries } of poFiles(language)) {
        const game = /^src\/games\/(\w+)\//.exec(path)?.[1];
        const astray = entries.filter(({ key }) => (GAMES.includes(key.split('.')[0]!) ? key.split('.')[0] : undefined) !== game);
        expect(astray.map(({ key }) => `${path}: ${key}`)).toEqual([]);
      }
  });

  for (const language of languages) {
    it(`${language} has every key once, in every form`, () => {
      const keys = po[language]!.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.filter((key) => !english.has(key))).toEqual([]);
      expect([...english.keys()].filter((key) => !keys.includes(key) && !mayBeMissing(key))).toEqual([]);
      if (language === 'en') return;
      for (const { key, plural, words } of po[language]!) {
        expect(words.length, key).toBe(plural ? FORMS[language].length : 1);
        expect(words.every((text: string) => text.trim() !== '' || key === 'ui.between'), key).toBe(true);
      }
    });

    if (language === 'en') continue;
    it(`${language} keeps the holes of each sentence`, () => {
      for (const { key, words } of po[language]!) {
        const wanted = english.get(key)!;
        for (const text of words) {
          const allowed = new Set(holes(wanted.english + wanted.plural).split(','));
          // A case of its own may stand for another: "onto" for "on".
          const strange = holes(text).split(',').filter((hole) => hole && !allowed.has(hole) && hole !== '{onto}');
          expect(strange, `${key}: ${text}`).toEqual([]);
        }
      }
    });
    it(`${language} is translated`, () => {
      const same = po[language]!.filter(({ key, words }) => {
        const wanted = english.get(key)!;
        return !SAME[language]!.includes(key) && hasWords(wanted.english) && words.includes(wanted.english);
      });
      expect(same.map(({ key }) => key)).toEqual([]);
    });
  }

  it('has no sentence that nobody says', () => {
    const literal = new Set([...(web + engine + tutorials).matchAll(/['"`]([a-z_]+(?:\.\w+)+)['"`]/g)].map((match) => match[1]!));
    // Keys put together: `ui.seat.${seat}`, said('log.play') for sketch.log.play, said(`on.${colour}`). A part that is
    // put in is one word, so that `ui.${tab}.title` is a title and not every key of ui; at the start it is a game's id.
    const templates = [...web.matchAll(/`((?:[a-z_]+\.|\$\{[^`{}]*\}\.)(?:[\w.]|\$\{[^`{}]*\})*)`/g)].map((match) => match[1]!).filter((text) => text.includes('${') && /[a-z]/.test(text.replace(/\$\{[^{}]*\}/g, '')));
    const ids = GAMES;
    const pattern = (template: string): string => template.replace(/^\$\{[^{}]*\}/, `(?:${ids.join('|')})`).replace(/\$\{[^{}]*\}/g, '\\w+').replaceAll('.', '\\.');
    const said = new Set([...web.matchAll(/['"`]([a-z_]+(?:\.[a-z_]+)*)['"`]/g)].flatMap((match) => ids.map((id) => `${id}.${match[1]!}`)));
    const made = new RegExp(`^(?:(?:${ids.join('|')})\\.)?(?:${templates.map(pattern).join('|')})$`);
    const setup = GAMES.map((id) => findGame(id)!).flatMap(({ id, options }) => [`${id}.about`, `${id}.learn.`, ...options.map(({ name }) => `${id}.setup.${name}`)]);
    // A tutorial's sentence for another value of an option: sentenceOf in src/lib/tutorial.ts.
    const other = (key: string): boolean => /\.tutorial\./.test(key) && literal.has(key.replace(/\.\w+$/, ''));
    // The terminal's: key_of("term.help.", word) in C, where the word stands in a list.
    const words = new Set([...engine.matchAll(/"([a-z_]+)"/g)].map((match) => match[1]!));
    const starts = [...engine.matchAll(/key_of\("([a-z_.]+\.)"/g)].map((match) => match[1]!);
    const listed = (key: string): boolean => starts.some((start) => key.startsWith(start) && words.has(key.slice(start.length)));
    const used = (key: string): boolean =>
      literal.has(key) || listed(key) || other(key) || said.has(key) || made.test(key) || setup.some((start) => key.startsWith(start));
    expect([...english.keys()].filter((key) => !used(key))).toEqual([]);
  });

  it('has every option with its meaning, every bot, the box and the lesson of every complete game', () => {
    for (const { id, options, bots } of games) {
      expect(english.has(`${id}.about`)).toBe(true);
      for (const step of ['aim', 1, 2, 3, 4, 5, 'end']) expect(english.has(`${id}.learn.${step}`), `${id} ${step}`).toBe(true);
      for (const { name, values } of options) {
        const key = `${id}.setup.${name}`;
        expect(english.has(key), key).toBe(true);
        expect(english.has(`${key}.meaning`) || values.every((value) => english.has(`${key}.${value}.meaning`)), key).toBe(true);
      }
      for (const bot of bots) expect([`ui.bot.${bot}`, `ui.bot.${bot}.meaning`].every((key) => english.has(key)), bot).toBe(true);
    }
  });
});
