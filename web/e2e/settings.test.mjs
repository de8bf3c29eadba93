// What a person has chosen takes effect: sound, motion, letters, sizes, the hand, and the face that others see.
import assert from 'node:assert/strict';
import { playNow, scene, sitDown, standing } from './kit.mjs';

const actions = (page) => page.getByRole('group', { name: 'Actions' });

/** Runs in the page: counts how often sound is begun, and notes when that is before any touch. */
function counting() {
  const Native = globalThis.AudioContext;
  globalThis.begun = 0;
  globalThis.tooEarly = false;
  globalThis.AudioContext = class extends Native {
    constructor() {
      super();
      globalThis.begun++;
      globalThis.tooEarly ||= !navigator.userActivation.hasBeenActive;
    }
  };
}

scene('the settings do what they say, and stay', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base, { motion: 'no-preference', alone: true });
  await page.addInitScript(counting);
  await page.reload();
  await playNow(page);
  await standing(page, 'mine');
  const style = (selector, what) => page.locator(selector).first().evaluate((node, name) => getComputedStyle(node)[name], what);
  const begun = (where = page) => where.evaluate(() => globalThis.begun);
  const tick = (name) => page.getByRole('complementary').getByLabel(name, { exact: true });

  // Sound: off until the small button is pressed, which is the touch it needs. Nothing asks.
  assert.equal(await begun(), 0);
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.getByRole('button', { name: 'Sound' }).click();
  assert.equal(await begun(), 1);
  assert.equal(await page.getByRole('button', { name: 'Sound' }).getAttribute('aria-pressed'), 'true');
  const later = await page.context().newPage();
  await later.addInitScript(counting);
  await later.goto(page.url());
  await standing(later, 'mine');
  await later.keyboard.press('Shift');
  assert.equal(await begun(later), 1, 'with the first touch of a later visit');
  assert.equal(await later.evaluate(() => globalThis.tooEarly), false, 'not before it');
  await later.close();

  await actions(page).getByRole('button', { name: 'More', exact: true }).click();
  await tick('Volume').fill('20');
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('zashiki.settings')).volume), 20);

  await page.getByText('Display and motion').click();
  assert.notEqual(await style('.actions .button', 'transitionDuration'), '0s');
  await tick('Less').check();
  assert.equal(await style('.actions .button', 'transitionDuration'), '0s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await tick('Full').check();
  assert.notEqual(await style('.actions .button', 'transitionDuration'), '0s', 'whatever the system says');

  assert.notEqual(await style('.board .p-letter', 'display'), 'none');
  await tick('Letters on colours').uncheck();
  assert.equal(await style('.board .p-letter', 'display'), 'none');

  const letters = parseFloat(await style('html', 'fontSize'));
  await tick('Larger').check();
  assert.ok(parseFloat(await style('html', 'fontSize')) > letters * 1.2);
  await tick('Normal').check();

  const [cards, long] = [page.locator('[data-at^="top:"]').first(), () => page.locator('.view').evaluate((node) => node.scrollHeight / node.clientHeight)];
  const small = (await cards.boundingBox()).width;
  await tick('Larger, with scrolling').check();
  assert.ok((await cards.boundingBox()).width > small * 1.2, 'the cards are larger');
  assert.ok((await long()) > 1.2, 'and the board scrolls');
  await tick('Fit the window').check();

  const side = async () => (await actions(page).boundingBox()).x;
  const right = await side();
  await tick('Left-handed: buttons on the other side').check();
  assert.ok((await side()) < right / 2, 'the buttons are on the left');
  const [drawer, board] = await Promise.all([page.getByRole('complementary'), page.locator('main')].map((part) => part.boundingBox()));
  assert.ok(drawer.x + drawer.width <= board.x + 1, 'and so is the drawer');

  // A face, and then all of it again after a reload.
  await page.getByText('Your face at the table').click();
  await page.getByRole('radio', { name: 'Owl' }).check();
  const mine = page.locator('header li').first().locator('img');
  await mine.waitFor();
  const face = await mine.getAttribute('src');
  await page.reload();
  await standing(page, 'mine');
  assert.equal(await mine.getAttribute('src'), face);
  assert.ok((await side()) < right / 2);
  assert.equal(await style('.board .p-letter', 'display'), 'none');
});

scene('everybody has a face: people the one they chose, bots their own', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const { a, b } = await sitDown(house, server, { mika: { settings: { face: 'crane' } }, ren: { settings: { face: 'boar' } } });
  const faces = (page) => page.locator('header li img').evaluateAll((all) => all.map(({ src }) => src));
  const [seen, here] = [await faces(a), await faces(b)];
  assert.equal(new Set(seen).size, 2);
  assert.deepEqual(seen, here, 'the same on both screens');

  const page = await house.open(`${server.base}#/new/yotei/bot`);
  await page.getByRole('radio', { name: '4', exact: true }).check();
  await page.locator('form .button.main').last().click();
  await standing(page, 'mine', 'theirs');
  const names = () => page.locator('header li .name').allInnerTexts();
  const called = await names();
  assert.equal(new Set(called).size, 4);
  assert.equal(new Set((await faces(page)).slice(-3)).size, 3);
  assert.equal(await page.locator('header li .small').filter({ hasText: 'bot, normal' }).count(), 3);
  await page.reload();
  await standing(page, 'mine', 'theirs');
  assert.deepEqual(await names(), called, 'they stay who they are');
});
