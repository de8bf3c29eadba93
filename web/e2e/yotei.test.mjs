// Yōtei: whole games for two to four through the real table, by mouse, by keys, around one screen and over
// links; sealed boxes that stay sealed; mystery cards out of turn; card sets of one's own.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { ALL, DESK, EMPTY, PATIENCE_MS, PHONE, SMALL, existsSync, first, heard, heardSince, join, look, lookAgain, lookTwice, playAdvised, scene, sceneAgain, scratch, settle, sitLate, store, together, until, visit, zashiki } from './kit.mjs';

const mine = (page) => until(page, () => document.querySelector('.sentence.mine')?.checkVisibility() && document.querySelector('.board .room'), undefined, 'my turn');
const spot = (page, at) => page.locator(`[data-place="${at}"]`);
/** A place as one hears it. */
const heardOf = (page, at) => spot(page, at).locator('.hidden-text').textContent();
const over = (page) => page.locator('dialog[open] .end').waitFor();

/** Plays this page's part with clicks, from inside the page, until the game is over, so many decisions were
 * made, or the device asks for another person; without `waits` also when it is another's turn. Whatever lights up
 * is clicked: places, ways, boxes, and cards; or, when it `keeps` its cards, what brings more of them. */
function playLit(page, { moves = Infinity, hands = false, seed = 1, waits = true, keeps = false } = {}) {
  return page.evaluate(async ({ most, handsOver, luck, patient, kept, patienceMs }) => {
    const find = (selector) => document.querySelector(selector);
    const all = (selector) => [...document.querySelectorAll(selector)];
    const rest = () => new Promise((done) => setTimeout(done, 3));
    const pick = (list) => list[(luck = (luck * 48271) % 2147483647) % list.length];
    const done = { made: 0, cards: 0, boxes: 0, ways: 0 };
    let patience = Date.now();
    const stuck = () => {
      if (Date.now() - patience > patienceMs) throw new Error(`stuck: ${find('.sentence')?.textContent} ${find('.notes')?.textContent}`);
    };
    while (done.made < most) {
      stuck();
      if (find('dialog[open] .end')) break;
      if (find('.cover')) {
        if (!handsOver) break;
        find('.cover button').click();
        await rest();
      }
      if (!find('.sentence.mine') || !find('.board .room') || find('.actions button:nth-child(2)')?.disabled) {
        if (!patient && !find('.sentence.mine')) break;
        await rest();
        continue;
      }
      const seen = globalThis.heard.event;
      const lit = all('.spot.lit'), ready = kept ? [] : all('[data-card].ready .main[aria-pressed=false]'), says = all('.acts .buttons .main');
      if (find('dialog[open] [role=spinbutton]')) {
        for (let i = pick([0, 1, 2]); i > 0; i--) find('.stepper button:last-child').click();
        await rest();
        find('dialog[open] .answers .main').click();
        done.boxes++;
      } else if (find('.ways')) {
        pick(all('.ways .button:not(.quiet)')).click();
        done.ways++;
      } else if (ready.length && pick([0, 1, 2]) && !find('.aiming')) {
        pick(ready).click();
        done.cards++;
      } else if (says.length && (!lit.length || pick([0, 1]))) pick(says).click();
      else if (lit.length) {
        const good = lit.filter((one) => (kept ? /Needs nothing/ : /You have what it needs|Needs nothing/).test(one.textContent));
        pick(good.length && (kept || pick([0, 1, 2])) ? good : lit).click();
      } else (find('[data-card] .acts .button:not(.main)[aria-disabled=false]') ?? find('.aiming button'))?.click();
      for (let i = 0; i < 4; i++) await rest();
      if (globalThis.heard.event > seen) {
        done.made++;
        patience = Date.now();
      }
    }
    return done;
  }, { most: moves === Infinity ? 1e9 : moves, handsOver: hands, luck: seed, patient: waits, kept: keeps, patienceMs: PATIENCE_MS });
}

for (const [size, players] of first([SMALL, 4], [DESK, 2], [PHONE, 3]))
  sceneAgain(`Yōtei: a game of ${players} with bots, ${size[0]} wide`, async (house, t) => {
    const server = await house.serve();
    const page = await house.open(server.base, { size });
    if (players === 2) await page.locator('.playable[data-game=yotei] .button.main').click();
    else {
      await visit(page, `${server.base}#/new/yotei/bot`);
      await page.locator(`input[name=players][value="${players}"]`).check();
      for (const seat of ['B', 'C', 'D'].slice(0, players - 1)) await page.locator(`input[name=bot-${seat}][value=${ALL && seat === 'B' ? 'strong' : 'easy'}]`).check();
      await lookTwice(page, `yotei-setup-${size[0]}`);
      await page.locator('form .button.main').click();
    }
    await mine(page);
    assert.equal(await page.locator('.spot').count(), players === 2 ? 12 : 15);
    const name = `yotei-${players}-${size[0]}`;
    await lookAgain(page, name);
    const { made } = await playLit(page, { moves: 6, seed: 3 });
    assert.equal(made, 6);
    await mine(page);
    await lookTwice(page, `${name}-later`);
    if (!ALL) await sitLate(page, server.base, 'yotei', { options: { players: String(players) } });
    const rest = await playLit(page, { seed: 7 });
    await over(page);
    t.diagnostic(`${made + rest.made} decisions, ${rest.boxes} boxes, ${rest.ways} choices, ${rest.cards} cards played`);
    if (ALL) assert.ok(rest.ways > 0, 'choices appeared');
    await page.getByText(/A second star ends|Someone could not place any more|Thirty rounds/).waitFor();
    // The town is counted up, to what the result says: charm, and more for the potatoes left.
    await until(page, () => [...document.querySelectorAll('dialog .end ol > li')].every((row) => {
      const [points, charm, more, counted] = [/(\d+) points?/, /(\d+) charm/, /\+(\d+)/, /= (\d+)/].map((part) => Number(part.exec(row.innerText)?.[1]));
      return points === charm + more && points === counted;
    }), undefined, 'the count');
    await lookTwice(page, `${name}-end`);
    if (players === 3) return;
    await page.getByRole('button', { name: 'Replay' }).click();
    const slider = page.getByRole('slider');
    await slider.waitFor();
    await slider.fill('40');
    await lookAgain(page, `yotei-replay-${size[0]}`);
  });

/** The same page on a small phone, and with ZASHIKI_ALL in other sizes. */
async function lookEverywhere(page, name) {
  for (const [width, height] of first(SMALL, DESK, PHONE)) {
    await page.setViewportSize({ width, height });
    await lookTwice(page, `${name}-${width}`);
  }
}

scene('Yōtei: its lesson and its rules', async (house) => {
  const server = await house.serve();
  const page = await house.open(`${server.base}#/learn/yotei`);
  await page.getByRole('heading', { name: 'Two stars end the game' }).waitFor();
  await lookEverywhere(page, 'yotei-learn');
  await visit(page, `${server.base}#/rules/yotei/T14`);
  await page.locator('[data-block="T14"]').waitFor();
  await look(page, 'yotei-rules-320');
});

for (const language of first('fr', 'pl', 'ja'))
  sceneAgain(`Yōtei speaks ${language}`, async (house) => {
    const server = await house.serve();
    const page = await house.open(server.base, { language, size: [320, 700] });
    await page.locator('.playable[data-game=yotei] .button.main').click();
    await mine(page);
    await playLit(page, { moves: 6, seed: 9 }); // the deal is a new one each time, and no game is over after a round
    await page.locator('.actions button').nth(-3).click();
    const text = await page.evaluate(() => document.body.textContent);
    assert.doesNotMatch(text, /\b(ui|yotei)\.[a-z_]+|\{\w+\}/);
    assert.doesNotMatch(text, /Mountain|Forest|Farmland|potato/);
    await page.keyboard.press('Escape');
    await look(page, `yotei-320-${language}`);
  });

/** Goes to a place of the board by keys alone. */
async function walkTo(page, at) {
  for (let i = 0; i < 400; i++) {
    const here = await page.evaluate(() => document.activeElement?.dataset.place);
    if (here === at) return;
    if (!here) {
      await page.keyboard.press('Tab');
      continue;
    }
    const tier = (place) => place.replace(/\d/, ''), column = (place) => Number(/\d/.exec(place)?.[0] ?? 0);
    await page.keyboard.press(tier(here) !== tier(at) ? 'ArrowDown' : column(here) < column(at) ? 'ArrowRight' : 'ArrowLeft');
  }
  throw new Error(`keys do not lead to ${at}`);
}

/** After so many decisions by keys, one of them a bid, the rest of a game is like them. */
const BY_KEYS = 20;

sceneAgain('Yōtei: a game by keyboard alone', async (house, t) => {
  const server = await house.serve();
  const page = await house.open(`${server.base}#/new/yotei/bot`);
  const tabTo = async (selector) => {
    for (let i = 0; i < 400; i++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no way by Tab to ${selector}`);
  };
  await tabTo('form .button.main');
  await page.keyboard.press('Enter');
  await mine(page);
  let made = 0, boxes = 0, cards = 0;
  for (;;) {
    const state = await until(page, () => {
      if (document.querySelector('dialog[open] .end')) return { over: true };
      if (!document.querySelector('.sentence.mine') || !document.querySelector('.board .room') || document.querySelector('.actions button:nth-child(2)')?.disabled) return false;
      const lit = [...document.querySelectorAll('.spot.lit')];
      const good = lit.filter((one) => /You have what it needs|Needs nothing/.test(one.textContent));
      return {
        event: globalThis.heard.event, bids: lit.filter((one) => one.textContent.includes('by bidding') && document.querySelector('.board .prompt')?.textContent.includes('pile')).map((one) => one.dataset.place),
        lit: (good.length ? good : lit).map((one) => one.dataset.place),
        says: Boolean(document.querySelector('.acts .buttons .main')), ready: Boolean(document.querySelector('[data-card].ready .main')),
      };
    });
    if (state.over) break;
    if (state.says) {
      await tabTo('.acts .buttons .main');
      await page.keyboard.press('Enter');
    } else if (state.lit.length) {
      const bids = !boxes && state.bids.length > 0;
      await walkTo(page, bids ? state.bids[0] : state.lit[made % state.lit.length]);
      await page.keyboard.press('Enter');
      await until(page, (n) => document.querySelector('.ways, dialog[open]') || globalThis.heard.event > n, state.event, 'an answer to the key');
      if (await page.locator('.ways').count()) {
        assert.ok(await page.evaluate(() => document.activeElement?.closest('.ways')), 'the choice has the focus');
        if (made % 9 === 4) {
          // Escape goes back to where one was.
          await page.keyboard.press('Escape');
          assert.ok(await page.evaluate(() => document.activeElement?.dataset.place), 'the focus went back');
          await page.keyboard.press('Enter');
          await page.locator('.ways').waitFor();
        }
        if (bids) while (!(await page.evaluate(() => document.activeElement?.textContent.includes('Bid in secret')))) await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await until(page, (n) => document.querySelector('dialog[open]') || globalThis.heard.event > n, state.event, 'an answer to the choice');
      }
      if (await page.locator('dialog[open] [role=spinbutton]').count()) {
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
        boxes++;
      }
    } else {
      await tabTo('[data-card] .acts .button[aria-disabled=false]');
      await page.keyboard.press('Enter');
      cards++;
    }
    await heardSince(page, state.event);
    made++;
    if (!ALL && boxes && made >= BY_KEYS) break;
  }
  if (ALL) await over(page);
  assert.ok(boxes > 0, 'a box was filled by keys');
  t.diagnostic(`${made} decisions, ${boxes} boxes, ${cards} cards by keys`);
});

// ---- A set in which everybody soon holds mystery cards ----

const PLENTY = {
  name: 'plenty-1',
  land: [
    { id: 'gift', tier: 'I', name: 'Forest', count: 20, gives: 'T', cost: 0, mystery: 1 },
    { id: 'inn', tier: 'II', name: 'Snow Inn', count: 12, gives: 'O', needs: 'T', bid: true, charm: 2 },
    { id: 'peak', tier: 'III', name: 'Ski resort', count: 9, gives: 'S', needs: 'OO', cost: 1, charm: 5, star: 1 },
  ],
  mystery: ['onsen', 'bumper', 'lantern', 'offer', 'regret', 'thaw', 'detour', 'market'].map((id) => ({ id, cash: 2, count: 2 })),
};
const file = (set) => ({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(typeof set === 'string' ? set : JSON.stringify(set, null, 1)) });

scene('Yōtei: cards of one\'s own', async (house) => {
  const server = await house.serve();
  const page = await house.open(`${server.base}#/cards`);
  const input = page.locator('input[type=file]');
  await page.getByText('No card file has been loaded yet.').waitFor();
  // What is wrong is said with the card and its key, and nothing is kept.
  await input.setInputFiles(file({ ...PLENTY, land: PLENTY.land.map((land) => (land.id === 'inn' ? { ...land, chram: 2 } : land)) }));
  await page.getByRole('alert').getByText(/inn.*chram/).waitFor();
  await input.setInputFiles(file('{"name": "x"'));
  await page.getByText('This file is not JSON').waitFor();
  await input.setInputFiles(file('{"name": "x", "name": "y", "land": [], "mystery": []}'));
  await page.getByRole('alert').getByText(/name/).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('zashiki.cards')), null);
  await input.setInputFiles(file(PLENTY));
  await page.getByText('plenty-1 is fine').waitFor();
  await page.getByRole('row', { name: /Snow Inn/ }).waitFor();
  await lookEverywhere(page, 'yotei-cards');
  await page.reload();
  await page.getByRole('button', { name: 'Play with plenty-1' }).click();
  assert.ok(await page.getByRole('radio', { name: 'plenty-1' }).isChecked());
  await page.getByRole('button', { name: 'Begin' }).click();
  await mine(page);
  assert.match(await heardOf(page, 'II1'), /^Snow Inn \(II1\)/);
  await playLit(page, { moves: 12, seed: 2 });
  await lookEverywhere(page, 'yotei-plenty');
  // The table lies on the shelf with its cards.
  await page.reload();
  await until(page, () => document.querySelector('.board .room, dialog[open] .end'));
  await visit(page, `${server.base}#/cards`);
  await page.getByRole('button', { name: 'Delete plenty-1' }).click();
  await page.getByText('No card file has been loaded yet.').waitFor();
});

const nows = (page) => page.frames.filter(({ side, message }) => side === 'host' && message.now).map(({ message }) => message);

/** Of the other seats' boxes and hands a page was told nothing. */
function seesOnly(page, seat, bids) {
  let sealed = 0;
  for (const { now } of nows(page)) {
    if (now.status === 'over') continue;
    for (const [owner, player] of Object.entries(now.view.seats)) assert.equal('hand' in player, owner === seat, `${seat}: the hand of ${owner}`);
    if (!seat) assert.ok(!('legal' in now) && !('also' in now));
  }
  for (const { message } of page.frames) {
    const bid = /^bid (\S+) (\S+)$/.exec(message.move ?? '');
    if (!bid || message.by === undefined) continue;
    if (message.by === seat) bids.set(message.event, bid[2]);
    else assert.equal(bid[2], '?', `${seat || 'a spectator'} is told "${message.move}"`), sealed++;
  }
  return sealed;
}

/** The moves that were sent and not made. */
function notMade(frames) {
  const done = new Set(frames.filter(({ side, message }) => side === 'host' && 'done' in message).map(({ message }) => message.request));
  return frames.filter(({ side, message }) => side === 'client' && message.do === 'move' && !done.has(message.request)).map(({ message }) => `${message.move} at ${message.at}`);
}

sceneAgain('Yōtei: three over links, with their own cards; boxes stay sealed, cards are played out of turn', async (house, t) => {
  const { proxy, server } = await house.serveBehind();
  const a = await house.open(`${server.base}#/cards`);
  await a.locator('input[type=file]').setInputFiles(file(PLENTY));
  await a.getByText('plenty-1 is fine').waitFor();
  await visit(a, `${server.base}#/new/yotei/friends`);
  await a.locator('input[name=players][value="3"]').check();
  await a.getByRole('radio', { name: 'plenty-1' }).check();
  await a.locator('input[name=who-C][value=bot]').check();
  await a.locator('summary').click();
  await a.locator('input[name=first][value=A]').check();
  await a.getByRole('button', { name: 'Open the table' }).click();
  const link = await a.locator('.invite input').first().inputValue();
  const b = await house.open(link, { name: 'Ren', size: [390, 844] });
  await b.locator('form .button.main').click();
  const watcher = await house.open(`${proxy.base}#/table/${a.url().split('/').at(-1)}`, { name: 'Gallery' });
  await mine(a);

  // A box: who sets the number sees it, and nobody else.
  await spot(a, 'II1').click();
  await a.locator('.ways').getByRole('button', { name: 'Bid in secret' }).click();
  const amount = a.getByRole('spinbutton', { name: 'Potatoes' });
  await a.getByRole('button', { name: 'One more' }).click();
  await a.getByRole('button', { name: 'One more' }).click();
  assert.match(await amount.innerText(), /^2\/\d$/);
  await a.getByRole('dialog').getByText('Forest 1 missing').waitFor();
  await look(a, 'yotei-box-1280');
  await a.getByRole('button', { name: 'Close the box' }).click();
  await mine(b);
  assert.match(await heardOf(b, 'II1'), /Bid of Mika: sealed/);
  assert.match(await heardOf(watcher, 'II1'), /Bid of Mika: sealed/);
  assert.match(await heardOf(a, 'II1'), /Bid of Mika: 2/);
  assert.deepEqual(await Promise.all([a, b, watcher].map((page) => spot(page, 'II1').locator('.laid b').innerText())), ['2', '?', '?']);
  // What the rules forbid is said, with the rule.
  const occupied = await b.evaluate(() => document.querySelector('.spot:not(.lit):has(.walker)')?.dataset.place ?? '');
  await spot(b, 'I1').click();
  if (await b.locator('.ways').count()) await b.locator('.ways .button').first().click();
  await mine(a);
  await spot(a, 'I1').click({ force: true });
  await a.getByRole('alert').getByText('There is already a character at I1.').waitFor();
  await a.getByRole('alert').getByRole('button', { name: 'Rule T13' }).waitFor();
  assert.equal(occupied, '', 'a card with a box can be bid for by others');

  // Two decide at the same moment, one of them out of turn: Ren's move is on its way when Mika's is made. Neither is
  // lost, whether Mika's brings Ren the turn or Ren has it all the time.
  const waiting = (page) => page.evaluate(() => !document.querySelector('.sentence.mine') && document.querySelector('[data-card] .acts .button[aria-disabled=false]') !== null);
  const cashes = async (page) => {
    const cards = await page.locator('[data-card]').count(), tucked = page.locator('.fold[aria-expanded=false]');
    if (await tucked.isVisible()) await tucked.click();
    await page.locator('[data-card] .acts .button[aria-disabled=false]').last().click();
    return cards - 1;
  };
  const taken = a.locator('.spot:not(.lit):has(.walker)').first();
  const pile = b.locator('.spot.lit:is([data-place=I], [data-place=II])').first();
  const races = { turnCame: 0, turnStayed: 0, refused: 0 };
  for (let i = 0; !Object.values(races).every(Boolean); i++) {
    assert.equal(await a.locator('dialog[open] .end').count(), 0, `a game long enough: ${JSON.stringify(races)}`);
    await together(a, b);
    const hers = await a.locator('.sentence.mine').count(), his = await b.locator('.sentence.mine').count();
    if (hers && !races.refused && nows(a).at(-1).now.view.phase === 'place' && (await waiting(b)) && (await taken.count())) {
      // What was refused is still said when the other has acted.
      await taken.click({ force: true });
      await a.getByRole('alert').waitFor();
      const event = await heard(a);
      await cashes(b);
      await heardSince(a, event);
      assert.equal(await a.getByRole('alert').count(), 1);
      races.refused++;
    } else if (hers && (await waiting(b))) {
      proxy.keepBack();
      const left = await cashes(b);
      await playLit(a, { moves: 1, seed: i + 1, waits: false, keeps: true });
      races.turnCame += nows(a).at(-1).now.actor === 'B';
      proxy.letGo();
      await until(b, (n) => document.querySelectorAll('[data-card]').length === n, left, 'the card was played');
    } else if (his && (await waiting(a)) && (await pile.count())) {
      const event = await heard(b);
      proxy.keepBack();
      await pile.click();
      const left = await cashes(a);
      await until(a, (n) => document.querySelectorAll('[data-card]').length === n, left, 'the card was played');
      proxy.letGo();
      races.turnStayed++;
      await heardSince(b, event + 1);
    } else if (hers || his) await playLit(hers ? a : b, { moves: 1, seed: i + 1, waits: false, keeps: true });
  }
  if (ALL) await Promise.all([playLit(a, { seed: 11 }), playLit(b, { seed: 12 })]);
  else {
    await a.getByRole('button', { name: 'More', exact: true }).first().click();
    await a.getByRole('button', { name: 'Resign' }).click();
    await a.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  }
  await Promise.all([a, b, watcher].map(over));
  await together(a, b, watcher);
  assert.deepEqual(notMade(b.frames), []);
  assert.equal(notMade(a.frames).length, 2, `but for what the rules forbid: ${notMade(a.frames)}`);
  const bids = new Map();
  const hidden = [seesOnly(a, 'A', bids), seesOnly(b, 'B', bids), seesOnly(watcher, '', bids)];
  t.diagnostic(`${bids.size} own bids, ${hidden.join(' + ')} sealed ones seen`);
  assert.ok(bids.size > 0 && hidden[1] > 0 && hidden[2] > 0);
  const download = b.waitForEvent('download');
  await b.getByRole('button', { name: 'Save the game' }).click();
  const kept = join(scratch, 'yotei.jsonl');
  await (await download).saveAs(kept);
  assert.ok(existsSync(kept));
  execFileSync(zashiki, ['check', kept], { stdio: 'pipe' });
});

// ---- Around one screen ----

/** A table kept in the browser: Mika and Ren, and what has happened so far. */
async function keptTable(page, base, moves) {
  const line = (entry) => JSON.stringify({ ...entry, time: 1000 });
  const lines = [
    JSON.stringify({ zashiki: 1, do: 'open', game: 'yotei', options: { players: '2', cards: 'niseko-1' }, advice: true }),
    line({ kind: 'sit', by: 'A', sits: { seat: 'A', who: 'person', name: 'Mika' } }),
    line({ kind: 'sit', by: 'B', sits: { seat: 'B', who: 'person', name: 'Ren' } }),
    ...moves.map((text) => {
      const [by, ...move] = text.split(' ');
      return line({ kind: 'move', by: by === '-' ? 'chance' : by, move: move.join(' ') });
    }),
  ];
  await store(page, base, { 'zashiki.table.kept': `${lines.join('\n')}\n`, 'zashiki.shelf': JSON.stringify([{ id: 'kept', kind: 'local', game: 'yotei', mine: ['A', 'B'], names: ['Mika', 'Ren'], status: 'playing', updated: 1 }]) });
}
const SETUP = ['- first A', '- reveal I1 fo-a', '- reveal I2 fo-a', '- reveal I3 mt-e', '- reveal II1 to-a', '- reveal II2 to-f', '- reveal II3 pr-a', '- reveal III1 sk-a', '- reveal III2 sk-c', '- reveal III3 wi-c'];
/** A round in which each takes a mystery card. */
const ROUND = (mine, theirs) => [...SETUP,
  'A place I1', 'B place I2', 'A pile I', 'B pile II', 'A flip II1', 'B flip II3',
  'A collect I1', `- mystery ${mine}`, 'A collect I', '- top I mt-a', 'A collect II1',
  'B collect I2', `- mystery ${theirs}`, 'B collect II', '- top II pr-b', 'B collect II3',
  '- reveal I1 mt-a', '- reveal I2 fm-a', '- reveal II1 to-b', '- reveal II3 pr-c'];

for (const size of first(PHONE, DESK, SMALL))
  scene(`Yōtei: two around one screen, and a visit out of turn, ${size[0]} wide`, async (house) => {
    const server = await house.serve();
    const page = await house.open(server.base + EMPTY, { size });
    await keptTable(page, server.base, ROUND('lantern', 'onsen'));
    await visit(page, `${server.base}#/local/kept`);
    await page.getByRole('button', { name: 'I am Ren' }).click();
    await mine(page);
    // The second round begins with Ren; Mika may look at her own cards meanwhile, and Ren's stay hidden.
    assert.equal(await page.locator('[data-card=onsen]').count(), 1);
    await page.getByRole('button', { name: 'Hand the device to Mika for their mystery cards' }).click();
    await page.getByRole('heading', { name: 'Hand the device to Mika' }).waitFor();
    // The table stays in sight, as a spectator sees it.
    assert.match(await heardOf(page, 'I1'), /^Mountain \(I1\)/);
    assert.equal(await page.locator('[data-card], .spot.lit').count(), 0);
    assert.equal(await page.getByText('Potatoes hidden behind a screen').count(), 2);
    await look(page, `yotei-hand-over-${size[0]}`);
    await page.getByRole('button', { name: 'I am Mika' }).click();
    await page.locator('[data-card=lantern]').waitFor();
    assert.equal(await page.locator('[data-card=onsen]').count(), 0);
    await look(page, `yotei-visit-${size[0]}`);
    await page.getByRole('button', { name: 'Hand back to Ren' }).click();
    await page.getByRole('button', { name: 'I am Ren' }).click();
    await mine(page);
    // Again, and this time the card is cashed: then it is Ren's turn as before.
    await page.getByRole('button', { name: 'Hand the device to Mika for their mystery cards' }).click();
    await page.getByRole('button', { name: 'I am Mika' }).click();
    await page.locator('[data-card=lantern]').getByRole('button', { name: 'Cash for 1 potato' }).click();
    await page.getByRole('button', { name: 'I am Ren' }).click();
    await mine(page);
    assert.equal(await page.getByRole('button', { name: /Hand the device to Mika/ }).count(), 0, 'she holds none any more');
    // Others look at this screen: a number shows only while the eye is held.
    await spot(page, 'II2').click();
    await page.locator('.ways').getByRole('button', { name: 'Bid in secret' }).click();
    await page.getByRole('button', { name: 'One more' }).click();
    const amount = page.getByRole('spinbutton', { name: 'Potatoes' });
    assert.equal(await amount.innerText(), '••');
    await page.getByRole('dialog').getByRole('button', { name: 'Hold to look' }).dispatchEvent('pointerdown');
    assert.equal(await amount.innerText(), '1/8');
    const less = page.getByRole('button', { name: 'One less' });
    assert.ok(await less.isEnabled());
    await less.click();
    assert.ok(await less.isDisabled(), 'nothing can be taken out of an empty box');
    await page.evaluate(() => dispatchEvent(new Event('pointerup')));
    assert.equal(await amount.innerText(), '••');
    await page.keyboard.press('Escape');
    if (size[0] === 1280) {
      await playLit(page, { hands: true, moves: 30, seed: 5 });
      await playAdvised(page, { hands: true });
      await over(page);
    }
  });

/** What on this page is written smaller than 12 px; what does not fit into its card; and which of these are out of view. */
const wrong = (page, ...kept) => page.evaluate((selectors) => {
  const seen = [...document.querySelectorAll('.board *')].filter((node) => node.checkVisibility() && !node.closest('.hidden-text, svg'));
  const small = seen.filter((node) => [...node.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()) && parseFloat(getComputedStyle(node).fontSize) < 12);
  const cut = seen.filter((node) => node.matches('.face > *') && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1));
  const out = selectors.filter((selector) => {
    const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  });
  return [...small.map((node) => `small: ${node.textContent}`), ...cut.map((node) => `cut: ${node.textContent}`), ...out];
}, kept);

scene('Yōtei: cards explain themselves, and the board has all sizes', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base + EMPTY, { size: [1920, 1080] });
  await keptTable(page, server.base, [...ROUND('guide', 'token'), 'B place I1']);
  await visit(page, `${server.base}#/local/kept`);
  await page.locator('.cover button').click();
  await mine(page);
  const size = (selector) => page.locator(selector).first().evaluate((node) => node.getBoundingClientRect().width);
  assert.ok((await size('[data-place=I2]')) >= 160, 'cards');
  assert.ok((await size('[data-at="town:A"]')) >= 480, 'one’s own town');
  await page.getByText('2 stars end the game; charm decides.').waitFor();
  assert.equal(await page.locator('[aria-current=step]').innerText(), 'Placement');
  // Every card has its name, and its slot's number.
  assert.match(await page.locator('li:has(> [data-place=II3])').innerText(), /^II3\n[^]*Local produce/);

  // The mouse rests on a card, keys lead to it, a finger stays on it: all about it, and nothing is done.
  const sheet = page.locator('.pop');
  await spot(page, 'II3').hover();
  await sheet.getByText('Tier II, place 3 (II3)').waitFor();
  const says = await sheet.innerText();
  for (const part of [/^Local produce\n/, /Gives\n+Local produce\n+2 charm points/, /Needs\n+Farmland\n+1 missing\n+Forest\n+you have it/, /Price\n+2 potatoes/]) assert.match(says, part);
  await page.keyboard.press('Escape');
  await page.mouse.move(5, 5);
  await sheet.waitFor({ state: 'detached' });
  await spot(page, 'I1').focus();
  await page.keyboard.press('ArrowRight');
  await sheet.getByText('Tier I, place 2 (I2)').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await sheet.count(), 0);
  // The menu carries the same.
  await page.keyboard.press('Enter');
  await page.locator('.ways').getByText('Tier I, place 2 (I2)').waitFor();
  await page.keyboard.press('Escape');

  for (const [width, height] of [[320, 640], [844, 390]]) {
    await page.setViewportSize({ width, height });
    await settle(page);
    assert.deepEqual(await wrong(page, '.sentence', '#behind', '.fold'), [], `${width} wide`);
  }
  const event = await heard(page);
  const touch = (type) => spot(page, 'III1').dispatchEvent(type, { pointerType: 'touch', clientX: 300, clientY: 100, bubbles: true });
  await touch('pointerdown');
  await sheet.getByText('Tier III, place 1 (III1)').waitFor();
  await touch('pointerup');
  await spot(page, 'III1').dispatchEvent('click');
  assert.equal(await page.locator('.ways').count(), 0);
  assert.equal(await heard(page), event);
  await page.setViewportSize({ width: 320, height: 640 });
  await look(page, 'yotei-sheet-320');
});

sceneAgain('Yōtei: powers with targets: detour, lantern, offer, regret, thaw, and help with a collect', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base + EMPTY);
  const begin = async (held, more = []) => {
    await keptTable(page, server.base, [...ROUND(held, 'token'), ...more]);
    await visit(page, `${server.base}#/local/kept`);
    await page.locator('.cover button').click();
    await mine(page);
  };
  const use = (page, name) => page.locator(`[data-card=${name}]`).getByRole('button', { name: /^Play/ }).click();
  const lit = (page) => page.locator('.spot.lit').evaluateAll((all) => all.map((one) => one.dataset.place).sort());

  // Thaw: a face-up card that nobody occupies.
  await begin('thaw', ['B place I1']);
  await use(page, 'thaw');
  await page.getByText('Which card?').waitFor();
  assert.deepEqual(await lit(page), ['I2', 'I3', 'II1', 'II2', 'II3', 'III1', 'III2', 'III3']);
  await look(page, 'yotei-thaw-1280');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.aiming').count(), 0);
  await use(page, 'thaw');
  let event = await heard(page);
  await spot(page, 'III1').click();
  await heardSince(page, event);
  assert.equal(await page.locator('[data-card=thaw]').count(), 0);

  // Detour: a character of one's own, then where to.
  await begin('detour', ['B place I1', 'A place I2', 'B pile I']);
  await use(page, 'detour');
  assert.deepEqual(await lit(page), ['I2']);
  await spot(page, 'I2').click();
  await page.getByText('Where to?').waitFor();
  assert.ok((await lit(page)).includes('II'));
  event = await heard(page);
  await spot(page, 'II').click();
  await heardSince(page, event);
  assert.equal(await spot(page, 'II').locator('.walker').count(), 1);
  assert.equal(await spot(page, 'I2').locator('.walker').count(), 0);

  // Lantern: the box of another; it shows at that moment, to its holder.
  await begin('lantern', ['B bid II2 3']);
  assert.equal(await spot(page, 'II2').locator('.laid b').innerText(), '?');
  await use(page, 'lantern');
  assert.deepEqual(await lit(page), ['II2']);
  event = await heard(page);
  await spot(page, 'II2').click();
  await heardSince(page, event);
  assert.equal(await spot(page, 'II2').locator('.laid b').innerText(), '3');
  await page.getByText('Mika looks into the box of Ren on Tourism (II2): 3 potatoes.').first().waitFor();
  await look(page, 'yotei-lantern-1280');

  // Offer and regret: one's own box, and how much.
  await begin('offer', ['B pile I', 'A bid II2 1', 'B pile II']);
  await use(page, 'offer');
  await spot(page, 'II2').click();
  await page.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('button', { name: 'Close the box' }).click();
  await until(page, () => /Bid of Mika: 3/.test(document.querySelector('[data-place=II2]').textContent));
  await begin('regret', ['B pile I', 'A bid II2 2', 'B pile II']);
  await use(page, 'regret');
  await spot(page, 'II2').click();
  await page.getByRole('button', { name: 'Close the box' }).click();
  await until(page, () => /Bid of Mika: 1/.test(document.querySelector('[data-place=II2]').textContent));

  // A card whose needs are missing asks what to do, and a power can help.
  await begin('guide', ['B pile I', 'A place II1', 'B pile II', 'A pile III', 'B flip I3', 'A flip II2', 'B done', 'A done', 'B collect I', '- top I fm-a', 'B collect II', '- top II to-c', 'B collect I3']);
  await spot(page, 'II1').click();
  const ways = page.locator('.ways');
  await ways.getByText('1 missing').first().waitFor();
  await look(page, 'yotei-collect-1280');
  await settle(page);
  assert.ok((await ways.getByRole('button').allInnerTexts()).some((text) => /Take back/.test(text)));
});
