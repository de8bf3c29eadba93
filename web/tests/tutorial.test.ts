// What the page reads of a tutorial: its steps, whom it teaches, which move each step asks for; and what it says.
import { describe, expect, it } from 'vitest';
import { words as sketch } from '../src/games/sketch/words';
import type { Words } from '../src/games/types';
import { words as yokai } from '../src/games/yokai/words';
import { words as yotei } from '../src/games/yotei/words';
import { LANGUAGES, setLanguage, type Language } from '../src/lib/i18n.svelte';
import { COMPLETE } from './complete';
import { Engine, say } from './engine';
import type { Audience, Incoming, Now } from '../src/lib/protocol';
import { askedBy, hasTutorial, loadTutorial, placeOf, readTutorial, sentenceOf, stepsBefore, type Tutorial } from '../src/lib/tutorial';

const text = `{"zashiki":1,"game":"sketch","rules":1,"options":{"first":"A"},"seats":["easy","me"]}
{"by":"chance","move":"deal A RB"}
{"say":"sketch.tutorial.one","at":"hand"}
{"say":"sketch.tutorial.two","at":"deck"}
{"by":"B","move":"end"}
{"say":"sketch.tutorial.three","at":"end"}
{"by":"A","move":"end"}
{"say":"sketch.tutorial.four","at":"end"}
`;

const WORDS: Record<string, Words<never>> = { sketch, yokai, yotei };

/** A tutorial played at a table: what its learner sees before each move that is asked for. */
function decisions(tutorial: Tutorial): { asked: string; now: Now }[] {
  const engine = new Engine(), { learner } = tutorial, found: { asked: string; now: Now }[] = [];
  let now: Now | undefined, event = 0;
  const take = (lines: [Audience, Incoming][]): void => {
    for (const [to, message] of lines) if (to === learner && 'now' in message) [now, event] = [message.now as Now, Number(message.event ?? message.snapshot)];
  };
  engine.receive({ zashiki: 1, do: 'open', game: tutorial.game, options: tutorial.options, request: 'open' });
  expect(engine.follow(tutorial.text)).toBe(true);
  take(engine.receive(say(learner, { do: 'join' })));
  for (const { seat, bot } of tutorial.seats) take(engine.receive(say(seat, bot ? { do: 'bot', at: 0, seat, bot } : { do: 'sit', at: 0, seat, name: 'Mika' })));
  while (now && now.moves < tutorial.moves.length) {
    const { by, move } = tutorial.moves[now.moves]!;
    if (by !== learner) take(engine.step());
    else {
      found.push({ asked: move, now });
      take(engine.receive(say(learner, { do: 'move', at: event, move })));
      expect(now.moves).toBeGreaterThan(found.at(-1)!.now.moves);
    }
  }
  return found;
}

describe('a tutorial', () => {
  it('is a record with steps between its moves', () => {
    const tutorial = readTutorial(text)!;
    expect(tutorial.learner).toBe('B');
    expect(tutorial.seats).toEqual([{ seat: 'A', bot: 'easy' }, { seat: 'B', bot: undefined }]);
    expect(tutorial.options).toEqual({ first: 'A' });
    expect(tutorial.steps.map(({ moves, at }) => [moves, at])).toEqual([[1, 'hand'], [1, 'deck'], [2, 'end'], [3, 'end']]);
    expect([0, 1, 2, 3, 4].map((moves) => stepsBefore(tutorial, moves))).toEqual([0, 0, 2, 3, 4]);
  });

  it('asks for a move of the learner with the last step before it, and for no other', () => {
    const tutorial = readTutorial(text)!;
    expect([0, 1, 2, 3, 4].map((at) => askedBy(tutorial, at))).toEqual([undefined, 'end', undefined, undefined, undefined]);
  });

  it('is there for every game that is complete', async () => {
    for (const game of COMPLETE) {
      expect(hasTutorial(game), game).toBe(true);
      expect((await loadTutorial(game))!.steps.length, game).toBeGreaterThan(20);
    }
    expect(hasTutorial('null')).toBe(false);
    expect(await loadTutorial('null')).toBeUndefined();
    expect(readTutorial('')).toBeUndefined();
  });

  for (const game of COMPLETE)
    for (const language of Object.keys(LANGUAGES) as Language[])
      it(`of ${game} says in ${language} where each step is, and what every other legal move would do`, async () => {
        await setLanguage(language);
        const tutorial = (await loadTutorial(game))!, words = WORDS[game]!;
        for (const step of tutorial.steps) {
          expect(placeOf(tutorial, step), step.at).toMatch(/^[^{}:]{2,60}$/);
          expect(sentenceOf(tutorial, step)).not.toBe(step.say);
        }
        let others = 0;
        for (const { asked, now } of decisions(tutorial)) {
          expect(now.legal).toContain(asked);
          for (const move of now.legal!.filter((one) => one !== asked)) {
            const said = words.would?.(move, now as never, tutorial.learner, { A: 'Mika', B: 'Ren' }) ?? '';
            expect(said, move).toMatch(/^\S.{8,}[.。]$/u);
            expect(said, move).not.toMatch(/[{}]|undefined|NaN|(sketch|yokai|yotei)\./);
            others++;
          }
        }
        expect(others).toBeGreaterThan(30);
      });

  it('follows the edition of the language, with the same moves and its own sentences', async () => {
    await setLanguage('fr');
    const [english, french] = [(await loadTutorial('sketch'))!, (await loadTutorial('sketch', { edition: 'fr' }))!];
    expect(french.options).toEqual({ edition: 'fr', first: 'A' });
    expect(JSON.parse(french.text.split('\n')[0]!)).toMatchObject({ options: { edition: 'fr', first: 'A' } });
    expect(french.moves).toEqual(english.moves);
    const differ = french.steps.filter((step) => sentenceOf(french, step) !== sentenceOf(english, step)).map(({ say }) => say);
    expect(differ).toEqual(['sketch.tutorial.fan', 'sketch.tutorial.saved', 'sketch.tutorial.french']);
    expect(decisions(french)).toHaveLength(decisions(english).length);
  });
});
