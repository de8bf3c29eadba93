// What Yokai Sketch says: the log, what is expected, what a card would do; and that every sentence
// exists in the catalogue.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changes } from '../src/games/sketch/changes';
import { distractTarget, foresee } from '../src/games/sketch/foresee';
import { belowSaid, described, ending, expectation, foreseen, logOf, refusalSaid, stackSaid } from '../src/games/sketch/tell';
import { linesOf } from './said';
import { readMove, writePlay, type Colour, type Move, type SketchView, type Stack } from '../src/games/sketch/view';

const names = { A: 'Mika', B: 'Ren' };

function stack(colour: Colour, top: number | null, a: string[] = [], b: string[] = [], more: Partial<Stack> = {}): Stack {
  return { colour, top, size: 5, covered: [], unseen: [3, 4, 5, 6, 7].filter((n) => n !== top), bottom: [], laid: { A: a, B: b }, ...more };
}

function view(stacks: Partial<Record<Colour, Stack>> = {}, more: Partial<SketchView> = {}): SketchView {
  const player = { points: 0, cards: 4, last: null, notebook: [] };
  return {
    edition: 'en', phase: 'play', turn: 'A', turns: 4, played: 0,
    stacks: [stacks.R ?? stack('R', 6), stacks.B ?? stack('B', 5), stacks.G ?? stack('G', 4), stacks.Y ?? stack('Y', 7)],
    players: { A: { ...player, hand: ['RB', 'RG', 'GYc', 'GYd'] }, B: { ...player } },
    deck: 20, discards: [], unseen: [], ...more,
  };
}

const play = (text: string): Extract<Move, { kind: 'play' }> => readMove(text) as Extract<Move, { kind: 'play' }>;
const { line, arg } = linesOf('sketch');

describe('a move in notation', () => {
  it('is read and written', () => {
    expect(readMove('play RBc>R call G')).toEqual({ kind: 'play', card: 'RBc', to: 'R', call: 'G' });
    expect(readMove('play GYd>Y distract')).toEqual({ kind: 'play', card: 'GYd', to: 'Y', distract: true });
    expect(readMove('deal B ?')).toEqual({ kind: 'deal', seat: 'B', card: '?' });
    expect(readMove('reveal Y 6')).toEqual({ kind: 'reveal', stack: 'Y', number: 6 });
    expect(readMove('dance')).toBeUndefined();
    expect(writePlay('RBc', 'R', { call: 'G' })).toBe('play RBc>R call G');
    expect(writePlay('RBd', 'R', 'distract')).toBe('play RBd>R distract');
  });
});

describe('what a card would do', () => {
  it('draws the yokai of the printed example, 3 to 1', () => {
    const outcome = foresee(view({ G: stack('G', 4, ['RG', 'BG'], ['GY']) }), play('play RG>G'), 'A');
    expect(outcome.checks).toEqual([{ stack: 'G', number: 4, count: { A: 3, B: 1 }, result: 'drawn', by: 'A' }]);
    expect(foreseen(outcome, 'A', names).mood).toBe('mine');
    expect(foreseen(outcome, 'B', names).mood).toBe('theirs');
  });
  it('frightens it on a tie', () => {
    const outcome = foresee(view({ G: stack('G', 4, ['RG'], ['GY', 'BG']) }), play('play RG>G'), 'A');
    expect(outcome.checks[0]).toMatchObject({ result: 'frightened', count: { A: 2, B: 2 } });
    expect(line(foreseen(outcome, 'A', names).short)).toBe('see.tie mine=2 theirs=2 name=Ren');
  });
  it('says how many more are needed', () => {
    expect(line(foreseen(foresee(view(), play('play RG>R'), 'A'), 'A', names).short)).toBe('see.short n=5');
  });
  it('looks at the called yokai (S19)', () => {
    const outcome = foresee(view({ Y: stack('Y', 7, ['GY', 'RY']), G: stack('G', 3) }), play('play GYc>Y call G'), 'A');
    expect(outcome.called).toEqual({ from: 'G', number: 3 });
    expect(outcome.checks).toHaveLength(1);
    expect(outcome.checks[0]).toMatchObject({ stack: 'Y', number: 3, result: 'drawn', by: 'A' });
  });
  it('moves the last card of the other (S23), and in edition fr checks where it goes (S17)', () => {
    const last = { A: { points: 0, cards: 4, last: null, notebook: [] }, B: { points: 0, cards: 3, last: 'R' as Colour, notebook: [] } };
    const stacks = { R: stack('R', 6, [], ['RG', 'RB']), B: stack('B', 3, ['BG', 'BY']), G: stack('G', 4, [], ['GY']) };
    expect(distractTarget(view(stacks, { players: last }), 'A', 'G')).toEqual({ card: 'RB', from: 'R', to: 'B' });
    expect(foresee(view(stacks, { players: last }), play('play GYd>G distract'), 'A').checks).toHaveLength(1);
    const fr = foresee(view(stacks, { edition: 'fr' }), play('play RBd>R distract'), 'A');
    expect(fr.distracted).toEqual({ card: 'RB', from: 'R', to: 'B' });
    expect(fr.checks[1]).toMatchObject({ stack: 'B', result: 'drawn', by: 'A', count: { A: 2, B: 1 } });
  });
  it('knows when the last yokai of a stack goes (S25)', () => {
    const last = stack('R', 3, ['RG', 'RB'], [], { size: 1, unseen: [] });
    expect(foresee(view({ R: last }), play('play RG>R'), 'A').ends).toBe(true);
    expect(foresee(view({ R: { ...last, size: 2 } }), play('play RG>R'), 'A').ends).toBe(false);
  });
});

describe('the log', () => {
  const tell = (move: string, by: 'A' | 'B' | 'chance', before?: SketchView, after?: SketchView): string[] => logOf({ move, by }, before, after, names).map(line);
  it('tells a play by what came of it', () => {
    expect(tell('play RG>R', 'A', view())).toEqual(['log.play_short name=Mika card=card.plain a=element.R b=element.G on=on.R onto=to.R laid=1 number=6']);
    expect(tell('play RG>G', 'A', view({ G: stack('G', 4, ['RG', 'BG'], ['GY']) }))[1]).toBe('log.drawn name=Mika yokai=yokai.G number=4 most=3 least=1');
  });
  it('tells less where it knows less', () => {
    expect(tell('play GYc>G call R', 'B')).toEqual(['log.call_some name=Ren card=card.call a=element.G b=element.Y on=on.G onto=to.G from=from.R number=0']);
    expect(tell('draw ?', 'chance', view())).toEqual(['log.draw name=Mika']);
    expect(tell('deal A RB', 'chance')).toEqual([]);
  });
  it('knows a pass from the end of a turn, and a new deck', () => {
    expect(tell('end', 'A', view())).toEqual(['log.pass name=Mika']);
    expect(tell('end', 'A', view({}, { played: 2, deck: 0, discards: ['RB'] }), view({}, { deck: 1 }))).toEqual(['log.end name=Mika', 'log.shuffled']);
  });
});

describe('sentences', () => {
  it('say what is expected', () => {
    expect(line(expectation(view(), { legal: ['play RB>R'] }, true))).toBe('expects.must.mine');
    expect(line(expectation(view(), { legal: ['end', 'play RB>R'] }, true))).toBe('expects.may.mine');
    expect(line(expectation(view({}, { played: 1 }), {}, false))).toBe('expects.more.theirs n=2');
  });
  it('say how it ended', () => {
    const gone = view({ B: stack('B', null, [], [], { size: 0, unseen: [] }) });
    expect(ending({ winners: ['A'], points: { A: 20, B: 20 }, end: 'S25' }, gone).map(line)).toEqual(['end.stack on=on.B', 'end.colours']);
    expect(ending({ winners: [], points: { A: 3, B: 2 }, end: 'resign', gave_up: 'A' }, gone)).toEqual([]);
  });
  it('say what lies on the table', () => {
    const two = stack('G', 5, ['RG'], ['GY'], { covered: [7], unseen: [3, 6], bottom: [4] });
    expect(line(stackSaid(two, 'A', 'you', 'Ren'))).toBe('stack.says stack=stack.G laid=2 near=you mine=1 far=Ren theirs=1 number=5');
    expect(belowSaid(two).map(line)).toEqual(['below.count n=4', 'below.covered numbers=7', 'below.unseen numbers=3, 6', 'below.bottom numbers=4']);
  });
  it('name cards and colours in refusals and hints', () => {
    expect(refusalSaid({ key: 'sketch.play.colour', args: ['RB', 'G'] }).map(arg)).toEqual(['card.plain a=element.R b=element.B', 'element.G']);
    expect(refusalSaid({ key: 'sketch.call.last', args: ['Y'] }).map(arg)).toEqual(['attribute.Y']);
    expect(line(described(readMove('play GYd>Y distract'))!)).toContain('move.distract');
  });
  it('are all in the catalogue', () => {
    const catalogue = readFileSync(new URL('../../locale/en.po', import.meta.url), 'utf8');
    const source = ['tell.ts', 'Board.svelte', 'Column.svelte', 'Fan.svelte', 'Notebooks.svelte', 'Piles.svelte', 'Player.svelte']
      .map((name) => readFileSync(new URL(`../src/games/sketch/${name}`, import.meta.url), 'utf8')).join('\n');
    const keys = [...source.matchAll(/\bsaid\('([\w.]+)'/g)].map((m) => `sketch.${m[1]}`)
      .concat([...source.matchAll(/\bt\('(sketch\.[\w.]+)'/g)].map((m) => m[1]!));
    expect(keys.length).toBeGreaterThan(60);
    expect(keys.filter((key) => !catalogue.includes(`msgctxt "${key}"`))).toEqual([]);
  });
});

describe('changes between views', () => {
  it('tell a laid card from a distracted one', () => {
    const before = view({ R: stack('R', 6, [], ['RG', 'RB']) });
    const after = view({ R: stack('R', 6, [], ['RG']), B: stack('B', 5, [], ['RB']), G: stack('G', 4, ['GYd']) });
    expect(changes(before, after)).toEqual([
      { kind: 'moved', side: 'B', from: 'R', fromIndex: 1, to: 'B', index: 0, card: 'RB' },
      { kind: 'laid', side: 'A', stack: 'G', index: 0, card: 'GYd' },
    ]);
  });
});
