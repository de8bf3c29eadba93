// The engine that the page ships.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Engine, say, wholeGame } from './engine';

describe('the engine', () => {
  it('replays every record that is kept', () => {
    const tests = new URL('../../tests/', import.meta.url);
    const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) => /^\w+\/records\/.*\.jsonl$/.test(name));
    expect(files.length).toBeGreaterThan(0);
    const engine = new Engine();
    for (const name of files) {
      const records = readFileSync(new URL(name, tests), 'utf8').split(/^(?=\{"zashiki")/m);
      expect(records.length).toBeGreaterThan(0);
      for (const [number, record] of records.entries()) expect(engine.replay(record), `${name}, record ${number + 1}`).toBe(true);
    }
  });

  it('keeps a table as text and takes it back', () => {
    const engine = new Engine(9);
    engine.receive({ zashiki: 1, do: 'open', game: 'sketch', request: 'o' });
    for (const seat of ['A', 'B']) engine.receive(say(seat, { do: 'bot', at: 0, seat, bot: 'random' }));
    for (let i = 0; i < 60; i++) engine.step();
    const text = engine.store();
    const other = new Engine(1);
    expect(other.restore(text)).toBe(true);
    expect(other.store()).toBe(text);
    expect(other.restore(text.replace('"first', '"worst'))).toBe(false);
  });

  it('keeps a table of as many entries as there can be', () => {
    const engine = new Engine(9);
    engine.receive({ zashiki: 1, do: 'open', game: 'null', request: 'o' });
    for (const seat of ['A', 'B']) engine.receive(say(seat, { do: 'sit', name: 'Żaneta', at: 0 }));
    while (engine.waits() > 2) engine.step();
    let answer: [string, { done?: number; refused?: { key: string } }] | undefined;
    for (let i = 0; !answer?.[1].refused; i++)
      answer = engine.receive(say('A', { do: i % 2 ? 'resume' : 'pause', at: answer?.[1].done ?? 0 })).at(-1) as typeof answer;
    expect(answer[1].refused!.key).toBe('table.full');
    const text = engine.store();
    expect(text.split('\n').length).toBe(1 + 16384 + 1);
    const other = new Engine(1);
    expect(other.restore(text)).toBe(true);
    expect(other.store()).toBe(text);
    const [, snapshot] = other.receive(say('A', { do: 'join' }))[0]!;
    expect(snapshot.snapshot).toBe(16384);
  });

  it('plays with a card set that is not built in', () => {
    const cardset = JSON.parse(readFileSync(new URL('../../tests/yotei/records/tiny.json', import.meta.url), 'utf8')) as { name: string };
    const open = (more: object): object => ({ zashiki: 1, do: 'open', game: 'yotei', request: 'o', ...more });
    const engine = new Engine(9);
    expect(engine.receive(open({ options: { cards: cardset.name }, cardset }))[0]![1]).toHaveProperty('tokens');
    expect(engine.receive(say('A', { do: 'join' }))[0]![1]).toMatchObject({ options: { cards: cardset.name }, cardset });
    for (const seat of ['A', 'B']) engine.receive(say(seat, { do: 'bot', at: 0, seat, bot: 'greedy' }));
    for (let i = 0; i < 40; i++) engine.step();
    // A set that is refused leaves the table as it was.
    const text = engine.store();
    for (const [more, key] of [
      [{ options: { cards: cardset.name } }, 'yotei.cards.unknown'],
      [{ options: { cards: cardset.name }, cardset: { ...cardset, land: [] } }, 'yotei.cards.no_tier'],
      [{ options: { cards: './mine.json' } }, 'yotei.cards.unknown'],
    ] as const) expect(engine.receive(open(more))[0]![1]).toMatchObject({ refused: { key } });
    expect(engine.store()).toBe(text);
    const other = new Engine(1);
    expect(other.restore(text)).toBe(true);
    expect(other.store()).toBe(text);
    for (let i = 0; i < 5000 && other.waits() > 2; i++) other.step();
    const [, answer] = other.receive(say('A', { do: 'record' }))[0]!;
    const { record } = answer as unknown as { record: string };
    expect(JSON.parse(record.split('\n')[0]!)).toMatchObject({ cardset });
    expect(other.replay(record)).toBe(true);
    expect(JSON.parse(other.output())).toMatchObject({ game: 'yotei', options: { cards: cardset.name }, cardset });
  });

  it('studies a record that is finished', () => {
    const lines = readFileSync(new URL('../../tests/sketch/records/judge-en.jsonl', import.meta.url), 'utf8').split('\n');
    const first = lines.slice(0, lines.findIndex((line) => line.startsWith('{"result"')) + 1);
    const engine = new Engine();
    expect(engine.study(20)).toBeUndefined();
    expect(engine.replay(first.join('\n'))).toBe(true);
    const { head, decisions, worst } = engine.study(20)!;
    expect(head).toEqual({ bot: 'strong', whole: 10000, points: 0, seats: ['A', 'B'] });
    expect(decisions.map(({ n }) => n)).toEqual(first.slice(1).flatMap((line, n) => (/"by":"[AB]"/.test(line) ? [n] : [])));
    const losses = decisions.map(({ loss }) => loss ?? 0).sort((a, b) => b - a);
    expect(worst.map((number) => decisions.find(({ n }) => n === number)!.loss)).toEqual(losses.slice(0, 3));
    expect(engine.study(20)).toEqual({ head, decisions, worst });
    const one = engine.study(20, 2)!;
    expect(one.head.seats).toEqual(['B']);
    expect(one.decisions).toEqual(decisions.filter(({ seat }) => seat === 'B'));
    expect(engine.study(20, 4)).toBeUndefined();
    expect(engine.replay(first.slice(0, 30).join('\n'))).toBe(true);
    expect(engine.study(20)).toBeUndefined();
  });

  it('tells no seat what is not its own', () => {
    const { A, B, '-': watching } = wholeGame(2);
    for (const [told, other] of [[A, 'B'], [B, 'A']] as const)
      for (const message of told) {
        const { now, move } = message as unknown as { now?: { status: string; view: { players: Record<string, { hand?: string[] }> } }; move?: string };
        if (now && now.status !== 'over') expect(now.view.players[other]!.hand).toBeUndefined();
        if (move?.startsWith(`deal ${other}`)) expect(move).toBe(`deal ${other} ?`);
      }
    for (const message of watching) {
      const { now } = message as unknown as { now?: { status: string; view: { players: Record<string, { hand?: string[] }> } } };
      if (now && now.status !== 'over') expect([now.view.players.A!.hand, now.view.players.B!.hand]).toEqual([undefined, undefined]);
    }
  });
});
