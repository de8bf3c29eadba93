// Yōtei's board held to the real engine, over whole games of bots: every legal move can be clicked, every
// move is said, and nothing that a seat may not know is.
import { describe, expect, it } from 'vitest';
import { playable, readAll, tryAt, tryUse, waysAt } from '../src/games/yotei/choose';
import { cardSaid, described, elements, ending, expectation, faceName, landName, logOf, placeSaid, refusalSaid, townSaid, whoSaid } from '../src/games/yotei/tell';
import { charactersAt, countedOf, effectOf, isSealed, needsOf, readMove, settledOf, type YoteiView } from '../src/games/yotei/view';
import type { Audience, Entry, Incoming, Now, Seat } from '../src/lib/protocol';
import { yotei } from '../src/made/facts';
import { readLanguage } from '../scripts/po.mjs';
import { land } from '../../cards/niseko-1.json';
import { Engine, say } from './engine';

type Told = Partial<Record<Audience, Entry<YoteiView>[]>>;

/** A game of bots, as each audience is told of it. */
function game(seed: number, players: number, bot: string): Told {
  const engine = new Engine(seed), told: Told = {};
  const take = (lines: [Audience, Incoming][]): void => {
    for (const [to, message] of lines) if (message.event !== undefined) (told[to] ??= []).push(message as unknown as Entry<YoteiView>);
  };
  engine.receive({ zashiki: 1, do: 'open', game: 'yotei', options: { players: String(players) }, request: 'open' });
  const seats = ['A', 'B', 'C', 'D'].slice(0, players);
  for (const token of [...seats, undefined]) take(engine.receive(say(token, { do: 'join' })));
  for (const seat of seats) take(engine.receive(say(seat, { do: 'bot', at: 0, seat, bot })));
  for (let i = 0; i < 8000 && engine.waits() > 2; i++) take(engine.step());
  return told;
}

const games = [game(1, 2, 'greedy'), game(2, 3, 'greedy'), game(3, 4, 'random'), game(4, 2, 'random')];
const moves = (told: Told, who: Audience): { entry: Entry<YoteiView>; before: YoteiView | undefined; after: YoteiView; now: Now<YoteiView> }[] => {
  let before: YoteiView | undefined;
  return told[who]!.filter(({ kind }) => kind === 'move').map((entry) => {
    const was = before, now = entry.now!;
    before = now.view;
    return { entry, before: was, after: now.view, now };
  });
};

describe('Yōtei at the table', () => {
  it('every move of a game is said, in whole sentences', () => {
    const keys = new Set<string>();
    let bidsLast = 0;
    for (const told of games)
      for (const who of Object.keys(told) as Audience[])
        for (const { entry, before, after } of moves(told, who)) {
          const said = logOf(entry, readMove(entry.move!), before, after, {});
          for (const { key } of said) keys.add(key);
          if (entry.by !== 'chance') expect(said.length, entry.move).toBeGreaterThan(0);
          expect(JSON.stringify(said), entry.move).not.toMatch(/NaN|undefined|"name":""/);
          expect(expectation(after, false).key).toMatch(/^yotei\.expects\./);
          if (said.some(({ key }) => key === 'yotei.log.opened')) { // T17: every box, also of a bid just made
            const bids = Object.keys(after.slots).flatMap((at) => charactersAt(after, at)).filter(({ bid }) => bid !== undefined);
            expect(said.filter(({ key }) => key === 'yotei.log.opened_bid').length, entry.move).toBe(bids.length);
            bidsLast += Number(entry.move!.startsWith('bid '));
          }
        }
    expect(bidsLast).toBeGreaterThan(0);
    for (const key of ['place', 'flip', 'bid_hidden', 'bid', 'opened', 'collect', 'lacks', 'wins', 'repaid', 'mystery', 'mystery_card', 'round', 'gains', 'collect_forest', 'top'])
      expect(keys, key).toContain(`yotei.log.${key}`);
  });

  it('amounts in boxes, cards drawn and cards from piles are said to nobody else', () => {
    let hidden = 0;
    for (const told of games)
      for (const who of Object.keys(told) as Audience[])
        for (const { entry, before, after } of moves(told, who)) {
          const text = JSON.stringify(logOf(entry, readMove(entry.move!), before, after, {}));
          if (entry.by !== who && /^bid /.test(entry.move!)) {
            expect(entry.move, who).toMatch(/ \?$/);
            expect(text).toContain('bid_hidden');
            hidden++;
          }
          if (before?.drawer && before.drawer !== who && /^mystery /.test(entry.move!) && after.phase !== 'over') expect(text).not.toContain('mystery_card');
        }
    expect(hidden).toBeGreaterThan(50);
  });

  it('all legal moves of a seat can be clicked, and no others', () => {
    let seen = 0, boxes = 0;
    for (const seed of [5, 6]) {
      const engine = new Engine(seed);
      engine.receive({ zashiki: 1, do: 'open', game: 'yotei', options: { players: '2', first: 'A' }, request: 'open' });
      let at = 0, now: Now<YoteiView> | undefined;
      const take = (lines: [Audience, Incoming][]): void => {
        for (const [to, message] of lines) {
          const one = message as unknown as Entry<YoteiView>;
          if (one.event) at = Math.max(at, one.event);
          if (to === 'A' && one.now) now = one.now;
        }
      };
      take(engine.receive(say('A', { do: 'join' })));
      take(engine.receive(say('A', { do: 'sit', name: 'Mika', at: 0 })));
      take(engine.receive(say('B', { do: 'bot', seat: 'B', bot: 'greedy', at: 0 })));
      for (let i = 0; i < 600 && now?.status !== 'over'; i++) {
        if (engine.waits() > 2) {
          take(engine.step());
          continue;
        }
        const legal = readAll(now!.legal, now!.does), view = now!.view;
        expect(legal.length).toBe(now!.legal!.length);
        const places = [...Object.keys(view.slots), 'I', 'II', 'III'];
        const reached = new Set<string>();
        for (const place of places)
          for (const way of waysAt(legal, place))
            if (way.amount) {
              boxes++;
              for (let n = way.amount.least; n <= way.amount.most; n++) reached.add(`${way.text} ${n}`);
            } else reached.add(way.text);
        for (const power of view.seats.A!.hand ?? []) {
          const can = playable(legal, power);
          if (can.cash) reached.add(`cash ${power}`);
          for (const place of places)
            for (const way of waysAt(legal, place, { power })) {
              if (power === 'detour') {
                for (const to of places) for (const second of waysAt(legal, to, { power, from: place })) reached.add(second.text);
              } else if (way.amount) for (let n = way.amount.least; n <= way.amount.most; n++) reached.add(`${way.text} ${n}`);
              else reached.add(way.text);
            }
          if (can.use && legal.some(({ text }) => text === `use ${power}`)) reached.add(`use ${power}`);
          // What cannot be played now is refused with a reason, not with "no such move".
          if (!can.use) {
            const [answer] = engine.receive(say('A', { do: 'move', move: tryUse(view, 'A', power), at })).filter(([to]) => to === 'A');
            expect(answer![1].refused?.key, tryUse(view, 'A', power)).toMatch(/^yotei\.(?!move\.unknown)/);
          }
        }
        for (const text of ['yield', 'done']) if (now!.legal!.includes(text)) reached.add(text);
        expect([...reached].sort()).toEqual([...now!.legal!].sort());
        for (const place of places) {
          expect(placeSaid(view, place, {}).length).toBeGreaterThan(0);
          if (waysAt(legal, place).length) continue;
          const [answer] = engine.receive(say('A', { do: 'move', move: tryAt(view, 'A', place), at })).filter(([to]) => to === 'A');
          expect(answer![1].refused?.key, tryAt(view, 'A', place)).toMatch(/^yotei\.(?!move\.unknown)/);
        }
        seen += reached.size;
        const list = now!.legal!;
        take(engine.receive(say('A', { do: 'move', move: list[(i * 7 + seed) % list.length]!, at })));
      }
      expect(now!.status).toBe('over');
    }
    expect([seen > 500, boxes > 20]).toEqual([true, true]);
  });

  it('what is needed more than once is counted, players have their names', () => {
    const one = (letter: string) => ({ key: `yotei.element.${letter}` });
    expect(elements('LLLM')).toEqual({ list: [{ key: 'yotei.times', args: { what: one('L'), n: 3 } }, one('M')] });
    expect(refusalSaid({ key: 'yotei.turn.any_time', args: ['B'] }, { B: 'Ren' })).toEqual(['Ren']);
    expect(refusalSaid({ key: 'yotei.lantern.none', args: ['I3', 'B'] }, { B: 'Ren' })).toEqual(['I3', 'Ren']);
    expect(described(readMove('use lantern III1 B'), undefined, { B: 'Ren' })?.args?.other).toBe('Ren');
  });

  it('needs that are shown as met are those with which one collects', () => {
    let met = 0, missing = 0;
    for (const told of games)
      for (const who of Object.keys(told) as Audience[])
        for (const { entry, before } of moves(told, who)) {
          const move = readMove(entry.move!);
          if (move?.kind !== 'collect' || entry.by !== who || move.powers.length) continue;
          const slot = before?.slots[move.at];
          if (!slot?.card || slot.turned || slot.card.bid) continue;
          const got = settledOf(entry.did).find(([at]) => at === move.at)?.[1].by;
          expect(got === who, entry.move).toBe(slot.card.lacks === '');
          expect(effectOf(entry.did).lacks ?? '').toBe(slot.card.lacks);
          if (got) met++;
          else missing++;
        }
    expect([met > 20, missing > 0]).toEqual([true, true]);
  });

  it('the part of the round is known in every phase, and boxes are open from the harvest on', () => {
    const stages = { place: 'place', open: 'open', collect: 'harvest', bidder: 'harvest', top: 'harvest' } as Partial<Record<YoteiView['phase'], string>>;
    const seen = new Set<string>();
    for (const told of games)
      for (const { after } of moves(told, '-')) {
        seen.add(`${after.phase} ${after.stage}`);
        if (stages[after.phase]) expect(after.stage, after.phase).toBe(stages[after.phase]);
        const sealed = Object.keys(after.slots).some((at) => charactersAt(after, at).some(isSealed));
        if (sealed) expect(['place', 'open']).toContain(after.stage);
      }
    expect([...seen]).toEqual(expect.arrayContaining(['reveal fill', 'place place', 'open open', 'collect harvest', 'mystery harvest']));
  });

  it('what is in one’s own box is not told where it is hidden, and is once it lies open', () => {
    let hidden = 0, open = 0;
    for (const told of games)
      for (const who of Object.keys(told).filter((one) => one !== '-') as Seat[])
        for (const { after } of moves(told, who))
          for (const at of Object.keys(after.slots)) {
            const mine = charactersAt(after, at).find((one) => one.seat === who && one.bid !== undefined);
            if (!mine || (!mine.laid && !mine.least)) continue;
            const [plain, shut] = [undefined, who].map((hides) => JSON.stringify(whoSaid(after, at, {}, hides)));
            expect(plain === shut, at).toBe(!isSealed(mine));
            if (isSealed(mine)) hidden++;
            else open++;
          }
    expect([hidden > 5, open > 5]).toEqual([true, true]);
  });

  it('advice names the card of a slot', () => {
    const view = moves(games[0]!, 'A').find(({ after }) => after.phase === 'place')!.after;
    const at = Object.keys(view.slots).find((slot) => view.slots[slot]!.card)!;
    expect(cardSaid(view, at)).toEqual({ key: 'yotei.card', args: { card: landName(view.slots[at]!.card!.name), slot: at } });
    expect(described(readMove(`flip ${at}`), view)?.args?.card).toEqual(cardSaid(view, at));
    expect(refusalSaid({ key: 'yotei.why.charm', args: [at, '2'] }, {}, view)).toEqual([cardSaid(view, at), '2']);
    // A pile has no name.
    expect(refusalSaid({ key: 'yotei.why.collect', args: ['II'] }, {}, view)).toEqual(['II']);
  });

  it('a price that is shown is paid', () => {
    let paid = 0;
    for (const told of games)
      for (const seat of Object.keys(told).filter((who) => who !== '-') as Seat[])
        moves(told, seat).forEach(({ entry, after }, i, all) => {
          if (entry.by !== seat || !/^(place|flip|pile) /.test(entry.move!)) return;
          const shown = readAll(all[i - 1]?.now.legal, all[i - 1]?.now.does).find(({ text }) => text === entry.move);
          const laid = charactersAt(after, entry.move!.split(' ')[1]!).find((one) => one.seat === seat)?.laid;
          if (!shown || laid === undefined) return;
          expect(laid, entry.move).toBe(shown.does.pays ?? 0);
          expect(effectOf(entry.did).pays).toBe(shown.does.pays);
          paid += shown.does.pays ?? 0;
        });
    expect(paid).toBeGreaterThan(10);
  });

  it('the end is counted as the engine does', () => {
    for (const told of games) {
      const { result, view } = told['-']!.at(-1)!.now!;
      expect(Math.max(...Object.values(view.seats).map(({ stars }) => stars)) >= yotei.stars_to_end).toBe(result!.end === 'T33');
      for (const [seat, player] of Object.entries(view.seats)) expect(player.charm + Math.floor(player.potatoes.least / yotei.potatoes_a_point)).toBe(result!.points[seat as Seat]);
      expect(ending(result!)[0]?.key).toMatch(/^yotei\.end\.T/);
      expect(townSaid(view.seats.A!, 'Mika')[0]!.key).toBe('yotei.town.says');
    }
  });
});

describe('reading', () => {
  it('takes moves apart', () => {
    expect(readMove('bid III2 4')).toEqual({ kind: 'bid', at: 'III2', n: 4 });
    expect(readMove('bid III2 ?')).toEqual({ kind: 'bid', at: 'III2' });
    expect(readMove('collect I3 with guide with fox O')).toEqual({ kind: 'collect', at: 'I3', powers: ['guide', 'fox O'] });
    expect(readMove('use detour I3 flip II1')).toEqual({ kind: 'use', power: 'detour', at: 'I3', how: 'flip', to: 'II1' });
    expect(readMove('use lantern III2 B')).toEqual({ kind: 'use', power: 'lantern', at: 'III2', seat: 'B' });
    expect(readMove('nonsense')).toBeUndefined();
  });
  it('counts every copy of an element once', () => {
    expect(needsOf({ needs: 'OOM', lacks: 'O' }).map(({ met }) => met)).toEqual([true, false, true]);
    expect(needsOf({ needs: 'TTT', lacks: 'TT' }).map(({ met }) => met)).toEqual([true, false, false]);
    expect(needsOf({ needs: 'OM' }).map(({ met }) => met)).toEqual([undefined, undefined]);
    expect(countedOf('OOM', 'O')).toEqual([{ element: 'O', n: 2, missing: 1 }, { element: 'M', n: 1, missing: 0 }]);
    expect(countedOf('TT')).toEqual([{ element: 'T', n: 2, missing: undefined }]);
  });
  it('a card’s face says its name, and where a long word may be parted', () => {
    for (const language of ['en', 'fr', 'pl', 'ja'] as const) {
      const words = new Map(readLanguage(language).map(({ key, english, words: [said] }) => [key, language === 'en' ? english : said]));
      for (const { name } of land) {
        const [whole, face] = [landName(name), faceName(name)].map((one) => words.get((one as { key: string }).key));
        expect(face, `${language}: ${name}`).toBeTruthy();
        expect(face!.replaceAll('\u00ad', '')).toBe(whole);
        // A part of a word fits on a card of 70 px, in letters of 12.
        for (const part of face!.split(/[\s\u00ad]/)) expect(part.length, part).toBeLessThan(10);
      }
    }
    expect(faceName('Snow Inn')).toBe('Snow Inn');
  });
});
