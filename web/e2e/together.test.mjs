// Tables of two to four who win or lose together: set-up, handing over, silence, the end, the path.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { ALL, DESK, EMPTY, PHONE, SMALL, first, fits, join, look, lookAgain, lookTwice, playYokai, readFileSync, scene, sceneAgain, scratch, settle, sitLate, store, until, visit, zashiki } from './kit.mjs';

const actions = (page) => page.getByRole('group', { name: 'Actions' });
const more = async (page) => {
  const button = actions(page).getByRole('button', { name: 'More', exact: true });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
};
const mine = (page) => until(page, () => document.querySelector('.sentence.mine')?.checkVisibility(), undefined, 'my turn');
const begun = (page) => until(page, () => document.querySelector('.board')?.checkVisibility(), undefined, 'a board');
const seatNames = (page) => page.locator('header li .name').allInnerTexts();

/** A table kept in the browser as it stands before the last act: the cards lie like this, and A is in turn. */
async function keptTable(page, base, families, { options = {}, memory = false } = {}) {
  const line = (entry) => JSON.stringify({ ...entry, time: 1000 });
  const chance = (move) => line({ kind: 'move', by: 'chance', move });
  const lines = [
    JSON.stringify({ zashiki: 1, do: 'open', game: 'yokai', options: { first: 'A', ...options }, ...(memory ? { memory } : {}) }),
    line({ kind: 'sit', by: 'A', sits: { seat: 'A', who: 'person', name: 'Mika' } }),
    line({ kind: 'sit', by: 'A', sits: { seat: 'B', who: 'bot', bot: 'random' } }),
    ...[...families].map((family, i) => chance(`card ${i + 1} ${family}`)),
  ];
  await store(page, base, { 'zashiki.table.peace': `${lines.join('\n')}\n`, 'zashiki.shelf': JSON.stringify([{ id: 'peace', kind: 'local', game: 'yokai', mine: ['A'], names: ['Mika', 'Bot'], status: 'playing', updated: 1 }]) });
}
const PEACE = 'KKPPKKPPRROORROO', STRIFE = 'KPKPKKPPRROORROO';

async function declare(page) {
  await page.getByRole('button', { name: 'Declare the yokai at peace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Declare the yokai at peace' }).click();
  await page.locator('dialog[open] .end').waitFor();
}

for (const size of first(SMALL, DESK, PHONE))
  sceneAgain(`set-up, lesson and path of Yokai, ${size[0]} wide`, async (house) => {
    const server = await house.serve('--public-url', '{friends}');
    const page = await house.open(server.base, { size });
    const see = (name) => lookTwice(page, `yokai-${name}-${size[0]}`);
    await see('home');
    await page.goto(`${server.base}#/new/yokai/here`);
    for (const count of ['2', '3', '4']) {
      await page.locator(`input[name=players][value="${count}"]`).check();
      assert.equal(await page.locator('.seats li').count(), Number(count));
    }
    await page.locator('summary').click();
    // What goes together: with four players four cards, with two two; a level has its rule.
    assert.equal(await page.locator('input[name=reconcile]').count(), 5);
    assert.equal(await page.locator('input[name=first]').count(), 5);
    await page.locator('.seats input[type=text]').nth(2).fill('Sora');
    assert.ok(await page.getByRole('radio', { name: 'Sora' }).count(), 'who begins, by name');
    await page.locator('input[name=level][value="2"]').check();
    assert.equal(await page.locator('input[name=reconcile]:checked').inputValue(), '1');
    await page.locator('input[name=level][value="4"]').check();
    assert.deepEqual([await page.locator('input[name=reconcile]:checked').inputValue(), await page.locator('input[name=blind]:checked').inputValue(), await page.locator('input[name=stack]').count()], ['0', 'on', 1]);
    await see('setup-here');
    // Free text is looked at by the engine, which says why, with the rule.
    await page.getByRole('textbox', { name: 'Hint cards' }).fill('9+9+9');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('alert').getByText('3+4+3').waitFor();
    await page.getByRole('alert').scrollIntoViewIfNeeded();
    await see('setup-refused');
    await page.getByRole('button', { name: 'Rule Y6' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rules of Yokai' }).waitFor();
    await see('rules');
    await page.goto(`${server.base}#/new/yokai/friends`);
    await page.locator('input[name=players][value="4"]').check();
    await see('setup-friends');
    await page.goto(`${server.base}#/learn/yokai`);
    await page.getByRole('heading', { level: 1, name: 'How to play Yokai' }).waitFor();
    await see('learn');
    await page.goto(`${server.base}#/path`);
    await page.getByRole('heading', { level: 1, name: 'Your path' }).waitFor();
    await see('path-none');
  });

for (const language of first('ja', 'fr', 'pl'))
  sceneAgain(`set-up, lesson and path of Yokai speak ${language}`, async (house) => {
    const server = await house.serve();
    const page = await house.open(server.base, { size: [320, 700], language });
    await page.evaluate(() => localStorage.setItem('zashiki.path', '{"path":1,"yokai":{"3":{"reconcile3+blind+shape":"legendary","basic":"lost"}}}'));
    for (const hash of ['#/new/yokai/here', '#/learn/yokai', '#/path']) {
      await visit(page, server.base + hash);
      if (await page.locator('summary').count()) {
        await page.locator('input[name=players][value="4"]').check();
        await page.locator('summary').click();
      }
      await look(page, `yokai-${language}-${hash.split('/')[1]}`);
      const text = await page.locator('main').innerText();
      assert.doesNotMatch(text, /\b(ui|yokai)\.[a-z]+\.|[{}]/, 'no key and no hole is shown');
      assert.doesNotMatch(text, /\b(the|players|cards)\b/i, 'nothing is left in English');
    }
  });

scene('what was chosen last is chosen again', async (house) => {
  const server = await house.serve();
  const page = await house.open(`${server.base}#/new/yokai/here`);
  await page.locator('input[name=players][value="3"]').check();
  await page.locator('input[name=level][value="5"]').check();
  await page.locator('input[name=who-C][value=bot]').check();
  // Somebody to play with, not somebody to beat.
  await page.locator('input[name=bot-C][value=strong]').check();
  await page.locator('.seats').getByText('The best partner.').waitFor();
  await page.getByRole('radio', { name: 'Notes for everyone' }).check();
  await page.locator('.seats input[type=text]').nth(1).fill('Ren');
  await page.getByRole('button', { name: 'Begin' }).click();
  await until(page, () => document.querySelector('.cover, .board'));
  assert.equal((await seatNames(page)).length, 3);
  await visit(page, `${server.base}#/new/yokai/here`);
  for (const [name, value] of [['players', '3'], ['level', '5'], ['who-C', 'bot'], ['bot-C', 'strong'], ['memory', 'true']])
    assert.equal(await page.locator(`input[name=${name}]:checked`).inputValue(), value);
  assert.equal(await page.locator('.seats input[type=text]').nth(1).inputValue(), 'Ren');
});

for (const size of first(PHONE, DESK, SMALL))
  sceneAgain(`three around one screen, ${size[0]} wide`, async (house) => {
    const server = await house.serve();
    const page = await house.open(`${server.base}#/new/yokai/here`, { size });
    await page.locator('input[name=players][value="3"]').check();
    for (const [i, name] of [[1, 'Ren'], [2, 'Sora']]) await page.locator('.seats input[type=text]').nth(i).fill(name);
    await page.locator('summary').click();
    await page.locator('input[name=first][value=B]').check();
    await page.getByRole('button', { name: 'Begin' }).click();
    for (const name of ['Ren', 'Sora', 'Mika', 'Ren']) {
      await page.getByRole('heading', { name: `Hand the device to ${name}` }).waitFor();
      assert.equal(await page.locator('.board').count(), 0, 'the board is hidden meanwhile');
      if (name === 'Sora') await lookTwice(page, `yokai-hand-over-${size[0]}`);
      await page.getByRole('button', { name: `I am ${name}` }).click();
      await mine(page);
      const you = await page.locator('header li').filter({ has: page.locator('.you') }).locator('.name').textContent();
      assert.equal(you, name);
      if (name === 'Mika') await lookTwice(page, `yokai-three-${size[0]}`);
      assert.equal(await playYokai(page, { moves: 4, hands: false }), 4, 'two looks, a move, a hint');
    }
    // What one was shown, only that one was: each look has its own eyes.
    const saw = await page.evaluate(() => globalThis.heard.local.map(([side, , text]) => [side, text]).filter(([side, text]) => side === 'host' && text.includes('"saw"')).length);
    assert.ok(saw > 0);
    // Who has to go leaves the seat to a bot, and nobody is asked to hand it the device.
    await page.getByRole('button', { name: 'I am Sora' }).click();
    await mine(page);
    await more(page);
    await page.getByRole('button', { name: 'Let a bot play on for me' }).click();
    await page.getByRole('heading', { name: 'Hand the device to Mika' }).waitFor();
    await page.getByRole('button', { name: 'I am Mika' }).click();
    assert.equal(await playYokai(page, { moves: 4, hands: false }), 4);
    await page.getByRole('heading', { name: 'Hand the device to Ren' }).waitFor();
  });

sceneAgain('four with links: waiting, playing in silence, giving up, another game', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const a = await house.open(`${server.base}#/new/yokai/friends`);
  await a.locator('input[name=players][value="4"]').check();
  await a.locator('input[name=who-D][value=bot]').check();
  await a.locator('summary').click();
  await a.locator('input[name=first][value=A]').check();
  await a.getByRole('radio', { name: 'Notes for everyone' }).check();
  await a.getByRole('button', { name: 'Open the table' }).click();
  await until(a, () => document.querySelectorAll('.invite').length === 2, undefined, 'two links');
  const links = await a.locator('.invite input').evaluateAll((inputs) => inputs.map((input) => input.value));
  assert.equal(new Set(links).size, 2);
  assert.equal(await a.getByRole('img', { name: 'QR code' }).count(), 2);
  await lookTwice(a, 'yokai-waiting-1280');
  const b = await house.open(links[0], { size: [390, 844], name: 'Ren' });
  await lookAgain(b, 'yokai-invited-390');
  await b.getByRole('button', { name: 'Take the seat' }).click();
  const c = await house.open(links[1], { size: [320, 700], name: 'Sora' });
  await lookAgain(c, 'yokai-invited-320');
  await c.getByRole('button', { name: 'Take the seat' }).click();
  const watcher = await house.open(`${server.base}${new URL(a.url()).hash}`, { name: 'Gallery' });
  await Promise.all([a, b, c, watcher].map(begun));
  await mine(a);
  assert.match((await seatNames(a)).join(), /^Mika,Ren,Sora,./);
  for (const [page, name] of [[a, 'mine-1280'], [b, 'theirs-390'], [c, 'theirs-320'], [watcher, 'watched-1280']]) await lookAgain(page, `yokai-four-${name}`);

  // Y8: nothing is said while they play. The page offers no sign, and the table takes none.
  for (const page of [a, b, c]) assert.equal(await page.getByRole('button', { name: 'React' }).count(), 0);
  const refused = await a.evaluate(() => new Promise((done) => {
    const kept = JSON.parse(localStorage.getItem('zashiki.shelf'))[0];
    const socket = new WebSocket(new URL('ws', location.href.replace(/#.*/, '').replace('http', 'ws')));
    socket.onopen = () => socket.send(JSON.stringify({ zashiki: 1, do: 'react', table: kept.id, token: kept.keys[kept.token], request: 'sign', reaction: 'nice' }));
    socket.onmessage = ({ data }) => JSON.parse(data).request === 'sign' && done(JSON.parse(data).refused);
  }));
  assert.deepEqual(refused, { key: 'table.silent', rule: 'Y8', args: [] });

  assert.equal(await playYokai(a, { moves: 4 }), 4);
  await mine(b);
  const told = (page) => page.frames.filter(({ side, message }) => side === 'host' && message.saw && message.event);
  assert.equal(told(a).length, 2, 'two looks');
  assert.equal(told(b).length + told(c).length + told(watcher).length, 0, 'nobody else is shown them');

  // Who leaves the seat to a bot can take it back.
  await more(b);
  await b.getByRole('button', { name: 'Let a bot play on for me' }).click();
  await b.getByRole('button', { name: 'Back to my seat' }).waitFor();
  assert.equal(await b.getByRole('complementary').count(), 0, 'the drawer makes room');
  await lookTwice(b, 'yokai-left-to-bot-390');
  await b.getByRole('button', { name: 'Back to my seat' }).click();
  await until(b, () => !document.body.textContent.includes('Back to my seat'));

  await more(a);
  await a.getByRole('button', { name: 'Resign' }).click();
  await a.getByRole('dialog').getByText('Everyone loses').waitFor();
  await lookAgain(a, 'yokai-resign-1280');
  await a.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await Promise.all([a, b, c, watcher].map((page) => page.locator('dialog[open] .end').waitFor()));
  for (const page of [a, b, c, watcher]) {
    await page.getByRole('heading', { name: 'Lost together' }).waitFor();
    await page.getByText('Played with notes for everyone.').waitFor();
  }
  await lookTwice(c, 'yokai-given-up-320');
  assert.equal(await a.evaluate(() => localStorage.getItem('zashiki.path')), null, 'a game that was given up is no step');
  // Now they may talk again.
  await b.getByRole('button', { name: 'See the board' }).click();
  await b.getByRole('button', { name: 'React' }).click();
  await b.getByRole('button', { name: 'Thank you' }).click();
  await a.locator('.bubble').filter({ hasText: 'Thank you' }).waitFor({ state: 'attached' });
  // Another game begins when all three want it.
  for (const page of [a, c]) await page.getByRole('button', { name: 'Play again' }).click();
  await a.getByText('Waiting for the others').waitFor();
  await b.getByRole('button', { name: 'Play again' }).click();
  await mine(a);
});

for (const size of first(DESK, PHONE, SMALL))
  sceneAgain(`won and lost together, and the path, ${size[0]} wide`, async (house) => {
    const server = await house.serve();
    const page = await house.open(server.base + EMPTY, { size });
    const peace = async (more) => {
      await keptTable(page, server.base, PEACE, { options: { stack: 'on' }, ...more });
      await visit(page, `${server.base}#/local/peace`);
      await mine(page);
      await declare(page);
      await page.getByRole('heading', { name: 'Won together: legendary!' }).waitFor();
    };
    // With help, or with other hint cards than the rulebook's, it is no step.
    await peace({ memory: true });
    await page.getByText('Played with notes for everyone.').waitFor();
    await peace({ options: { stack: 'on', hints: '3+2+2' } });
    assert.equal(await page.evaluate(() => localStorage.getItem('zashiki.path')), null);
    await peace();
    for (const text of ['35 points', 'A new best on your path: Stacked hints, 2 players.']) await page.getByText(text).first().waitFor();
    await lookTwice(page, `yokai-won-${size[0]}`);
    await page.getByRole('link', { name: 'See the path' }).click();
    await page.getByText('2 players: legendary').waitFor();
    assert.equal(await page.getByText('not yet').count(), 14);
    // The same again is no new best, and one that is lost takes nothing away.
    await visit(page, `${server.base}#/local/peace`);
    await page.getByRole('heading', { name: 'Won together' }).waitFor();
    assert.equal(await page.getByText('A new best').count(), 0);
    await keptTable(page, server.base, STRIFE, { options: { stack: 'on', shape: 'crown' } });
    await visit(page, `${server.base}#/local/peace`);
    await mine(page);
    await declare(page);
    await page.getByRole('heading', { name: 'Lost together' }).waitFor();
    await lookAgain(page, `yokai-lost-${size[0]}`);
    await visit(page, `${server.base}#/path`);
    await page.getByRole('cell', { name: 'lost' }).waitFor();
    await lookTwice(page, `yokai-path-${size[0]}`);
    assert.equal(await page.evaluate(() => localStorage.getItem('zashiki.path')), '{"path":1,"yokai":{"2":{"stack":"legendary","stack+shape":"lost"}}}');
    // Out to a file, and joined with one; what is no path changes nothing.
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
    const place = join(scratch, `path-${size[0]}.json`);
    await saved.saveAs(place);
    assert.equal(readFileSync(place, 'utf8').trim(), await page.evaluate(() => localStorage.getItem('zashiki.path')));
    const file = (text) => ({ name: 'path.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.locator('input[type=file]').setInputFiles(file('{"path":1,"yokai":{"4":{"basic":"glorious"}}}'));
    await page.getByText('4 players: glorious').waitFor();
    await page.locator('input[type=file]').setInputFiles(file('{"path":1,"yokai":{"4":{"basic":"divine"}}}'));
    await page.getByText('This file is not a path').waitFor();
    await page.getByText('4 players: glorious').waitFor();
  });

scene('a game against bots ends, counts and is replayed', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base, { size: [390, 844] });
  await page.locator('.playable[data-game=yokai] .button.main').click();
  await until(page, () => document.querySelector('.board'));
  if (!ALL) await sitLate(page, server.base, 'yokai');
  await playYokai(page);
  await page.locator('dialog[open] .end').waitFor();
  assert.notEqual(await page.evaluate(() => localStorage.getItem('zashiki.path')), null, 'a game with a bot counts');
  await look(page, 'yokai-end-390');
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('slider').waitFor();
  await look(page, 'yokai-replay-own-390');
});

for (const [size, players] of first([SMALL, 4], [DESK, 2], [PHONE, 3]))
  sceneAgain(`a record of ${players} is replayed, ${size[0]} wide`, async (house) => {
    const server = await house.serve();
    const record = execFileSync(zashiki, ['selfplay', 'yokai', '--games', '1', '--seed', '7', '--bot', 'random', '--set', `players=${players}`, '--set', 'level=2']);
    const page = await house.open(`${server.base}#/replay`, { size });
    await page.locator('input[type=file]').setInputFiles({ name: 'game.jsonl', mimeType: 'application/x-ndjson', buffer: record });
    const slider = page.getByRole('slider');
    await slider.waitFor();
    const last = Number(await slider.getAttribute('max'));
    assert.equal(last, record.toString().trim().split('\n').length - 2);
    await slider.fill(String(Math.floor(last / 2)));
    await page.getByText(`Move ${Math.floor(last / 2)} of ${last}`).waitFor();
    await lookTwice(page, `yokai-replay-${size[0]}`);
    for (let i = 1; i <= players + 1; i++) {
      await page.getByLabel('Point of view').selectOption({ index: i });
      await settle(page);
      await fits(page, `replay through eyes ${i}`);
    }
    await slider.press('End');
    await page.getByText(`Move ${last} of ${last}`).waitFor();
    await look(page, `yokai-replay-end-${size[0]}`);
  });
