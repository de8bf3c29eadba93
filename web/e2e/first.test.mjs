// First games: the tutorials, played by what a person is told and shown, to free play.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fits, heard, heardSince, look, scene, shot, top, until } from './kit.mjs';

const bubble = (page) => page.getByRole('group', { name: 'Your first game' });
const said = (page) => bubble(page).getByRole('status').innerText();
const box = (page, title) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const mine = (page) => page.getByRole('status').filter({ hasText: /^Your turn: / });
/** What is marked on the board: the move that is wanted. */
const marked = (page, more = '') => page.locator(`[aria-label="Board"] .hinted${more}`).first();

/** How many sentences a tutorial has, and how many moves it asks for. */
function sizeOf(game) {
  const lines = readFileSync(`${top}src/games/${game}/tutorial.jsonl`, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const moves = lines.filter((line, i) => line.by === 'A' && lines.slice(0, i).some(({ say }) => say));
  return [lines.filter(({ say }) => say).length, moves.length];
}

/** The sentence is on the screen, beside its thing: that has a ring around it, and is not hidden by the sentence. */
async function beside(page, sentence) {
  const found = await page.evaluate(async () => {
    // Where it lies is settled a few frames after the board has come to rest.
    for (let same = 0, last = ''; same < 3;) {
      await new Promise((done) => setTimeout(done, 120));
      const now = document.querySelector('section > .bubble').style.transform;
      same = now === last ? same + 1 : 0;
      last = now;
    }
    const rect = (node) => node.getBoundingClientRect();
    const shared = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const says = rect(document.querySelector('.bubble')), ring = document.querySelector('section > .ring') && rect(document.querySelector('section > .ring'));
    if (!ring) return {};
    return {
      ring: true, covered: shared(says, ring) / (ring.width * ring.height),
      visible: says.left >= 0 && says.right <= innerWidth && says.top >= 0 && says.bottom <= innerHeight,
    };
  });
  assert.ok(found.ring, `"${sentence}" has its thing on the board`);
  assert.ok(found.visible, `"${sentence}" is on the screen`);
  assert.ok(found.covered < 0.05, `"${sentence}" does not cover what it speaks of (${found.covered})`);
}

/** Plays a tutorial to its last sentence. `obey` does what a sentence asks for; `before` is called before each such move. */
async function learn(page, game, obey, before = async () => {}) {
  const next = bubble(page).getByRole('button', { name: 'Next' }), end = bubble(page).getByRole('button', { name: 'Play on' });
  let sentences = 0, moves = 0;
  for (;;) {
    await bubble(page).waitFor();
    const sentence = await said(page);
    sentences++;
    await fits(page, sentence);
    await beside(page, sentence);
    await shot(page, `first-${game}-${String(sentences).padStart(2, '0')}`);
    if (sentences === 1) await look(page, `first-${game}`);
    if (await end.count()) break;
    if (await next.count()) {
      // By mouse and by keyboard in turn: the button has the focus.
      if (sentences % 2) await next.click();
      else await page.keyboard.press('Enter');
    } else {
      await before(sentence, moves++);
      const event = await heard(page);
      await obey(page, sentence);
      await heardSince(page, event);
    }
    await until(page, (was) => (document.querySelector('.bubble [role=status]')?.textContent ?? was) !== was, sentence, `what comes after "${sentence}"`);
  }
  assert.deepEqual([sentences, moves], sizeOf(game));
  await end.click();
  await bubble(page).waitFor({ state: 'detached' });
}

/** Yokai Sketch, by the names of cards and stacks. */
async function sketch(page, sentence) {
  const card = /(\w+–\w+)/.exec(sentence)?.[1], stack = /(?:on|then the) (fire|water|earth|wind)/.exec(sentence)?.[1];
  const hand = page.getByRole('list', { name: /^Your hand: / });
  if (/pass\.$/.test(sentence)) return page.getByRole('button', { name: 'Pass' }).click();
  if (/bell/.test(sentence)) await hand.getByRole('button', { name: /call/ }).click();
  else if (/fan/.test(sentence)) await hand.getByRole('button', { name: /distract/ }).click();
  else await hand.getByRole('button', { name: card, exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${stack} stack: `, 'i') }).click();
  if (/bell/.test(sentence)) await page.getByRole('button', { name: /call the 3: / }).click();
  if (/fan/.test(sentence)) await page.getByRole('button', { name: 'Distract', exact: true }).click();
}

scene('a first game of Yokai Sketch, left and taken up again, to free play', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base, { size: [390, 844] });
  await box(page, 'Yokai Sketch').getByRole('link', { name: 'Play a first game' }).click();
  await learn(page, 'sketch', sketch, async (sentence, moves) => {
    if (moves === 0) {
      // Another legal move is not made; what it would do is said.
      const before = await heard(page);
      await page.getByRole('list', { name: /^Your hand: / }).getByRole('button', { name: 'water–earth', exact: true }).click();
      await page.getByRole('button', { name: /^water stack: /i }).click();
      const alert = bubble(page).getByRole('alert');
      await alert.waitFor();
      assert.match(await alert.innerText(), /You may also play water–earth on the water stack.*4 more needed/);
      assert.equal(await heard(page), before);
      await shot(page, 'first-sketch-other');
    }
    if (moves === 3) {
      // Left, and taken up again from the home page, at the same place.
      await bubble(page).getByRole('link', { name: /^Leave/ }).click();
      await box(page, 'Yokai Sketch').getByRole('link', { name: 'Play a first game' }).click();
      await bubble(page).waitFor();
      while ((await said(page)) !== sentence) await bubble(page).getByRole('button', { name: 'Next' }).click();
    }
  });
  // Free play: the bot's move comes, and any move is taken.
  await mine(page).waitFor();
  const before = await heard(page);
  await page.getByRole('button', { name: 'Pass' }).click();
  await heardSince(page, before);
  // It is over for good: a reload goes on with free play.
  await page.reload();
  await mine(page).waitFor();
  assert.equal(await bubble(page).count(), 0);
});

/** Yokai, by what is marked: a card, then the place or the card for it. */
async function yokai(page, sentence) {
  if (/turn up/.test(sentence)) return marked(page).click();
  if (/look at/.test(sentence)) return marked(page).click();
  if (/lay it on card/.test(sentence)) {
    await page.getByRole('button', { name: /Rokurokubi–Oni/ }).first().click();
    return page.getByRole('gridcell', { name: /^Card 9,/ }).click();
  }
  await page.getByRole('gridcell', { name: /^Card 4,/ }).click();
  await page.getByRole('gridcell', { name: new RegExp(`^Empty place.* ${/left/.test(sentence) ? 'left of' : 'below'} (card )?9`) }).click();
}

scene('a first game of Yokai, to the peace that ends it', async (house) => {
  const server = await house.serve();
  const page = await house.open(`${server.base}#/first/yokai`);
  await learn(page, 'yokai', yokai);
  await page.getByRole('button', { name: 'Declare the yokai at peace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Declare the yokai at peace' }).click();
  await page.getByRole('dialog').filter({ hasText: /legendary/i }).waitFor();
  await shot(page, 'first-yokai-end');
});

/** Yōtei: the marked card, then what the sentence says in its menu. */
async function yotei(page, sentence) {
  if (/cash it\.$/.test(sentence)) return page.getByRole('button', { name: /^Cash for/ }).click();
  const before = await heard(page), menu = page.getByRole('group', { name: /how do you want to use it/ });
  await marked(page).click();
  // Where only one thing can be done with a card, it is done at once.
  await until(page, (event) => globalThis.heard.event > event || [...document.querySelectorAll('[role=group]')].some((node) => /how do you want/.test(node.ariaLabel)), before);
  if ((await heard(page)) > before) return undefined;
  if (/bid two/.test(sentence)) {
    await menu.getByRole('button', { name: 'Bid in secret' }).click();
    for (let n = 0; n < 2; n++) await page.getByRole('button', { name: 'One more' }).click();
    return page.getByRole('button', { name: 'Close the box' }).click();
  }
  return menu.getByRole('button', { name: /turn (this|it)/.test(sentence) ? /^Turn face down/ : /^Place here/ }).first().click();
}

scene('a first game of Yōtei, to free play', async (house) => {
  const server = await house.serve();
  const page = await house.open(`${server.base}#/first/yotei`, { size: [390, 844] });
  await learn(page, 'yotei', yotei);
  await mine(page).waitFor();
});
