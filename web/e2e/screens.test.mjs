// Every screen and state, in both themes, on a phone (and with ZASHIKI_ALL on a desk): it opens, axe-core finds nothing,
// nothing goes over the edge, nothing is said on the console.
import assert from 'node:assert/strict';
import { ALL, first, fits, look, lookAgain, lookTwice, playCard, playNow, playOut, scene, sceneAgain, settle, sitLate, standing, visit } from './kit.mjs';

/** Looked at with ZASHIKI_ALL alone. */
const LIKE_OTHERS = new Set(['no-such-game', 'no-such-local', 'no-such-table', 'table-begin', 'replay-begin', 'setup-here', 'home-kept']);

for (const size of first([390, 844], [1280, 800]))
  scene(`the screens of one, ${size[0]} wide`, async (house) => {
    const server = await house.serve('--public-url', '{friends}');
    const page = await house.open(server.base, { size });
    const see = (name) => (LIKE_OTHERS.has(name) ? lookAgain : lookTwice)(page, `${name}-${size[0]}`);
    /** Nothing goes over the edge where there is least room. */
    const narrow = async (name) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await settle(page);
      await fits(page, `${name}-320`);
      await page.setViewportSize({ width: size[0], height: size[1] });
    };
    await see('home');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Display and motion').click();
    await see('settings');
    await narrow('settings');
    await page.keyboard.press('Escape');
    for (const [name, hash, heading] of [
      ['setup-bot', '#/new/sketch/bot', /against a bot/], ['setup-here', '#/new/sketch/here', /around this screen/],
      ['setup-friends', '#/new/sketch/friends', /with friends/], ['learn', '#/learn/sketch', /How to play/],
      ['rules', '#/rules/sketch/S15', /Rules of Yokai Sketch/], ['replay-none', '#/replay', /Replay/], ['not-found', '#/nowhere', /Page not found/],
      ['no-such-game', '#/new/chess/bot', /Page not found/], ['no-such-local', '#/local/nowhere', /Page not found/],
      ['no-such-table', '#/table/nowhere', /Page not found/],
    ]) {
      await page.goto(server.base + hash);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await see(name);
      await narrow(name);
    }
    await page.goto(`${server.base}#/rules/yotei`);
    await page.getByRole('searchbox').fill('potato');
    await see('rules-found');
    await narrow('rules-found');
    await page.goto(`${server.base}#/first/yotei`);
    await page.getByRole('group', { name: 'First game' }).waitFor();
    await narrow('first');
    await visit(page, server.base);
    await playNow(page);
    await see('table-begin');
    await page.locator('[data-at="hand:0"]').click();
    await page.locator('[data-stack].target').first().waitFor();
    await see('table-picked');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Advice' }).click();
    await page.locator('.hint').waitFor();
    await see('table-hint');
    if (size[0] < 800) {
      const [asked, hint] = await Promise.all(['.prompt', '.hint'].map((part) => page.locator(part).boundingBox()));
      assert.ok(asked.y + asked.height <= hint.y, 'the hint leaves what is asked for in sight');
    }
    await playOut(page, { cards: 4 }); // fewer than can end a game, whatever is dealt
    assert.notEqual(await standing(page, 'mine', 'over'), 'over');
    await see('table');
    for (const drawer of ['Rules', 'More', 'Log']) {
      await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: drawer, exact: true }).click();
      const aside = page.getByRole('complementary', { name: drawer });
      if (!(await aside.count())) await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: drawer, exact: true }).click();
      await aside.waitFor();
      await see(`drawer-${drawer.toLowerCase()}`);
      if (size[0] < 1000) await aside.getByRole('button', { name: 'Close' }).click();
    }
    await page.locator('[data-at="discard"]').click();
    await see('discards');
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    if (size[0] < 1000) await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
    await page.locator('.paused').waitFor();
    await see('paused');
    await page.locator('.paused').getByRole('button', { name: 'Resume' }).click();
    await standing(page, 'mine');
    await sitLate(page, server.base);
    await playOut(page);
    await standing(page, 'over');
    assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), 'Play again');
    await see('end');
    await page.getByRole('button', { name: 'Replay' }).click();
    const slider = page.getByRole('slider');
    await slider.waitFor();
    await see('replay-begin');
    const last = Number(await slider.getAttribute('max'));
    await slider.fill(String(Math.floor(last / 2)));
    await page.getByText(`Move ${Math.floor(last / 2)} of ${last}`).waitFor();
    const [line, log] = [await page.locator('[aria-current=step]').boundingBox(), await page.getByRole('list', { name: 'Log' }).boundingBox()];
    assert.ok(line.y >= log.y && line.y + line.height <= log.y + log.height, 'the log follows the slider');
    await see('replay');
    await slider.press('End');
    await page.getByText(`Move ${last} of ${last}`).waitFor();
    await slider.press('ArrowLeft');
    await page.getByText(`Move ${last - 1} of ${last}`).waitFor();
    await page.getByLabel('Point of view').selectOption({ label: 'A spectator' });
    await visit(page, server.base);
    await see('home-kept');
    await page.getByRole('button', { name: /^Delete: / }).click();
    await see('delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No games yet.').waitFor();
  });

sceneAgain('the screens of a table for friends', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const size = [390, 844];
  const a = await house.open(`${server.base}#/new/sketch/friends`);
  await a.getByText('Anyone on the internet can open links from here').waitFor();
  await a.getByRole('button', { name: 'Open the table' }).click();
  const link = await a.getByRole('textbox', { name: 'Link' }).inputValue();
  assert.ok(link.startsWith(`${server.friends}#/table/`), `a link for a friend leads to ${link}`);
  await a.getByRole('img', { name: 'QR code' }).waitFor();
  await lookTwice(a, 'friends-waiting-1280');
  const b = await house.open(link, { size, name: 'Ren' });
  await b.getByRole('heading', { name: 'You are invited to Yokai Sketch' }).waitFor();
  assert.equal(await b.getByRole('link', { name: 'New here? How to play, in a few pictures' }).getAttribute('href'), '#/learn/sketch');
  assert.doesNotMatch(b.url(), /\/table\/[^/]+\/./, 'the token leaves the address bar');
  await lookTwice(b, 'friends-invited-390');
  const watcher = await house.open(`${server.base}${new URL(a.url()).hash}`, { size, name: 'Gallery' });
  await watcher.getByText('Someone else has the link').first().waitFor();
  await lookAgain(watcher, 'spectator-waiting-390');
  await b.getByRole('button', { name: 'Take the seat' }).click();
  await Promise.all([standing(a, 'mine', 'theirs'), standing(b, 'mine', 'theirs'), standing(watcher, 'theirs')]);
  await watcher.getByText('You are watching').waitFor();
  await lookTwice(watcher, 'spectator-390');
  const [mover, other] = (await standing(a, 'mine', 'theirs')) === 'mine' ? [a, b] : [b, a];
  await lookAgain(other, 'friends-theirs');
  await playOut(mover, { cards: 1 });
  await mover.getByRole('button', { name: 'React' }).click();
  await lookTwice(mover, 'signs');
  await mover.keyboard.press('Escape');
  for (const what of ['Continue on another device', 'Let others watch']) {
    await a.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'More', exact: true }).click();
    if (!(await a.locator('aside').getByRole('button', { name: what }).count())) await a.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'More', exact: true }).click();
    await a.locator('aside').getByRole('button', { name: what }).click();
    await a.getByRole('dialog').getByRole('img').waitFor();
    await (what.includes('watch') ? lookAgain : lookTwice)(a, `${what.includes('watch') ? 'watch' : 'device'}-1280`);
    await a.keyboard.press('Escape');
  }
  await a.getByRole('button', { name: 'Resign' }).click();
  await lookTwice(a, 'resign-1280');
  await a.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await Promise.all([a, b, watcher].map((page) => standing(page, 'over')));
  await lookAgain(b, 'end-resigned-390');
  await lookTwice(watcher, 'end-spectator-390');
});

scene('a server that only this computer reaches gives no link away', async (house) => {
  const server = await house.serve();
  const page = await house.open(`${server.base}#/new/sketch/friends`);
  // It is said before the form is filled in, with what one could do instead.
  await page.getByText('Only this computer can reach this server').waitFor();
  assert.ok(await page.locator('.notice').getByRole('link', { name: 'Around this screen' }).isVisible());
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.locator('.waiting').getByText('Only this computer can reach this server').waitFor();
  assert.equal(await page.locator('.invite').count(), 0);
  assert.doesNotMatch(await page.locator('main').innerText(), /localhost|127\.0\.0\.1/);
  await look(page, 'friends-no-link');
  // A bot of any strength can sit there instead, and the game begins.
  const bots = page.getByRole('group', { name: 'Let a bot sit here' }).getByRole('button');
  assert.deepEqual(await bots.allInnerTexts(), ['easy', 'normal', 'strong']);
  await bots.last().click();
  await standing(page, 'mine');
  await page.locator('header').getByText('bot, strong').waitFor();
});

/** Where things are on the page: boxes by selector, and what scrolls. */
const layout = (page) =>
  page.evaluate(() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height }));
    const view = document.querySelector('.view');
    return {
      tops: boxes('[data-at^="top:"]'), hand: boxes('[data-at^="hand:"]'), said: boxes('.sentence, .acts button, .actions button'), tallies: boxes('.tally > *'),
      drawer: boxes('aside')[0]?.width ?? 0, scrolls: view.scrollHeight - view.clientHeight, wide: document.documentElement.scrollWidth - innerWidth,
    };
  });
const apart = (a, b) => a.x + a.width <= b.x + 1 || b.x + b.width <= a.x + 1 || a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1;

scene('Yokai Sketch fills the window, and nothing covers a card', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base, { size: [1920, 1080] });
  await playNow(page);
  for (const [width, height, least] of [[1920, 1080, 150], [1280, 800, 110], [390, 844, 75], [844, 390, 60], ...(ALL ? [[2560, 1440, 230], [320, 640, 50], [768, 1024, 95], [667, 375, 46]] : [])]) {
    await page.setViewportSize({ width, height });
    if (!(await page.locator('[data-stack].target').count())) await page.locator('[data-at="hand:0"]').click();
    await settle(page);
    const at = `${width}x${height}`, { tops, hand, said, tallies, drawer, scrolls, wide } = await layout(page);
    for (const card of [...tops, ...hand]) assert.ok(card.width >= least, `${at}: a card is ${card.width} wide`);
    for (const { x, y, width: w, height: h } of [...hand, ...said]) assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= height, `${at}: all that one needs is in view`);
    for (const tally of tallies) assert.ok(tops.every((card) => apart(card, tally)), `${at}: what is said of a stack lies beside its card`);
    assert.ok(drawer <= 0.2 * width, `${at}: the log takes ${drawer}`);
    assert.ok(scrolls <= 0 && wide <= 0, `${at}: nothing scrolls (${scrolls} down, ${wide} aside)`);
  }
  // In a low window the board scrolls; the hand, what is expected and the buttons stay.
  await page.setViewportSize({ width: 360, height: 510 });
  for (const scrolled of [0, 1000]) {
    await page.locator('.view').evaluate((view, to) => (view.scrollTop = to), scrolled);
    assert.ok((await layout(page)).scrolls > 0, 'this one is low');
    const view = await page.locator('.view').boundingBox();
    for (const one of await page.locator('[data-at^="hand:"], .acts button').all()) {
      const { y, height } = await one.boundingBox();
      assert.ok(y >= view.y && y + height <= view.y + view.height + 0.5, 'all that one needs is in view');
    }
  }
  // A refusal goes with the next that is done on the board.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('[data-stack].refuse .hit').first().click();
  await page.getByRole('alert').waitFor();
  await page.locator('[data-at="hand:0"]').click();
  assert.equal(await page.getByRole('alert').count(), 0);
  await playCard(page);
  // Won yokai can be looked at, by keyboard.
  await sitLate(page, server.base);
  await page.getByRole('button', { name: /^Notebook of .*Open the notebook/ }).first().press('Enter');
  const book = page.getByRole('dialog', { name: /^Notebook of / });
  await book.waitFor();
  assert.ok((await book.locator('li svg').first().boundingBox()).width >= 120);
  await look(page, 'notebook');
  await page.keyboard.press('Escape');
  assert.equal(await book.count(), 0);
  // What goes on stands above the games.
  await visit(page, server.base);
  const [going, boxes] = [await page.getByRole('region', { name: 'Continue' }).boundingBox(), await page.getByRole('region', { name: 'Games', exact: true }).boundingBox()];
  assert.ok(going.y < boxes.y);
  await page.getByRole('region', { name: 'Continue' }).getByText('Your turn').first().waitFor();
});
