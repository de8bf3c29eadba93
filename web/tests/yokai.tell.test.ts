// What Yokai says: the log, what is expected, cards by name; and that every sentence exists.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cardSaid, described, ending, expectation, logOf, refusalSaid } from '../src/games/yokai/tell';
import { readMove, type Card, type YokaiView } from '../src/games/yokai/view';
import type { Result } from '../src/lib/protocol';
import { linesOf } from './said';

const { line, arg } = linesOf('yokai');
const names = { A: 'Mika', B: 'Ren' };
const cards: Card[] = Array.from({ length: 16 }, (_, i) => ({ card: i + 1, x: i % 4, y: i >> 2, looked: [] }));
const view = (more: Partial<YokaiView> = {}): YokaiView => ({
  players: 2, phase: 'peek', turn: 'A', first: 'A', turns: 0, cards, pile: 7, pile_sizes: [2, 3, 2], open: [], open_count: 0,
  reconcile: 0, stack: false, blind: false, pacts: {}, ...more,
});
const log = (move: string, by: 'A' | 'B' | 'chance', before?: YokaiView, after?: YokaiView): string =>
  logOf({ move, by }, before, after, names).map(line).join('; ');

describe('the log', () => {
  it('tells looks without what was seen', () => {
    expect(log('peek 5', 'A', view())).toBe('log.peek name=Mika card=5');
    expect(log('peek 6', 'B', view({ phase: 'again', turn: 'B' }))).toBe('log.again name=Ren card=6');
  });
  it('tells where a card went', () => {
    expect(log('move 4 to 4,1', 'A', view())).toBe('log.move name=Mika card=4 where=[place.right card=8]');
    expect(log('move 1 to 4,0', 'A')).toBe('log.move_some name=Mika card=1');
    expect(log('skip', 'A')).toBe('log.skip name=Mika');
  });
  it('tells hints with who turned them up', () => {
    expect(log('reveal', 'B', view())).toBe('');
    expect(log('hint KRO', 'chance', view({ phase: 'turn_up', turn: 'B' }))).toBe('log.reveal name=Ren hint=plaque.three a=family.K b=family.R c=family.O');
    expect(log('take', 'A')).toBe('log.take name=Mika');
    expect(log('hint K on 3', 'A')).toBe('log.lay name=Mika hint=family.K card=3');
    expect(log('hint on 3', 'A', view(), view({ phase: 'over' }))).toBe('log.lay_blind name=Mika card=3; log.last');
    expect(log('declare', 'B')).toBe('log.declare name=Ren');
  });
  it('says what chance does once', () => {
    expect(log('first B', 'chance')).toBe('log.first name=Ren');
    expect(log('card 3 ?', 'chance')).toBe('');
    expect(log('card 16 K', 'chance')).toBe('log.deal');
    expect(log('pact KO', 'chance')).toBe('log.pact');
    expect(log('shape crown', 'chance')).toBe('log.shape shape=shape.crown');
    expect(log('dance', 'A')).toBe('');
  });
});

describe('sentences', () => {
  it('say what is expected', () => {
    expect(line(expectation(view(), true))).toBe('todo.peek.mine');
    expect(line(expectation(view({ phase: 'move' }), false))).toBe('todo.move.theirs');
    expect(line(expectation(view({ phase: 'hint', may: ['draw'] }), true))).toBe('todo.hint_only.mine');
    expect(line(expectation(view({ phase: 'hint', may: ['draw', 'lay'] }), true))).toBe('todo.hint.mine');
    expect(line(expectation(view({ phase: 'hint', may: ['draw', 'lay'], blind: true }), false))).toBe('todo.blind.theirs');
    expect(line(expectation(view({ phase: 'hint', may: ['lay'], blind: true }), false))).toBe('todo.lay.theirs');
  });
  it('name cards with all that they show', () => {
    const card: Card = { card: 7, x: 0, y: 0, hint: 'KO', looked: ['A', 'B'] };
    expect(cardSaid(card, { face: undefined, marks: 'Kp', names }).map(line)).toEqual([
      'card.down card=7', 'card.locked_by hint=plaque.two a=family.K b=family.O', 'card.looked names=[Mika, Ren]',
      'card.marks marks=[mark.is family=family.K, mark.not family=family.P]']);
    expect(cardSaid({ card: 2, x: 0, y: 0, looked: [] }, { face: 'R', marks: '', names }).map(line)).toEqual(['card.up card=2 family=family.R']);
  });
  it('describe moves, and hint cards in refusals', () => {
    expect(line(described(readMove('hint PR on 9'))!)).toBe('does.lay hint=plaque.two a=family.P b=family.R card=9');
    expect(line(described(readMove('declare'))!)).toBe('does.declare');
    expect(described(readMove('card 1 K'))).toBeUndefined();
    expect(refusalSaid({ key: 'yokai.hint.not_top', args: ['PO'] }).map(arg)).toEqual(['plaque.two a=family.P b=family.O']);
    expect(refusalSaid({ key: 'yokai.why.tells', args: ['11', 'K'] }).map(arg)).toEqual(['11', 'family.K']);
    expect(refusalSaid({ key: 'yokai.move.torn', args: ['5', '4,9'] }).map(arg)).toEqual(['5', '4,9']);
  });
  it('say how it ended', () => {
    const result = (end: string): Result => ({ winners: [], points: {}, end });
    expect(line(ending(result('Y20'))!)).toBe('end.Y20');
    expect(ending(result('resign'))).toBeUndefined();
  });
  it('are all in the catalogue', () => {
    const folder = new URL('../src/games/yokai/', import.meta.url);
    const source = readdirSync(folder).filter((name) => /^[A-Za-z]+\.(ts|svelte)$/.test(name)).map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    const keys = [...source.matchAll(/\bsaid\('([\w.]+)'/g)].map((match) => `yokai.${match[1]}`)
      .concat([...source.matchAll(/'(yokai\.[\w.]+)'/g)].map((match) => match[1]!));
    const catalogue = readFileSync(new URL('../../src/games/yokai/locale/en.po', import.meta.url), 'utf8');
    expect(keys.length).toBeGreaterThan(60);
    expect(keys.filter((key) => !catalogue.includes(`msgctxt "${key}"`) && key !== 'yokai.hint.')).toEqual([]);
  });
});
