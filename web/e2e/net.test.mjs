// The wire is cut and mended, the server is killed and comes back, in mid-game: both go on, nothing
// that was acknowledged is lost, nothing happens twice. ZASHIKI_CUT_S=60 cuts for a whole minute, and
// then tries a wire that goes silent as well, which takes half a minute to notice.
import assert from 'node:assert/strict';
import { ALL, endTurn, hand, heard, look, playCard, playOut, scene, sceneAgain, sitDown, standing, together, until } from './kit.mjs';

const CUT_S = Number(process.env.ZASHIKI_CUT_S ?? 1);
const rest = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
/** What a browser says about a wire that is not there. */
const CUT = /ERR_|WebSocket connection to/;

const live = (page) => until(page, () => !document.querySelector('.banner[role=alert]') && document.querySelector('.sentence'), undefined, 'a live wire');
const moveOn = async (page) => {
  await playCard(page);
  if ((await standing(page, 'mine', 'theirs', 'over')) === 'mine') await endTurn(page);
};
/** Both play on: a turn each, or with ZASHIKI_ALL until the game is over. */
async function goOn([one, other], ...watchers) {
  if (ALL) {
    await Promise.all([one, other].map((page) => playOut(page)));
    for (const page of [one, other, ...watchers]) await standing(page, 'over');
    return;
  }
  const inTurn = (await standing(one, 'mine', 'theirs')) === 'mine';
  for (const page of inTurn ? [one, other] : [other, one]) {
    await standing(page, 'mine');
    await moveOn(page);
  }
  await together(one, other, ...watchers);
}
/** Every event a page was told, by number, as text without `now`; twice told must be the same. */
function events(page) {
  const all = new Map();
  for (const { side, message } of page.frames) {
    if (side !== 'host') continue;
    for (const { event, kind, by, time, move } of message.log ?? (message.event ? [message] : [])) {
      const text = JSON.stringify({ event, kind, by, time, move });
      if (all.has(event)) assert.equal(all.get(event), text, `event ${event} has changed`);
      all.set(event, text);
    }
  }
  for (let n = 1; n <= all.size; n++) assert.ok(all.has(n), `event ${n} is missing`);
  return all;
}

scene('the wire is cut in mid-game and mended', async (house, t) => {
  const { proxy, server } = await house.serveBehind();
  const { a, b } = await sitDown(house, { base: proxy.base }, { mika: { calm: CUT } });
  // Ren does not come through the wire, but by a link to another device.
  await b.getByRole('button', { name: 'Continue on another device' }).click();
  const { hash } = new URL(await b.locator('.invite input').inputValue());
  await b.close();
  const ren = await house.open(`${server.base}${hash}`, { name: 'Ren' });
  await standing(ren, 'theirs');
  await moveOn(a);
  await standing(ren, 'mine');

  // Cut for a while: Mika is told, cannot move, and sees on return what happened.
  proxy.cut();
  await a.getByRole('alert').filter({ hasText: 'Connection lost' }).waitFor();
  await ren.locator('header').getByText('away').waitFor();
  await look(a, 'lost-1280');
  await moveOn(ren);
  await rest(CUT_S);
  assert.equal(await a.locator('[data-at^="hand:"][aria-disabled=false]').count(), 0, 'no card can be played');
  const cut = Date.now();
  proxy.mend();
  await a.evaluate(() => dispatchEvent(new Event('online')));
  await live(a);
  await standing(a, 'mine');
  t.diagnostic(`cut for ${CUT_S} s, back after ${Date.now() - cut} ms`);
  await together(a, ren);
  const asked = a.frames.filter(({ message }) => message.do === 'join').at(-1).message;
  assert.ok(asked.since > 0, 'only what is missing was asked for');

  // The answer is lost on its way back: the move has happened once, and once only.
  const cards = await hand(a).count(), before = await heard(ren), said = a.frames.length;
  proxy.deafen();
  await hand(a).first().click();
  await a.locator('[data-stack].target .hit').first().click();
  if (await a.locator('[data-stack].aimed').count()) await a.locator('[aria-keyshortcuts="0"]').click();
  await until(ren, (n) => globalThis.heard.event > n, before, 'the move has arrived');
  proxy.cut();
  await a.getByRole('alert').filter({ hasText: 'Connection lost' }).waitFor();
  proxy.mend();
  await live(a);
  await standing(a, 'mine', 'theirs');
  await together(a, ren);
  const moves = [...events(ren).values()].map((text) => JSON.parse(text)).filter(({ event, kind, by }) => event > before && kind === 'move' && by === 'A');
  assert.equal(moves.length, 1, 'it acted once');
  assert.equal(await hand(a).count(), cards - 1);
  const sent = a.frames.slice(said).filter(({ message }) => message.do === 'move');
  assert.ok(sent.length >= 2 && new Set(sent.map(({ message }) => message.request)).size === 1, 'sent again under the same number');
  events(a);
  await goOn([a, ren]);
});

scene('a wire goes silent without being cut', async (house, t) => {
  const { proxy } = await house.serveBehind();
  const { a, b } = await sitDown(house, { base: proxy.base }, { mika: { calm: CUT }, ren: { calm: CUT } });
  proxy.hush();
  const begun = Date.now();
  for (const page of [a, b]) await page.getByRole('alert').filter({ hasText: 'Connection lost' }).waitFor();
  t.diagnostic(`noticed after ${Math.round((Date.now() - begun) / 1000)} s`);
  await rest(CUT_S);
  proxy.cut();
  proxy.mend();
  for (const page of [a, b]) await live(page);
  await moveOn(a);
  await standing(b, 'mine');
}, { skip: CUT_S < 30 });

sceneAgain('the server is killed in mid-game and comes back', async (house) => {
  const server = await house.serveAlone('--public-url', '{friends}');
  const { a, b, id } = await sitDown(house, server, { mika: { calm: CUT }, ren: { calm: CUT } });
  for (let kill = 0; kill < 3; kill++) {
    const [me] = (await standing(a, 'mine', 'theirs')) === 'mine' ? [a, b] : [b, a];
    await standing(me, 'mine');
    // A card is on its way when the power goes.
    await hand(me).first().click();
    const known = events(a).size;
    await me.locator('[data-stack].target .hit').first().click();
    if (await me.locator('[data-stack].aimed').count()) await me.locator('[aria-keyshortcuts="0"]').click();
    if (kill !== 1) await until(me, (n) => globalThis.heard.event > n, known);
    await server.kill();
    await a.getByRole('alert').filter({ hasText: 'Connection lost' }).waitFor();
    await server.start();
    for (const page of [a, b]) {
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await live(page);
    }
    await until(me, (n) => globalThis.heard.event > n, known, 'the card is played, by itself or again');
    await together(a, b);
  }
  // A newcomer is told all that anybody was ever told, under the same numbers.
  const watcher = await house.open(`${server.base}#/table/${id}`, { name: 'Gallery' });
  await standing(watcher, 'theirs');
  const kept = events(watcher);
  for (const page of [a, b])
    for (const [number, text] of events(page)) {
      const { move, ...told } = JSON.parse(text), { move: shown, ...public_ } = JSON.parse(kept.get(number) ?? '{}');
      assert.deepEqual(public_, told, `event ${number}`);
      if (move && !/deal|draw/.test(move)) assert.equal(shown, move);
    }
  await goOn([a, b], watcher);
});
