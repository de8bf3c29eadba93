// Everything one can do besides moving, between two people: undo, pause, resign, hints, signs, a bot
// in the place of the one who is away, another device, and what is said when it is one's turn.
import assert from 'node:assert/strict';
import { endTurn, hand, heard, heardSince, look, playCard, scene, sceneAgain, sitDown, standing, together, until, visit } from './kit.mjs';

const actions = (page) => page.getByRole('group', { name: 'Actions' });
const openMore = async (page) => {
  const more = actions(page).getByRole('button', { name: 'More', exact: true });
  if ((await more.getAttribute('aria-expanded')) !== 'true') await more.click();
};
const inLog = async (page, text) => {
  const log = actions(page).getByRole('button', { name: 'Log', exact: true });
  if ((await log.getAttribute('aria-expanded')) !== 'true') await log.click();
  await page.getByRole('list', { name: 'Log' }).getByText(text).last().waitFor();
};

scene('undo: free, asked and declined, asked and agreed', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const { a, b } = await sitDown(house, server, { ren: { size: [390, 844] } });
  // What is played is told to both; people have no advice unless the table was opened with it.
  for (const page of [a, b]) {
    assert.equal(await actions(page).getByRole('button', { name: 'Advice' }).count(), 0);
    await page.getByRole('button', { name: 'What is played' }).click();
    const sheet = page.getByRole('dialog', { name: 'Yokai Sketch' });
    for (const text of ['English edition', 'No help', 'None', 'No clock']) await sheet.getByText(text, { exact: true }).waitFor();
    await look(page, `terms-${page.viewportSize().width}`);
    await sheet.getByRole('button', { name: 'Close' }).click();
  }
  await inLog(b, 'Edition: English edition');
  // Free: nothing was revealed, nobody has answered.
  const cards = await hand(a).count();
  await playCard(a);
  assert.equal(await hand(a).count(), cards - 1);
  const before = await heard(a);
  await actions(a).getByRole('button', { name: 'Undo', exact: true }).click();
  await heardSince(a, before);
  await until(a, (n) => document.querySelectorAll('.hand [data-at^="hand:"]').length === n, cards);
  await inLog(b, 'A move is undone.');
  // Asked, since a card was drawn after it: declined.
  await playCard(a);
  if ((await standing(a, 'mine', 'theirs')) === 'mine') await endTurn(a);
  await standing(b, 'mine');
  await actions(a).getByRole('button', { name: 'Ask to undo' }).click();
  await b.getByRole('dialog', { name: 'Mika would like to undo a move' }).waitFor();
  await a.getByText('You have asked to undo. Waiting for Ren.').waitFor();
  await look(b, 'undo-asked-1280');
  await b.getByRole('button', { name: 'Decline' }).click();
  await inLog(a, 'Ren declines.');
  assert.equal(await a.getByText('Waiting for Ren').count(), 0);
  assert.equal(await b.getByRole('dialog').count(), 0);
  await standing(b, 'mine');
  // Asked again: agreed, and the turn goes back.
  await actions(a).getByRole('button', { name: 'Ask to undo' }).click();
  await b.getByRole('button', { name: 'Agree' }).click();
  await standing(a, 'mine');
  await standing(b, 'theirs');
  assert.equal(await a.getByRole('list', { name: 'Log' }).getByText('A move is undone.').count(), 2);
});

scene('pause and resume, signs, a hint with its reason, resigning', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const { a, b } = await sitDown(house, server, { advice: true, ren: { size: [390, 844] } });
  await openMore(a);
  await a.getByRole('button', { name: 'Pause' }).click();
  await b.locator('.paused').waitFor();
  assert.equal(await b.locator('[data-at^="hand:"][aria-disabled=false]').count(), 0);
  await b.locator('.paused').getByRole('button', { name: 'Resume' }).click();
  await standing(a, 'mine');

  await b.getByRole('button', { name: 'React' }).click();
  await b.getByRole('button', { name: 'Hello!' }).click();
  await a.locator('.bubble').filter({ hasText: 'Hello!' }).waitFor();
  await look(a, 'sign-1280');
  await look(b, 'sign-390');

  // Whoever presses twice has asked once.
  await actions(a).getByRole('button', { name: 'Advice' }).evaluate((button) => [button, button].forEach((one) => one.click()));
  const hint = a.locator('.hint');
  await hint.waitFor();
  assert.equal(a.frames.filter(({ side, message }) => side === 'client' && message.do === 'hint').length, 1);
  const said = (await hint.locator('span').first().innerText()).trim();
  assert.match(said, /^The strong bot would (play|end).+\.$/, said);
  // The other is told that it was asked for, and not what the answer was.
  await b.getByText('Mika asks for advice.').waitFor({ state: 'attached' });
  assert.equal(b.frames.filter(({ message }) => message.hint).length, 0);
  assert.doesNotMatch(said, /sketch\.|\{|\}/);
  assert.equal(await a.locator('.hinted').count() > 0, true, 'the hint is lit on the board');
  const before = await heard(a);
  await hint.getByRole('button', { name: 'Do that' }).click();
  await heardSince(a, before);

  await actions(b).getByRole('button', { name: 'More', exact: true }).click();
  await b.getByRole('button', { name: 'Resign' }).click();
  await b.getByRole('dialog').getByRole('button', { name: 'Play on' }).click();
  assert.equal(await b.getByRole('dialog').count(), 0);
  await b.getByRole('button', { name: 'Resign' }).click();
  await b.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  // Who won is said to the one who reads it.
  for (const [page, said] of [[a, 'You win!'], [b, 'Mika wins!']]) {
    await page.getByRole('dialog', { name: said }).waitFor();
    await page.getByText('Ren has resigned.').waitFor();
  }
  // What comes next is in view, however small the window.
  for (const [width, height] of [[390, 844], [320, 640], [844, 390]]) {
    await b.setViewportSize({ width, height });
    for (const name of ['Play again', 'See the board']) {
      const box = await b.getByRole('dialog').getByRole('button', { name }).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height, `${name} is in view at ${width} by ${height}`);
    }
  }
});

scene('one deletes one\'s name, for everybody and for good', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const { a, b } = await sitDown(house, server, { ren: { size: [390, 844] } });
  await inLog(b, 'Mika sits down.');
  await openMore(a);
  const button = a.getByRole('button', { name: 'Delete my name' });
  const question = a.getByRole('dialog', { name: 'Delete your name from this table?' });
  await button.click();
  await question.getByRole('button', { name: 'Keep' }).click();
  assert.equal(await question.count(), 0);
  await inLog(b, 'Mika sits down.');
  await button.click();
  await look(a, 'forget-1280');
  const before = await heard(b);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await heardSince(b, before);
  await inLog(b, 'deletes their name.');
  await until(b, () => !document.body.innerText.includes('Mika'), undefined, 'nobody reads the name any more');
  assert.equal(await button.count(), 0, 'there is no name to delete');
  // She plays on, and who comes back is not told it either.
  await playCard(a);
  const told = b.frames.length;
  await visit(b, b.url());
  await inLog(b, 'deletes their name.');
  assert.doesNotMatch(await b.locator('body').innerText(), /Mika/);
  assert.doesNotMatch(JSON.stringify(b.frames.slice(told)), /Mika/);
});

scene('a refused try says why and leads to the rule', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const { a } = await sitDown(house, server);
  // With four cards in hand one must be played (S9 and its like): the button is there, and explains.
  assert.equal(await hand(a).count(), 4);
  await a.getByRole('button', { name: /^(Pass|End turn)$/ }).click();
  const alert = a.getByRole('alert');
  await alert.waitFor();
  assert.match(await alert.innerText(), /four cards in hand/);
  await look(a, 'refused-1280');
  const rule = alert.getByRole('button', { name: /^Rule S\d+$/ });
  const number = (await rule.innerText()).replace('Rule ', '');
  await rule.click();
  const block = a.locator(`aside [data-block="${number}"]`);
  await block.waitFor();
  await until(a, (n) => document.activeElement?.dataset.block === n, number, 'the rule has the focus');
  const box = await block.boundingBox();
  assert.ok(box.y >= 0 && box.y < 800, 'the rule is in sight');
  // A card on a stack whose element it does not show.
  await hand(a).first().click();
  await a.locator('[data-stack].refuse .hit').first().click();
  await a.getByRole('alert').filter({ hasText: /does not have the colour/ }).waitFor();
  assert.equal(await hand(a).count(), 4);
});

sceneAgain('a bot takes the place of the one who is away, and gives it back', async (house) => {
  const server = await house.serve('--public-url', '{friends}', '--away', '0');
  const { a, b, link } = await sitDown(house, server, { mika: { alone: true } });
  await a.clock.install();
  await visit(a, a.url());
  await a.reload();
  await standing(a, 'mine');
  await playCard(a);
  if ((await standing(a, 'mine', 'theirs')) === 'mine') await endTurn(a);
  await standing(b, 'mine');
  const cards = await hand(b).allInnerTexts();
  await b.goto('about:blank');
  await a.locator('header').getByText('away').waitFor();
  // The question comes after a while, not at the first flicker of a wire.
  assert.equal(await a.getByText('Ren is away.').count(), 0);
  await a.clock.fastForward(16_000);
  await a.getByText('Ren is away.').waitFor();
  await look(a, 'away-1280');
  await a.getByRole('button', { name: 'Let a bot play on' }).click();
  await standing(a, 'mine');
  await a.locator('header').getByText('a bot plays on').waitFor();
  // The invitation leads back to the seat where its key is kept.
  await visit(b, link);
  await b.getByText('A bot is playing for you.').waitFor();
  await look(b, 'stand-in-1280');
  await b.getByRole('button', { name: 'Back to my seat' }).click();
  await b.getByText('A bot is playing for you.').waitFor({ state: 'detached' });
  await a.locator('header').getByText('a bot plays on').waitFor({ state: 'detached' });
  await playCard(a);
  if ((await standing(a, 'mine', 'theirs')) === 'mine') await endTurn(a);
  await standing(b, 'mine');
  await playCard(b);
  assert.ok(cards.length > 0);
});

scene('a seat is continued on another device', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const { a, b } = await sitDown(house, server);
  await openMore(a);
  await a.locator('aside').getByRole('button', { name: 'Continue on another device' }).click();
  const link = await a.getByRole('dialog').getByRole('textbox', { name: 'Link' }).inputValue();
  assert.ok(link.startsWith(server.friends));
  await a.keyboard.press('Escape');
  const phone = await house.open(link, { size: [390, 844], name: 'Phone' });
  await standing(phone, 'mine');
  assert.deepEqual(await hand(phone).allTextContents(), await hand(a).allTextContents(), 'the same hand');
  await playCard(phone);
  await together(a, b, phone);
  assert.equal(await hand(a).count(), await hand(phone).count());
  // The first device is still at the table as well.
  if ((await standing(a, 'mine', 'theirs')) === 'mine') await endTurn(a);
  await standing(b, 'mine');
  await standing(phone, 'theirs');
});

scene('one\'s turn shows in the page, the title and a notification', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const { a, b } = await sitDown(house, server, { first: 'B', mika: { settings: { notify: true }, permissions: ['notifications'], serviceWorkers: 'allow' } });
  assert.doesNotMatch(await a.title(), /Your turn/);
  await a.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  // Mika looks at something else.
  await a.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await playCard(b);
  if ((await standing(b, 'mine', 'theirs')) === 'mine') await endTurn(b);
  await standing(a, 'mine');
  assert.match(await a.title(), /^● Your turn · Yokai Sketch/);
  assert.match(await a.getByRole('status').first().innerText(), /^Your turn: /);
  const told = await until(a, async () => {
    const [one] = await (await navigator.serviceWorker.ready).getNotifications();
    return one && { title: one.title, body: one.body };
  }, undefined, 'a notification');
  assert.equal(told.title, 'Your turn');
  assert.match(told.body, /^Your turn: /);
  // Others' moves are announced to the one who cannot see them.
  assert.match(await a.locator('[aria-live=polite]').last().innerText(), /Ren|draw/);
  // Who has left learns on the home page that the table waits.
  await visit(b, server.friends);
  const going = b.getByRole('region', { name: 'Continue' }).getByRole('listitem');
  await going.getByText('On the server').waitFor();
  assert.equal(await going.getByText('Your turn').count(), 0);
  await playCard(a);
  if ((await standing(a, 'mine', 'theirs')) === 'mine') await endTurn(a);
  await b.reload();
  await going.getByText('Your turn').waitFor();
});

sceneAgain('a clock that runs out loses the game, and everybody is told', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  // The set-up offers minutes; a table of seconds is asked for by the page's own wire.
  const watcher = await house.open(server.base, { name: 'Gallery', size: [390, 844] });
  const { table, tokens } = await watcher.evaluate(() => new Promise((done) => {
    const socket = new WebSocket('/ws');
    socket.onopen = () => socket.send(JSON.stringify({ zashiki: 1, do: 'open', request: 'clock', game: 'sketch', options: { first: 'A' }, clock_ms: 6000, clock_step_ms: 0 }));
    socket.onmessage = ({ data }) => (socket.close(), done(JSON.parse(data)));
  }));
  await visit(watcher, `${server.base}#/table/${table}`);
  const [a, b] = [await house.open(`${server.base}#/table/${table}/${tokens.A}`), await house.open(`${server.base}#/table/${table}/${tokens.B}`, { name: 'Ren' })];
  await a.locator('form .button.main').click();
  await b.locator('form .button.main').click();
  // A page may hear late that it is in turn, so nothing is said of how much time it still shows.
  const [mine, theirs] = [a.getByRole('timer').first(), a.getByRole('timer').last()];
  await until(a, () => /^0:0[0-5]$/.test(document.querySelector('[role=timer]')?.textContent), undefined, 'the clock runs');
  for (const [page, said] of [[a, 'Ren wins!'], [b, 'You win!'], [watcher, 'Ren wins!']]) {
    await page.getByRole('dialog', { name: said }).waitFor();
    await page.getByText('Mika ran out of time.').waitFor();
  }
  assert.equal(await mine.innerText(), '0:00');
  assert.equal(await theirs.innerText(), '0:06', 'only who is in turn loses time');
  await look(a, 'end-time-1280');
  await look(watcher, 'end-time-390');
  // Nothing can be played any more, and after a reload it still is so.
  await a.keyboard.press('Escape');
  assert.equal(await a.locator('[data-at^="hand:"][aria-disabled=false]').count(), 0);
  await a.reload();
  await a.getByRole('dialog', { name: 'Ren wins!' }).waitFor();
  await a.keyboard.press('Escape');
  await inLog(a, 'Mika runs out of time.');
});
