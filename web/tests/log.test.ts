// The log of real games: every move says something sensible, in every language.
import { describe, expect, it } from 'vitest';
import { words } from '../src/games/sketch/words';
import type { SketchView } from '../src/games/sketch/view';
import { LANGUAGES, setLanguage, type Language } from '../src/lib/i18n.svelte';
import { distinct, logLines } from '../src/lib/log';
import { fold, type Picture } from '../src/lib/picture';
import type { Words } from '../src/games/types';
import { wholeGame } from './engine';

function game(seed: number, options = {}): Picture<SketchView> {
  let picture: Picture | undefined;
  for (const message of wholeGame(seed, options).A) picture = fold(picture, message) as Picture;
  return picture as Picture<SketchView>;
}

describe('the log', () => {
  it('tells of each yokai that was drawn', async () => {
    await setLanguage('en');
    for (const seed of [1, 2, 3]) {
      const picture = game(seed);
      const said = logLines(picture, words as unknown as Words).map((line) => line.said);
      const drawn = said.join(' ').split(' yokai (').length - 1 - (said.join(' ').match(/is frightened/g)?.length ?? 0);
      const { A, B } = picture.now.view.players;
      expect(drawn).toBe(A.notebook.length + B.notebook.length);
      expect(said.some((line) => /begins\.$/.test(line))).toBe(true);
    }
  });

  for (const language of Object.keys(LANGUAGES) as Language[])
    it(`leaves no hole and no key in ${language}`, async () => {
      await setLanguage(language);
      for (const edition of ['en', 'fr']) {
        const picture = game(11, { edition });
        for (const { said } of logLines(picture, words as unknown as Words)) {
          expect(said).not.toMatch(/[{}]|undefined|NaN|\b(sketch|ui)\.[a-z]/);
        }
        for (const entry of picture.entries) {
          const now = entry!.now!;
          expect(words.expects(now.view, now, true)).not.toMatch(/[{}]|\bsketch\.[a-z]/);
          expect(words.expects(now.view, now, false)).not.toMatch(/[{}]|\bsketch\.[a-z]/);
        }
        expect(words.ended(picture.now.result!, picture.now.view)).toBeTruthy();
      }
    });
});

describe('names', () => {
  it('that several have are told apart by their seats', () => {
    expect(distinct(['Mika', 'Bot', 'Mika', 'Bot'])).toEqual({ A: 'Mika A', B: 'Bot B', C: 'Mika C', D: 'Bot D' });
    expect(distinct(['ボット（ふつう）', 'ボット（ふつう）'])).toEqual({ A: 'ボット（ふつう）A', B: 'ボット（ふつう）B' });
    expect(distinct(['Mika', 'Bot'])).toEqual({ A: 'Mika', B: 'Bot' });
  });
});
