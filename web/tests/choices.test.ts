// What can be chosen for a table, and that the engine agrees.
import { beforeEach, describe, expect, it } from 'vitest';
import { games } from '../src/games';
import { allowed, inForce } from '../src/games/facts';
import type { Choices, Game } from '../src/games/types';
import { chosenFor, chosenLast, keepChoices } from '../src/lib/choices';
import type { Incoming } from '../src/lib/protocol';
import { Engine, say } from './engine';

const yokai = games.find(({ id }) => id === 'yokai')!;
const sketch = games.find(({ id }) => id === 'sketch')!;
const engine = new Engine();

/** What the engine says to this. */
const asked = (token: string | undefined, ask: object): Incoming => engine.receive(say(token, ask))[0]![1];
const open = (game: Game, options: Choices): Incoming => asked(undefined, { do: 'open', game: game.id, options });

let texts: Map<string, string>;
beforeEach(() => {
  texts = new Map();
  globalThis.localStorage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
  } as Storage;
});

const defaults = (game: Game): Choices => chosenLast(game, 'bot', 'Mika').options;

describe('options', () => {
  it('the engine takes whatever is in force, for every combination', () => {
    for (const players of ['2', '3', '4'])
      for (const level of ['1', '2', '3', '4', '5'])
        for (const reconcile of ['0', '1', '2', '3', '4'])
          for (const stack of ['off', 'on'])
            for (const blind of ['off', 'on'])
              for (const first of ['random', 'A', 'D'])
                for (const shape of ['none', 'random', 'crown']) {
                  const options = inForce(yokai, { ...defaults(yokai), players, level, reconcile, stack, blind, first, shape });
                  expect(open(yokai, options).refused, JSON.stringify(options)).toBeUndefined();
                }
  });
  it('are those of the engine, with its values and defaults', () => {
    for (const game of games) {
      expect(open(game, inForce(game, defaults(game))).refused).toBeUndefined();
      for (const { name, values } of game.options)
        for (const value of values) expect(open(game, { ...(game.seats.max > 2 ? { players: '4' } : {}), [name]: value }).refused, `${name}=${value}`).toBeUndefined();
    }
  });
  it('of a level have its rule switched on', () => {
    const of = (level: string, more: Choices = {}): Choices => inForce(yokai, { ...defaults(yokai), level, ...more });
    expect(of('2').reconcile).toBe('1');
    expect(of('3').stack).toBe('on');
    expect(of('3', { blind: 'on' }).blind).toBe('off');
    expect(of('4', { stack: 'on' })).toMatchObject({ blind: 'on', stack: 'off' });
    expect(of('5').shape).toBe('random');
    expect(of('5', { shape: 'crown' }).shape).toBe('crown');
    expect(of('1')).toMatchObject({ reconcile: '0', stack: 'off', blind: 'off', shape: 'none' });
  });
  it('of a link are those it names, and else the usual ones', () => {
    keepChoices(yokai, 'bot', { ...chosenLast(yokai, 'bot', 'Mika'), minutes: 5, options: { ...defaults(yokai), level: '4', players: '4', shape: 'crown', hints: '4+3+0' } });
    expect(chosenFor(yokai, 'bot', 'Mika', 'level=2&players=3&stack=sideways')).toMatchObject({ minutes: 5, options: { level: '2', players: '3', shape: 'none', hints: '', stack: 'off' } });
    expect(chosenFor(yokai, 'bot', 'Mika', 'level=3').options.players).toBe('4');
  });
  it('ask for the shape openly where the level has one', () => {
    const shape = yokai.options.find(({ name }) => name === 'shape')!;
    expect([shape.folded, shape.shown!({ level: '5' }), shape.shown!({ level: '1' })]).toEqual([true, true, false]);
    expect(shape.values.map((value) => shape.drawn!(value)?.replace(/[^#]/g, '').length)).toEqual([undefined, undefined, 16, 16, 16, 16, 16, 16]);
  });
  it('depend on the number of players', () => {
    expect(allowed(yokai, 'reconcile', { players: '2', level: '1' })).toEqual(['0', '1', '2']);
    expect(allowed(yokai, 'first', { players: '3' })).toEqual(['random', 'A', 'B', 'C']);
  });
  it('in free text are refused by the engine, with the rule', () => {
    expect(open(yokai, { players: '2', hints: '2+3+3' }).refused).toMatchObject({ key: 'yokai.option.hints', rule: 'Y6' });
    expect(open(yokai, { players: '3', hints: '3+4+2' }).refused).toBeUndefined();
    const example = yokai.options.find(({ name }) => name === 'hints')!.example!;
    for (const players of ['2', '3', '4']) expect(open(yokai, { players, hints: example({ players }) }).refused).toBeUndefined();
  });
});

describe('choices', () => {
  it('are remembered, for each game and each way to play', () => {
    const chosen = chosenLast(yokai, 'here', 'Mika');
    expect(chosen.seats.map(({ who }) => who)).toEqual(['me', 'me', 'me', 'me']);
    chosen.options.players = '3';
    chosen.options.level = '5';
    chosen.seats[1] = { ...chosen.seats[1]!, name: 'Ren' };
    chosen.seats[2] = { ...chosen.seats[2]!, who: 'bot', bot: 'easy' };
    chosen.memory = true;
    chosen.minutes = 10;
    keepChoices(yokai, 'here', chosen);
    expect(chosenLast(yokai, 'here', 'Mika')).toEqual(chosen);
    expect(chosenLast(yokai, 'bot', 'Mika').options.players).toBe('2');
    expect(chosenLast(sketch, 'here', 'Mika').seats).toHaveLength(2);
  });
  it('that are none any more are the defaults', () => {
    const fresh = chosenLast(yokai, 'friends', 'Mika');
    expect(fresh.seats.map(({ who }) => who)).toEqual(['me', 'friend', 'friend', 'friend']);
    for (const text of [
      '', 'null', '[]', '7', '{"options":7}', '{"seats":7,"options":{"players":"9","level":[1],"hints":"' + 'x'.repeat(40) + '"},"minutes":3}',
      '{"seats":[null,{"who":"me","bot":"ghost","name":7}],"memory":"yes"}',
    ]) {
      texts.set('zashiki.choices.yokai.friends', text);
      expect(chosenLast(yokai, 'friends', 'Mika'), text).toEqual(fresh);
    }
  });
});

describe('bots', () => {
  it('are the levels that the engine lets sit down, no more and no fewer; where there is one alone, its yardstick', () => {
    for (const game of games)
      for (const bot of new Set(['easy', 'normal', 'strong', ...game.bots])) {
        open(game, {});
        expect(asked('A', { do: 'bot', seat: 'B', bot, at: 0 }).refused === undefined, `${bot} in ${game.id}`).toBe(game.bots.includes(bot));
      }
  });
});
