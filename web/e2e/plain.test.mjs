// A game that brings nothing to the browser: Null, with the plain board, in English whatever the reader speaks.
import assert from 'node:assert/strict';
import { existsSync, first, fits, heard, heardSince, join, look, lookTwice, readFileSync, scene, top, until, visit } from './kit.mjs';

/** The games without a board of their own: Null, and one that is being written. */
const PLAIN = [...readFileSync(join(top, 'src/games/list.h'), 'utf8').matchAll(/^ +X\((\w+)\)/gm)].map(([, id]) => id).filter((id) => {
  const entry = join(top, `web/src/games/${id}/index.ts`);
  return !existsSync(entry) || !/^ *load:/m.test(readFileSync(entry, 'utf8'));
});
assert.ok(PLAIN.includes('null') && !PLAIN.includes('sketch'));

const moves = (page) => page.locator('.plain .moves button');

/** Plays on with the first move that is offered until the game is over; how many moves were made. */
async function playOn(page) {
  for (let made = 0; ; made++) {
    await until(page, () => document.querySelector('dialog[open] .end, .plain .moves button'), undefined, 'a move or the end');
    if (await page.locator('dialog[open] .end').count()) return made;
    const before = await heard(page);
    await moves(page).first().click();
    await heardSince(page, before);
  }
}

for (const size of first([320, 700], [1280, 800]))
  scene(`a game without a screen of its own is played to its end, ${size[0]} wide`, async (house) => {
    const server = await house.serve();
    const page = await house.open(server.base, { size });
    await page.locator('[data-game]').first().waitFor();
    assert.equal(await page.locator('[data-game=null]').count(), 0, 'the template of games is not on the home page');
    await visit(page, `${server.base}#/new/null/bot`);
    await page.getByRole('heading', { level: 1, name: 'Null: against a bot' }).waitFor();
    // Options have their names where nobody has put them into words.
    await page.getByRole('group', { name: 'rounds' }).getByRole('radio', { name: '3' }).check();
    await look(page, `plain-setup-${size[0]}`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('Your turn: choose a move').waitFor();
    await moves(page).first().waitFor();
    // Who sits where, what may be done, by its first word, and what is known.
    assert.match(await page.getByRole('list', { name: 'Seats' }).innerText(), /A\s+Mika[\s\S]*B\s+\p{Lu}\p{L}+/u);
    assert.deepEqual((await moves(page).allInnerTexts()).map((text) => text.split(' ')[0]), ['keep', 'swap']);
    const view = await page.getByRole('region', { name: 'What you know of the game' }).innerText();
    assert.match(view, /turn\s+A/);
    assert.doesNotMatch(view, /[{}[\]"]/, 'the view is laid out');
    await lookTwice(page, `plain-${size[0]}`);
    // A hint is lit and can be taken; the move is in the log in notation.
    const before = await heard(page);
    await page.getByRole('button', { name: 'Advice' }).click();
    await page.locator('.hint').waitFor();
    assert.equal(await page.locator('.plain .hinted').count(), 1);
    await page.getByRole('button', { name: 'Do that' }).click();
    await heardSince(page, before);
    assert.ok((await playOn(page)) >= 2);
    await fits(page, 'the end');
    await page.getByRole('button', { name: 'See the board' }).click();
    if (size[0] < 1000) await page.getByRole('button', { name: 'Log', exact: true }).click();
    await page.getByRole('list', { name: 'Log' }).getByText(/^Mika: (keep|swap \d)$/).first().waitFor();
    // Looking back shows the board as it was.
    await page.getByRole('list', { name: 'Log' }).getByText(/^Mika: /).first().click();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('button', { name: 'Rules', exact: true }).first().click();
    await page.locator('[data-block=N5]').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Learn' }).count(), 0, 'there is no lesson');
  });

for (const id of PLAIN)
  scene(`${id}, which brings no board, stands on the home page beside the others and is played to its end`, async (house) => {
    const server = await house.serve();
    const page = await house.open('', { size: [390, 844] });
    const title = /^# (.*)/.exec(readFileSync(join(top, `docs/rules/${id}.md`), 'utf8'))[1];
    // Null says in its entry that it is hidden; here it does not.
    let shown = 0;
    await page.route('**/assets/*.js', async (route) => {
      const answer = await route.fetch(), text = await answer.text();
      shown += text.split('hidden:!0').length - 1;
      await route.fulfill({ response: answer, body: text.replaceAll('hidden:!0', 'hidden:!1') });
    });
    await visit(page, server.base);
    assert.equal(shown, 1, 'one game is hidden');
    const box = page.locator(`[data-game=${id}]`);
    await box.getByRole('heading', { name: title }).waitFor();
    assert.match(await box.innerText(), /\d players/);
    assert.equal((await box.locator('svg.lid').textContent()).trim(), title[0], 'its lid is drawn from its name');
    assert.equal(await box.getByRole('link', { name: 'Learn' }).count(), 0);
    if (id === 'null') await lookTwice(page, 'plain-home-390');
    await box.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('heading', { level: 1, name: `Rules of ${title}` }).waitFor();
    await page.goBack();
    await box.getByRole('button', { name: 'Play now' }).click();
    assert.ok((await playOn(page)) >= 1);
    // That was in this browser. On the server, with bots where friends are missing: a move is made there.
    const there = await house.open(`${server.base}#/new/${id}/friends`);
    await there.locator('form .button.main').click();
    const bots = there.locator('.waiting').getByRole('button', { name: 'normal' });
    await bots.first().waitFor();
    for (let left = await bots.count(); left; left--) {
      await bots.first().click();
      await bots.nth(left - 1).waitFor({ state: 'detached' });
    }
    await moves(there).first().waitFor();
    const before = await heard(there);
    await moves(there).first().click();
    await heardSince(there, before);
    assert.ok(there.frames.some(({ message }) => message.do === 'move'), 'the server was asked');
  });

scene('a game that is not translated speaks English beside the reader’s own language', async (house) => {
  const server = await house.serve();
  const page = await house.open(`${server.base}#/new/null/here`, { language: 'fr' });
  await page.locator('form .button.main').click();
  await page.getByText('À vous : choisissez un coup').waitFor();
  await moves(page).first().waitFor();
  await visit(page, `${server.base}#/rules/null/N7`);
  await page.locator('[data-block=N7]').getByText('Nobody can swap').waitFor();
  await visit(page, `${server.base}#/learn/null`);
  await page.getByRole('link', { name: 'Toutes les règles' }).waitFor();
  await look(page, 'plain-learn-fr');
});
