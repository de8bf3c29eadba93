// What is demanded of the complete games, and what any other has for nothing.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findGame, games } from '../src/games';
import PlainBoard from '../src/games/PlainBoard.svelte';
import { grouped, words as plainWords } from '../src/games/plain';
import { say, setLanguage, t } from '../src/lib/i18n.svelte';
import { loadRules } from '../src/lib/rules';
import { LANGUAGES, type Language } from '../src/lib/words';
import { COMPLETE } from './complete';

const languages = Object.keys(LANGUAGES) as Language[];
const root = join(__dirname, '../..');

describe('a complete game', () => {
  for (const id of COMPLETE)
    it(`${id} has a board, words, a lesson, a lid and its rules in every language`, async () => {
      const game = findGame(id)!;
      expect(games).toContain(game);
      expect(game.minutes).toBeGreaterThan(0);
      expect(game.lesson).toBeDefined();
      expect(existsSync(join(root, `web/src/games/${id}/lid.ts`))).toBe(true);
      for (const theme of ['day', 'night']) expect(readFileSync(join(root, `web/src/made/box.${id}.${theme}.svg`), 'utf8').length).toBeGreaterThan(1000);
      const { board, words, ending } = await game.load();
      expect(board).not.toBe(PlainBoard);
      expect(words).not.toBe(plainWords);
      expect(ending).toBeDefined();
      for (const language of languages) {
        const page = await loadRules(id, language);
        expect(page?.language, `${id} in ${language}`).toBe(language);
      }
    });
});

describe('a game that brings nothing', () => {
  const game = findGame('null')!;
  beforeAll(() => setLanguage('en'));

  it('is not on the home page, and can be found', () => {
    expect(games).not.toContain(game);
    expect(game).toMatchObject({ id: 'null', title: 'Null', seats: { min: 2, max: 2 } });
    expect(game.bots).toEqual(['easy', 'normal', 'strong']);
    expect(game.lesson).toBeUndefined();
  });
  it('has the plain board and its notation for words', async () => {
    const { board, words } = await game.load();
    expect(board).toBe(PlainBoard);
    expect(words).toBe(plainWords);
    expect(words.describe('swap 2')).toBe('swap 2');
    const line = (by: 'A' | 'chance', move: string) => words.move({ entry: { event: 1, kind: 'move', by, time: 0, move }, before: undefined, after: undefined, names: { A: 'Mika' } });
    expect(line('A', 'keep')).toBe('Mika: keep');
    expect(line('chance', 'deal A ?')).toBe('deal A ?');
  });
  it('has its moves grouped by their first word', () => {
    expect(grouped(['keep', 'swap 1', 'pass', 'swap 3'])).toEqual([
      { word: 'keep', moves: ['keep'] }, { word: 'swap', moves: ['swap 1', 'swap 3'] }, { word: 'pass', moves: ['pass'] },
    ]);
    expect(grouped([])).toEqual([]);
  });
  it('speaks English where it has nothing else', async () => {
    for (const language of languages) {
      await setLanguage(language);
      expect(say('null.swap.not_held', ['3'])).toBe('Your card is not a 3.');
      expect(t('ui.plain.mine') === 'choose a move').toBe(language === 'en');
      expect(await loadRules('null', language)).toMatchObject({ language: 'en', rules: { title: 'Null' } });
    }
    await setLanguage('en');
  });
});
