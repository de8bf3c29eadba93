// Games at one screen: by keyboard alone, by roles and names alone on a narrow screen, around
// one screen; and what a page must withstand: 200 % zoom, greyscale.
import assert from 'node:assert/strict';
import { ALL, fits, heard, heardSince, look, playNow, playOut, scene, sceneAgain, settle, shot, sitLate, standing, visit } from './kit.mjs';

sceneAgain('a whole game against the bot by keyboard alone', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base);
  const tabTo = async (name) => {
    const there = () => page.evaluate((wanted) => document.activeElement?.matches('a, button') && document.activeElement.textContent.trim() === wanted, name);
    for (let i = 0; i < 25 && !(await there()); i++) await page.keyboard.press('Tab');
    assert.ok(await there(), `Tab reaches "${name}"`);
  };
  await tabTo('Play now');
  await page.keyboard.press('Enter');
  await standing(page, 'mine');
  // With Tab one gets to the cards; from there on the cards and the stacks have digits.
  const onCard = () => page.evaluate(() => document.activeElement?.matches('[data-at^="hand:"]'));
  for (let i = 0; i < 25 && !(await onCard()); i++) await page.keyboard.press('Tab');
  assert.ok(await onCard(), 'Tab reaches the hand');
  let arrows = 0, plays = 0;
  for (;;) {
    if ((await standing(page, 'mine', 'over')) === 'over') break;
    const before = await heard(page);
    assert.ok(await page.evaluate(() => document.querySelector('[aria-label="Board"]').contains(document.activeElement)), 'the focus stays on the board');
    const cards = await page.locator('.hand [data-at^="hand:"]').count();
    if (!cards) await page.keyboard.press('e');
    else if (plays++ % 2) {
      // By digits: the first card, its first lit stack, without the ability.
      await page.keyboard.press('1');
      const lit = await page.evaluate(() => [...document.querySelectorAll('[data-stack]')].findIndex((column) => column.classList.contains('target')));
      await page.keyboard.press(String(lit + 1));
      if (await page.locator('[data-stack].aimed').count()) await page.keyboard.press('0');
    } else {
      // By arrows and Enter: a card, then up to the stacks.
      arrows++;
      if (!(await onCard())) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      if (await page.locator('[data-stack].aimed').count()) await page.keyboard.press('Enter');
    }
    await heardSince(page, before);
  }
  assert.ok(arrows > 2);
  // After the end another game, by keyboard too.
  await tabTo('Play again');
  await page.keyboard.press('Enter');
  await standing(page, 'mine');
});

/** So many cards are played by names; the rest of the game is like them. */
const BY_NAMES = 8;

sceneAgain('a game by roles and names alone, 320 pixels wide', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base, { size: [320, 640] });
  await page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Yokai Sketch' }) }).getByRole('button', { name: 'Play now' }).click();
  const turn = page.getByRole('status').filter({ hasText: /^Your turn: / });
  const end = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Play again' }) });
  const hand = page.getByRole('list', { name: /^Your hand: / }), cards = hand.getByRole('button');
  let moves = 0, calls = 0;
  while (ALL || moves < BY_NAMES) {
    await turn.or(end).first().waitFor();
    if (await end.count()) break;
    await fits(page, `after ${moves} moves`);
    const before = await heard(page);
    if (!(await cards.count())) await page.getByRole('button', { name: /^(End turn|Pass)$/ }).click();
    else {
      // A card is called by its two elements, a stack by its own; what would happen there is said.
      const [, name, element] = /button "((fire|water|earth|wind)–[^"]*)"/.exec(await hand.ariaSnapshot()) ?? [];
      assert.ok(name, 'cards are called by their elements');
      await hand.getByRole('button', { name, exact: true }).first().click();
      await page.getByRole('button', { name: new RegExp(`^${element} stack: .* sketches laid.*(needed|yours|goes to|runs away|decides)`, 'i') }).click();
      const call = page.getByRole('button', { name: /call the \d: / });
      const distract = page.getByRole('button', { name: 'Distract', exact: true });
      if (await distract.count()) await distract.click();
      else if (await call.count()) {
        await call.first().click();
        calls++;
      }
      moves++;
    }
    await heardSince(page, before);
  }
  if (!ALL) await sitLate(page, server.base);
  await playOut(page);
  await end.waitFor();
  await fits(page, 'the end');
  await look(page, 'end-320');
  // What happened can be read: in the log, by name.
  await page.getByRole('button', { name: 'See the board' }).click();
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  const log = page.getByRole('list', { name: 'Log' });
  assert.ok((await log.getByRole('listitem').count()) > moves);
  await look(page, 'log-320');
  assert.ok(moves > 5, `${moves} moves, ${calls} calls`);
});

scene('a game around one screen, with hand-over', async (house) => {
  const server = await house.serve();
  const page = await house.open(`${server.base}#/new/sketch/here`, { size: [390, 844] });
  await page.getByLabel('Name', { exact: true }).fill('Ren');
  await page.getByRole('radio', { name: 'Player A' }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await standing(page, 'mine');
  await playOut(page, { cards: 3 });
  await standing(page, 'cover');
  // Between two people nothing secret is on the page.
  assert.equal(await page.locator('.hand, [data-at^="hand:"]').count(), 0);
  assert.match(await page.locator('.cover h2').innerText(), /Ren/);
  // Nor in the log: what everybody saw is there, and no card that one alone has drawn.
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await page.getByRole('list', { name: 'Log' }).getByText('draws a card').first().waitFor();
  assert.doesNotMatch(await page.locator('body').textContent(), /draws (?!a card)/);
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
  await look(page, 'handover-390');
  await page.getByRole('button', { name: 'I am Ren' }).click();
  await standing(page, 'mine');
  await look(page, 'handed-390');
  // A reload in mid-game comes back to a covered board or to one's own, never to another's hand.
  await page.reload();
  await page.locator('.cover, .sentence.mine').first().waitFor();
  if (!ALL) await sitLate(page, server.base, 'sketch', { persons: ['A', 'B'] });
  await playOut(page, { hands: true });
  await standing(page, 'over');
  await settle(page);
  await look(page, 'end-here-390');
});

scene('the table at 200 % zoom, in greyscale and in forced colours', async (house) => {
  const server = await house.serve();
  // 1280 by 800 at 200 % is a window of 640 by 400 with two pixels for one.
  const page = await house.open(server.base, { size: [640, 400], deviceScaleFactor: 2 });
  await look(page, 'home-zoom200');
  await playNow(page);
  await playOut(page, { cards: 4 });
  await standing(page, 'mine', 'over');
  await look(page, 'table-zoom200');
  await page.setViewportSize({ width: 1280, height: 800 });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setEmulatedVisionDeficiency', { type: 'achromatopsia' });
  await settle(page);
  await shot(page, 'table-grey');
  await session.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' });
  await page.emulateMedia({ forcedColors: 'active' });
  await settle(page);
  await shot(page, 'table-forced');
  await visit(page, server.base);
  await shot(page, 'home-forced');
});
