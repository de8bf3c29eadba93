// What is being played, told; what is hidden without the aid to memory; names and editions by language.
import { beforeEach, describe, expect, it } from 'vitest';
import { findGame, games, usualOptions } from '../src/games';
import { forget as forgetSketch, type SketchView } from '../src/games/sketch/view';
import { ended } from '../src/games/yokai/table';
import { forget as forgetYotei, lookedInto, type YoteiView } from '../src/games/yotei/view';
import { chosenLast } from '../src/lib/choices';
import { LANGUAGES, setLanguage, type Language } from '../src/lib/i18n.svelte';
import { fold, type Picture } from '../src/lib/picture';
import type { Now } from '../src/lib/protocol';
import { termsOf, termsSaid } from '../src/lib/terms';
import { Engine, say, wholeGame } from './engine';

const engine = new Engine();
/** A table as A sees it: two persons, or one and a bot. */
function table(game: string, open: object = {}, bot = false): Picture {
  engine.receive({ zashiki: 1, do: 'open', game, request: 'open', ...open });
  let picture: Picture | undefined;
  const see = (asked: string, ask: object): void => {
    for (const [to, message] of engine.receive(say(asked, ask))) if (to === 'A') picture = (fold(picture, message) as Picture) ?? picture;
  };
  see('A', { do: 'join' });
  see('A', { do: 'sit', at: 0, name: 'Mika' });
  if (bot) see('A', { do: 'bot', at: 1, seat: 'B', bot: 'easy' });
  else see('B', { do: 'sit', at: 1, name: 'Ren' });
  return picture!;
}
const said = (picture: Picture): string => termsSaid(termsOf(findGame(picture.game)!, picture));

beforeEach(async () => {
  await setLanguage('en');
  globalThis.localStorage = { getItem: () => null, setItem: () => {} } as unknown as Storage;
});

describe('what is played', () => {
  it('names edition, level, variants, card set, aids and clock', () => {
    expect(said(table('sketch', { options: { edition: 'fr', first: 'A' } }))).toBe(
      'Edition: French edition (Terres de Yokai) · Who begins: Mika · Memory aid: No help · Advice: None · Stand-in: strong · Time for each player: No clock');
    const yokai = said(table('yokai', { options: { level: '3', hints: '3+2+2' }, memory: true, advice: true, clock_ms: 300_000, clock_step_ms: 10_000 }));
    for (const part of ['Notes for everyone', '3+2+2', 'Advice: Allowed', '5 minutes, and 10 s more after each move']) expect(yokai).toContain(part);
    expect(yokai).toMatch(/^Level: 3, stacked hints · /);
    expect(said(table('yotei'))).toContain('Niseko, first set');
  });
  it('says nothing of advice to one who plays with bots', () => {
    expect(said(table('sketch', {}, true))).not.toContain('Advice');
  });
  for (const language of Object.keys(LANGUAGES) as Language[])
    it(`is told without holes and keys in ${language}`, async () => {
      await setLanguage(language);
      for (const { id } of games)
        expect(said(table(id, { memory: true, clock_ms: 60_000, clock_step_ms: 1000 }))).not.toMatch(/[{}]|undefined|NaN|\b(ui|sketch|yokai|yotei)\.[a-z]/);
    });
});

describe('by language', () => {
  it('the game has the name and the edition of its French rulebook', async () => {
    const sketch = findGame('sketch')!;
    expect([sketch.title, usualOptions(sketch), chosenLast(sketch, 'bot', '').options.edition]).toEqual(['Yokai Sketch', { edition: 'en' }, 'en']);
    await setLanguage('fr');
    expect([sketch.title, usualOptions(sketch), chosenLast(sketch, 'bot', '').options.edition]).toEqual(['Terres de Yokai', { edition: 'fr' }, 'fr']);
    expect(findGame('yotei')!.title).toBe('Yōtei');
  });
});

describe('without the aid to memory', () => {
  it('no card of a hidden hand is shown that could be worked out', () => {
    let known = 0;
    for (const seed of [1, 2, 3])
      for (const message of wholeGame(seed).A) {
        const view = (message as { now?: Now<SketchView> }).now?.view;
        if (!view || view.phase === 'over') continue;
        known += view.players.B.known?.length ?? 0;
        const seen = forgetSketch(view);
        expect(seen.players.B).not.toHaveProperty('known');
        expect(seen.players.A.hand).toEqual(view.players.A.hand);
      }
    expect(known).toBeGreaterThan(0);
  });
  it('what is in another’s sealed box stays there', () => {
    const box = (seat: 'A' | 'B') => ({ seat, bid: 1, least: 2, most: 2 });
    const view = { phase: 'place', slots: { I1: { card: null, turned: false, characters: [box('A'), box('B'), { seat: 'B', laid: 3 }] } } } as unknown as YoteiView;
    expect(forgetYotei(view, 'A').slots.I1!.characters).toEqual([box('A'), { seat: 'B', bid: 1 }, { seat: 'B', laid: 3 }]);
    // Only a lantern shows it, at that moment.
    const looked = lookedInto([{ by: 'B', move: 'use lantern I1 A' }, { by: 'A', move: 'use lantern I1 B' }], 'A');
    expect(looked).toEqual([{ at: 'I1', seat: 'B' }]);
    expect(forgetYotei(view, 'A', looked).slots.I1!.characters[1]).toEqual(box('B'));
    expect(forgetYotei({ ...view, phase: 'over' }, 'A').slots.I1!.characters[1]).toEqual(box('B'));
  });
});

describe('the path', () => {
  const over = {
    status: 'over', actor: 'over', moves: 80, games: 0, view: { count: { rules: 'basic' } },
    seats: [{ seat: 'A', who: 'person', name: 'Mika' }, { seat: 'B', who: 'bot', bot: 'random' }],
    result: { winners: ['A', 'B'], points: { A: 9, B: 9 }, rank: 'glorious', end: 'Y20' },
  } as unknown as Now;
  it('has a step for a game as printed and without help, and for no other', () => {
    expect(ended({ options: { hints: '' }, helped: true }, over, ['A'])).toBeUndefined();
    expect(ended({ options: { hints: '3+2+2' }, helped: false }, over, ['A'])).toBeUndefined();
    expect(ended({ options: { hints: '2+3+2' }, helped: false }, over, ['A'])).toBeTypeOf('function');
    expect(ended({ options: { hints: '' }, helped: false }, over, ['A'])).toBeTypeOf('function');
  });
});
