// What the page reads of a tutorial: its steps, whom it teaches, which move each step asks for.
import { describe, expect, it } from 'vitest';
import { COMPLETE } from './complete';
import { askedBy, hasTutorial, loadTutorial, readTutorial, stepsBefore } from '../src/lib/tutorial';

const text = `{"zashiki":1,"game":"sketch","rules":1,"options":{"first":"A"},"seats":["easy","me"]}
{"by":"chance","move":"deal A RB"}
{"say":"sketch.tutorial.one","at":"hand"}
{"say":"sketch.tutorial.two","at":"deck"}
{"by":"B","move":"end"}
{"say":"sketch.tutorial.three","at":"end"}
{"by":"A","move":"end"}
{"say":"sketch.tutorial.four","at":"end"}
`;

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
});
