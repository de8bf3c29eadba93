// A finished game studied in the replay: the same as `zashiki study` says, in the browser alone.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { first, look, lookTwice, scene, sceneAgain, until, zashiki } from './kit.mjs';

const PLAYOUTS = 40;
const chance = (part) => new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(part / 10000);

/** A record in which Mai sat in A, from a seed. */
function recordOf(game, seed, bot = 'easy') {
  const text = execFileSync(zashiki, ['selfplay', game, '--bot', bot, '--playouts', '20', '--seed', String(seed)], { encoding: 'utf8' });
  return text.replace(`"seats":["${bot}"`, '"seats":["Mai"');
}

const studyOf = (record) =>
  JSON.parse(execFileSync(zashiki, ['study', '-', '--json', '--playouts', String(PLAYOUTS)], { input: record, encoding: 'utf8' }));

/** Runs in the page, before it: studies think little, but for one that the test stops. */
function hurry(playouts) {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (data, ...rest) {
    return post.call(this, data.kind === 'study' && !globalThis.leisure ? { ...data, playouts } : data, ...rest);
  };
}

async function openRecord(house, server, record, options) {
  const page = await house.open('', options);
  await page.addInitScript(hurry, PLAYOUTS);
  await page.addInitScript(() => {
    globalThis.copied = [];
    navigator.clipboard.writeText = async (text) => void globalThis.copied.push(text);
  });
  await page.goto(`${server.base}#/replay`);
  await page.locator('input[type=file]').setInputFiles({ name: 'game.jsonl', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await page.getByRole('slider').waitFor();
  return page;
}

for (const size of first([1280, 800], [390, 844]))
  sceneAgain(`a game is studied, ${size[0]} wide`, async (house) => {
    const server = await house.serve();
    const record = recordOf('sketch', 5), native = studyOf(record);
    assert.equal(native.worst.length, 3);
    const page = await openRecord(house, server, record, { size });
    const study = page.getByRole('region', { name: 'Study', exact: true });
    await lookTwice(page, `study-offered-${size[0]}`);

    // It can be stopped, and begun again by keyboard.
    const begin = study.getByRole('button', { name: 'Study this game' });
    await page.evaluate(() => (globalThis.leisure = true));
    await begin.click();
    await study.getByText(/^Decisions: [1-9]\d* of \d+/).waitFor();
    await look(page, `study-going-${size[0]}`);
    await study.getByRole('button', { name: 'Stop' }).click();
    await page.evaluate(() => (globalThis.leisure = false));
    await begin.focus();
    await page.keyboard.press('Enter');
    await study.getByRole('heading', { name: 'Costliest decisions' }).waitFor();

    // The worst are links to their moments, seen through the eyes of the one who decided.
    const slips = study.locator('.slips button');
    assert.equal(await slips.count(), 3);
    for (const [i, n] of native.worst.entries()) {
      const { loss, worth, moves } = native.decisions.find((one) => one.n === n);
      assert.ok((await slips.nth(i).innerText()).includes(`${chance(loss)} lost`), await slips.nth(i).innerText());
      await slips.nth(i).focus();
      await page.keyboard.press('Enter');
      await page.getByText(`Move ${n} of `).waitFor();
      assert.equal(await page.getByLabel('Point of view').inputValue(), 'A');
      await study.getByRole('heading', { name: 'Choices of Mai' }).waitFor();
      const worths = await study.locator('.here .worth').allInnerTexts();
      assert.deepEqual(worths, moves.map((one) => chance(one.worth)));
      assert.equal(await study.locator('.here .made .worth').innerText(), chance(worth));
      assert.equal(await slips.nth(i).getAttribute('aria-current'), 'step');
    }
    // A choice is lit on the board, unless it is to end the turn.
    const { moves } = native.decisions.find(({ n }) => n === native.worst.at(-1));
    const choice = study.locator('.here button').nth(moves.findIndex(({ move }) => move.startsWith('play')));
    assert.equal(await choice.getAttribute('aria-pressed'), 'false');
    await choice.click();
    assert.equal(await choice.getAttribute('aria-pressed'), 'true');
    await page.locator('.replay .hinted').first().waitFor();
    await lookTwice(page, `study-${size[0]}`);
    await study.scrollIntoViewIfNeeded();
    await look(page, `study-worst-${size[0]}`);

    // On the graph the worst are marked, and every decision can be gone to, by keyboard and by a click.
    const graph = study.getByRole('slider', { name: 'Graph of the decisions' });
    const last = native.decisions.at(-1), [worst] = native.worst;
    await study.getByRole('button', { name: `1. Move ${worst}, Mai: ` }).click();
    await page.getByText(`Move ${worst} of `).waitFor();
    assert.ok((await graph.getAttribute('aria-valuetext')).startsWith(`Move ${worst}, Mai: `));
    await graph.focus();
    await page.keyboard.press('End');
    await page.getByText(`Move ${last.n} of `).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText(`Move ${native.decisions.at(-2).n} of `).waitFor();
    const box = await graph.boundingBox();
    await graph.click({ position: { x: 30, y: box.height - 20 } });
    await page.getByText(`Move ${native.decisions[0].n} of `).waitFor();
    assert.equal(await graph.getAttribute('aria-valuenow'), '1');

    // The link has the whole game in it.
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied. Only this computer can open it.').waitFor();
    const [link] = await page.evaluate(() => globalThis.copied);
    assert.ok(link.startsWith(`${server.base}#/record/1`) && link.length < 2000, link);

    // Another move is tried, and the game played on from there; the record stays as it was.
    const { n, moves: choices, move: made } = native.decisions.find((one) => one.n === worst);
    await study.getByRole('button', { name: `1. Move ${worst}, Mai: ` }).click();
    await study.locator('.here button').nth(choices.findIndex(({ move }) => move !== made && move.startsWith('play'))).click();
    await study.getByRole('button', { name: 'Try this move' }).click();
    await page.waitForURL(/#\/local\//);
    await page.locator('.sentence').waitFor();
    const kept = await page.evaluate(() => localStorage.getItem(`zashiki.table.${location.hash.split('/').at(-1)}`));
    const tried = kept.trim().split('\n').map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'move');
    const before = record.trim().split('\n').slice(1).map((line) => JSON.parse(line));
    assert.deepEqual(tried.slice(0, n).map(({ move }) => move), before.slice(0, n).map(({ move }) => move));
    assert.ok(tried[n].by === 'A' && tried[n].move !== made);

    // Opened from the link: the same game; damaged, a sentence says so.
    await page.goto(link);
    await page.getByText(`Move ${before.findIndex(({ by }) => by !== 'chance')} of ${before.length - 1}`).waitFor();
    await page.goto(link.slice(0, -7));
    await page.getByRole('alert').getByText('This link is damaged').waitFor();
    await look(page, `link-damaged-${size[0]}`);
  });

for (const [language, points] of first(['fr', 'pts'], ['en', 'pts'], ['pl', 'pkt'], ['ja', '点']))
  sceneAgain(`a game together is studied in points, ${language}`, async (house) => {
    const server = await house.serve();
    const record = recordOf('yokai', 5), native = studyOf(record);
    const page = await openRecord(house, server, record, { size: [320, 640], language });
    await page.locator('.study .button').click();
    await until(page, () => document.querySelector('.study [role=status]').childElementCount > 0);
    await page.locator('.slips button').first().click();
    assert.ok((await page.locator('.here .made .worth').innerText()).includes(points));
    assert.equal(await page.locator('.slips button').count(), native.worst.length);
    await page.locator('.here').scrollIntoViewIfNeeded();
    await look(page, `study-yokai-${language}-320`);
  });

scene('a move out of turn is studied beside waiting', async (house) => {
  const server = await house.serve();
  const record = recordOf('yotei', 1, 'random').replace('["Mai","random"]', '["random","Ren"]'), native = studyOf(record);
  const { n, moves } = native.decisions.find((one) => one.moves?.some(({ move }) => move === 'wait'));
  const page = await openRecord(house, server, record, { size: [390, 844] });
  const next = await page.getByRole('button', { name: 'One step forward' }).boundingBox();
  assert.ok(next.y + next.height <= 844, 'one steps through a game with its board in sight');
  await page.locator('.study .button').click();
  await page.getByRole('heading', { name: 'Costliest decisions' }).waitFor();
  await page.getByLabel(/^Move \d+ of/).fill(String(n));
  const wait = page.locator('.here button', { hasText: 'wait' });
  await wait.click();
  assert.ok((await wait.innerText()).includes(chance(moves.find(({ move }) => move === 'wait').worth)));
  assert.equal(await page.locator('.here button').count(), moves.length);
  await page.locator('.here').scrollIntoViewIfNeeded();
  await look(page, 'study-yotei-390');
});

scene('a game that was not finished is not studied', async (house) => {
  const server = await house.serve();
  const page = await openRecord(house, server, recordOf('sketch', 5).split('\n').slice(0, 40).join('\n'), {});
  await page.getByText('only finished games can be studied').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Study this game' }).count(), 0);
});
