// What Yokai Sketch says: the log, what is expected, what a card would do; and that every sentence
// exists in the catalogue.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printedOn } from '../src/games/sketch/called';
import { changes } from '../src/games/sketch/changes';
import { belowSaid, described, ending, expectation, foreseen, logOf, refusalSaid, stackSaid } from '../src/games/sketch/tell';
import { linesOf } from './said';
import { playsIn, playsOf, readMove, writePlay, type Colour, type Effect, type SketchView, type Stack } from '../src/games/sketch/view';

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
  const see = (text: string, does: Effect, me: 'A' | 'B' = 'A') => {
    const seen = foreseen(playsIn({ legal: ['end', text], does: { 1: does } })[0]!, me, names);
    return seen && { short: line(seen.short), long: seen.long.map(line), mood: seen.mood };
  };
  it('is read off the legal moves', () => {
    const plays = playsIn({ legal: ['end', 'play RG>R', 'play RG>G'], does: { 1: { R: 5 }, 2: { G: 2 } } });
    expect(plays.map(({ text, does }) => [text, does])).toEqual([['play RG>R', { R: 5 }], ['play RG>G', { G: 2 }]]);
    expect(playsOf(plays, 'RG', 'G')).toHaveLength(1);
    expect(playsOf(plays, 'RG', 'B')).toEqual([]);
  });
  it('is shown from both sides', () => {
    const does: Effect = { G: { drawn: 4, by: 'A', laid: [3, 1] } };
    expect(see('play RG>G', does)).toMatchObject({ mood: 'mine', short: 'see.mine mine=3 theirs=1 name=Ren' });
    expect(see('play RG>G', does, 'B')).toMatchObject({ mood: 'theirs', short: 'see.theirs mine=1 theirs=3 name=Mika' });
    expect(see('play RG>G', { G: { frightened: 4, laid: [2, 2] } })).toMatchObject({ mood: 'tie', short: 'see.tie mine=2 theirs=2 name=Ren' });
    expect(see('play RG>R', { R: 5 })).toMatchObject({ mood: 'plain', short: 'see.short n=5' });
  });
  it('tells of the other stack too, and of the end', () => {
    expect(see('play GYc>Y call G', { calls: 3, Y: { drawn: 3, by: 'A', laid: [3, 0] }, G: '?' })!.long).toEqual(['see.here what=see.mine mine=3 theirs=0 name=Ren', 'see.there on=on.G what=see.hidden']);
    expect(see('play RG>R', { R: { drawn: 3, by: 'A', laid: [3, 0] }, ends: 'R' })!.long.at(-1)).toBe('see.ends');
    expect(see('play RBd>R distract', { distracts: { card: 'RB', from: 'R', to: 'B' }, R: 3, B: 1 })!.long).toHaveLength(1);
  });
  it('is not shown where a host does not say it', () => {
    expect(see('play RG>R', {})).toBeUndefined();
  });
});

describe('the log', () => {
  const tell = (move: string, by: 'A' | 'B' | 'chance', did?: Effect, before?: SketchView, after?: SketchView): string[] =>
    logOf({ move, by, did }, before, after, names).map(line);
  it('tells a play by what came of it', () => {
    expect(tell('play RG>R', 'A', { R: 5 }, view(), view({ R: stack('R', 6, ['RG']) }))).toEqual(['log.play_short name=Mika card=card.plain a=element.R b=element.G on=on.R onto=to.R laid=1 number=6']);
    expect(tell('play RG>G', 'A', { G: { drawn: 4, by: 'A', laid: [3, 1] }, ends: 'G' }).slice(1)).toEqual(['log.drawn name=Mika yokai=yokai.G number=4 most=3 least=1', 'log.ends on=on.G']);
    expect(tell('reveal R 3', 'chance', { G: { frightened: 5, laid: [3, 3] } }).at(-1)).toBe('log.frightened yokai=yokai.G number=5 count=3');
  });
  it('tells less where it knows less', () => {
    expect(tell('play GYc>G call R', 'B')).toEqual(['log.call_some name=Ren card=card.call a=element.G b=element.Y on=on.G onto=to.G from=from.R', 'log.called element=attribute.G']);
    expect(tell('draw ?', 'chance', undefined, view())).toEqual(['log.draw name=Mika']);
    expect(tell('deal A RB', 'chance')).toEqual([]);
  });
  it('knows a pass from the end of a turn, and a new deck', () => {
    expect(tell('end', 'A', undefined, view())).toEqual(['log.pass name=Mika']);
    expect(tell('end', 'A', { shuffles: true }, view({}, { played: 2 }))).toEqual(['log.end name=Mika', 'log.shuffled']);
  });
});

describe('sentences', () => {
  it('say what is expected', () => {
    expect(line(expectation(view({}, { left: 3, must: true }), true))).toBe('expects.must.mine');
    expect(line(expectation(view({}, { left: 3 }), true))).toBe('expects.may.mine');
    expect(line(expectation(view({}, { played: 1, left: 2 }), false))).toBe('expects.more.theirs n=2');
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
    // In the table's own refusals B is a seat, not a colour.
    expect(refusalSaid({ key: 'move.not_in_turn', args: ['B'] })).toEqual(['B']);
    expect(refusalSaid({ key: 'sketch.call.last', args: ['Y'] }).map(arg)).toEqual(['attribute.Y']);
    expect(line(described(readMove('play GYd>Y distract'))!)).toContain('move.distract');
  });
  it('are all in the catalogue', () => {
    const catalogue = readFileSync(new URL('../../src/games/sketch/locale/en.po', import.meta.url), 'utf8');
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
    const did: Effect = { distracts: { card: 'RB', from: 'R', to: 'B' }, G: 3 };
    expect(changes(before, after, [{ by: 'A', move: 'play GYd>G distract', did }])).toEqual([
      { kind: 'laid', side: 'A', stack: 'G', index: 0, card: 'GYd' },
      { kind: 'moved', side: 'B', from: 'R', fromIndex: 1, to: 'B', index: 0, card: 'RB' },
    ]);
  });
});

describe('a called yokai', () => {
  const play = (move: string, did: Effect, by: 'A' | 'B' = 'A') => ({ by, move, did });
  it('shows what is printed on it while it lies on a stack, and in the notebook', () => {
    const call = play('play RGc>R call B', { calls: 4, R: 2 });
    expect(printedOn([call])).toEqual({ tops: { R: 'B' }, books: { A: {}, B: {} } });
    const drawn = play('play RG>R', { R: { drawn: 4, by: 'B', laid: [1, 3] } }, 'B');
    expect(printedOn([call, drawn])).toEqual({ tops: {}, books: { A: {}, B: { R4: 'B' } } });
  });
  it('takes it along to the bottom when it is frightened, and back when it is called back', () => {
    const call = play('play RGc>R call B', { calls: 4, R: { frightened: 4, laid: [2, 2] } });
    expect(printedOn([call]).tops).toEqual({});
    const four = Array.from({ length: 5 }, () => play('play RG>R', { R: { drawn: 5, by: 'A', laid: [5, 0] } }));
    expect(printedOn([call, ...four]).tops).toEqual({ R: 'B' });
    expect(printedOn([play('play RGc>R call B', { calls: 4, R: 2 }), play('play BGc>B call R', { calls: 4, B: 2 })]).tops).toEqual({});
  });
  it('is told in the log', () => {
    expect(logOf({ move: 'play GYc>G call R', by: 'B', did: { calls: 3, G: 1 } }, undefined, undefined, names).map(line)[1]).toBe('log.called element=attribute.G');
  });
});
