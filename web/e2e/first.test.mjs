// First games: the tutorials, played by what a person is told, to free play.
import assert from 'node:assert/strict';
import { fits, heard, heardSince, look, scene, shot, until } from './kit.mjs';

/** The sentence that is said, its foot, and whether it covers what it speaks of or what is to be pressed. */
const bubble = (page) => page.getByRole('group', { name: 'Your first game' });
const said = (page) => bubble(page).getByRole('status').innerText();

/** It is beside the thing: the ring is there, nothing of the thing or of what is marked lies under the sentence. */
async function beside(page, sentence) {
  const found = await page.evaluate(async () => {
    // Where it lies is settled a few frames after the board has come to rest.
    let last = '';
    for (let same = 0; same < 3;) {
      await new Promise((done) => setTimeout(done, 150));
      const now = document.querySelector('.bubble').style.transform;
      same = now === last ? same + 1 : 0;
      last = now;
    }
    const box = (node) => node.getBoundingClientRect();
    const shared = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const says = box(document.querySelector('.bubble')), ring = document.querySelector('.ring');
    const visible = says.left >= 0 && says.right <= innerWidth && says.top >= 0 && says.bottom <= innerHeight;
    if (!ring) return { ring: false };
    const marked = [...document.querySelectorAll('.board .hinted')].map((node) => shared(says, box(node)));
    return { ring: true, visible, over: shared(says, box(ring)) / (box(ring).width * box(ring).height), marked: Math.max(0, ...marked) };
  });
  assert.ok(found.ring, `"${sentence}" has its thing on the board`);
  assert.ok(found.visible, `"${sentence}" is on the screen`);
  return found;
}

/** Does what a sentence of Yokai Sketch asks for, by the names of cards and stacks. */
async function obey(page, sentence) {
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
  const box = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Yokai Sketch' }) });
  await box.getByRole('link', { name: 'Play a first game' }).click();
  let sentences = 0, moves = 0, others = 0;
  const next = bubble(page).getByRole('button', { name: 'Next' }), end = bubble(page).getByRole('button', { name: 'Play on' });
  for (let last = ''; ;) {
    await bubble(page).waitFor();
    const sentence = await said(page);
    assert.notEqual(sentence, last, 'each sentence is said once');
    last = sentence;
    sentences++;
    await fits(page, sentence);
    await beside(page, sentence);
    await shot(page, `first-390-${String(sentences).padStart(2, '0')}`);
    if (sentences === 1 || sentences === 4) await look(page, `first-sketch-${sentences}`);
    if (await end.count()) break;
    if (await next.count()) {
      // By mouse and by keyboard in turn: the button has the focus.
      if (sentences % 2) await next.click();
      else await page.keyboard.press('Enter');
    } else {
      if (moves === 0) {
        // Another legal move is not made; what it would do is said, and what is wanted.
        const before = await heard(page);
        await page.getByRole('list', { name: /^Your hand: / }).getByRole('button', { name: 'water–earth', exact: true }).click();
        await page.getByRole('button', { name: /^water stack: /i }).click();
        const alert = bubble(page).getByRole('alert');
        await alert.waitFor();
        assert.match(await alert.innerText(), /You may also play water–earth on the water stack.*4 more needed/);
        assert.equal(await heard(page), before);
        others++;
        await shot(page, 'first-390-other');
      }
      if (moves === 3) {
        // Left, and taken up again from the home page, at the same sentence.
        await bubble(page).getByRole('link', { name: /^Leave/ }).click();
        await box.getByRole('link', { name: 'Play a first game' }).click();
        await bubble(page).waitFor();
        while ((await said(page)) !== sentence) await next.click();
      }
      const before = await heard(page);
      await obey(page, sentence);
      await heardSince(page, before);
      moves++;
    }
    await until(page, (was) => (document.querySelector('.bubble [role=status]')?.textContent ?? was) !== was, sentence, 'the next sentence');
  }
  assert.deepEqual([sentences, moves, others], [31, 9, 1]);
  await end.click();
  await bubble(page).waitFor({ state: 'detached' });
  // Free play: the bot's move comes, and any move is taken.
  await page.getByRole('status').filter({ hasText: /^Your turn: / }).waitFor();
  const before = await heard(page);
  await page.getByRole('button', { name: 'Pass' }).click();
  await heardSince(page, before);
  // It is over for good: a reload goes on with free play.
  await page.reload();
  await page.getByRole('status').filter({ hasText: /^Your turn: / }).waitFor();
  assert.equal(await bubble(page).count(), 0);
});
