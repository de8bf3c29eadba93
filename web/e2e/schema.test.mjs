// The schema itself: what it must let pass and what it must not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Ajv from 'ajv';
import { compile, complaint, options } from './schema.mjs';

const move = { zashiki: 1, do: 'move', table: 't', token: 'x', request: 'r', at: 3, move: 'end' };
const without = (message, key) => Object.fromEntries(Object.entries(message).filter(([name]) => name !== key));
const now = { status: 'playing', actor: 'A', moves: 0, games: 0, seats: [{ seat: 'A', who: 'person', name: 'Mika' }], view: {} };
const event = { zashiki: 1, table: 't', event: 1, kind: 'move', by: 'A', time: 0, move: 'end', now };

test('messages that are right pass', () => {
  assert.equal(complaint('client', move), undefined);
  assert.equal(complaint('client', { zashiki: 1, do: 'ping', request: 'p' }), undefined);
  assert.equal(complaint('host', event), undefined);
  assert.equal(complaint('host', { zashiki: 1, request: 'p', pong: true }), undefined);
});

test('every fault is found', () => {
  const faulty = [
    ['client', { ...move, zashiki: 2 }], ['client', { ...move, zashiki: true }], ['client', { ...move, do: 'dance' }],
    ['client', { ...move, at: -1 }], ['client', { ...move, at: 1.5 }], ['client', { ...move, at: '3' }],
    ['client', { ...move, secret: 1 }], ['client', without(move, 'at')],
    ['client', without(move, 'table')], ['client', { ...move, request: 'r'.repeat(25) }], ['client', { ...move, token: '' }],
    ['client', { zashiki: 1, do: 'open' }], ['client', []], ['client', null], ['client', 'move'],
    ['host', { ...event, hidden: 'RB' }], ['host', { ...event, now: { ...now, legal: [] } }], ['host', { ...event, now: { ...now, legal: ['end', 'end'] } }],
    ['host', { ...event, now: { ...now, seats: [] } }], ['host', { ...event, now: { ...now, points: { E: 1 } } }],
    ['host', { ...event, now: { ...now, points: { A: 'one' } } }], ['host', { ...event, by: 'E' }], ['host', { ...event, event: 0 }],
    ['host', without(event, 'move')], ['host', { ...event, kind: 'sit' }], ['host', { ...event, request: 'r' }],
    ['host', { zashiki: 1, table: 't', request: 'r', refused: { key: 'Wrong', args: [] } }],
    ['host', { zashiki: 1, table: 't', request: 'r', done: 1, pong: true }], ['host', {}],
  ];
  for (const [name, message] of faulty) assert.notEqual(complaint(name, message), undefined, `${name} ${JSON.stringify(message)}`);
});

test('the schemas hold no keyword that means nothing', () => {
  for (const name of ['docs/protocol.schema.json', 'cards/schema.json']) compile(name);
  assert.throws(() => new Ajv(options).compile({ maximun: 3 }), /maximun/);
});
