// Motion: what moves changes its transform and its opacity alone, and while it moves nothing is laid out anew.
import assert from 'node:assert/strict';
import { playAdvised, sceneAgain, until, visit } from './kit.mjs';

const MOVES = new Set(['transform', 'translate', 'scale', 'rotate', 'opacity', 'offset', 'computedOffset', 'easing', 'composite']);
/** So many frames are watched while things move. What animates a size or a place has a layout in each of them; a table
 * that says something meanwhile, one or two. */
const FRAMES = 30, LAYOUTS = 5;
/** A hundred times slower, so that motion outlasts the frames on any machine. */
const RATE = 0.01;

/** The properties that change in the animations of now, but for those that never end (a sign that a bot thinks). */
const changing = (page) =>
  page.evaluate(() => document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect.getTiming().iterations !== Infinity)
    .flatMap(({ effect }) => effect.getKeyframes().flatMap(Object.keys)));

/** How often the page is laid out in so many frames, by the browser's own trace. */
async function layouts(page, session, frames) {
  const events = [];
  const take = ({ value }) => events.push(...value);
  session.on('Tracing.dataCollected', take);
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } });
  await page.evaluate(async (count) => {
    for (let i = 0; i < count; i++) await new Promise((done) => requestAnimationFrame(done));
  }, frames);
  const ended = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await ended;
  session.off('Tracing.dataCollected', take);
  return events.filter(({ name }) => name === 'Layout').length;
}

sceneAgain('what moves on a table is not laid out anew, frame by frame', async (house, t) => {
  const server = await house.serve();
  const page = await house.open(server.base, { motion: 'no-preference', alone: true });
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  // What animates a place is found.
  await page.evaluate(() => {
    const node = document.querySelector('h1');
    node.style.position = 'relative';
    node.animate({ left: ['0', '50px'] }, 1e6);
  });
  const found = await layouts(page, session, FRAMES);
  t.diagnostic(`${found} layouts in ${FRAMES} frames by something that changes its place`);
  assert.ok(found > 2 * LAYOUTS && (await changing(page)).some((name) => !MOVES.has(name)), `${found} layouts when something is animated by its place`);

  for (const game of ['sketch', 'yokai', 'yotei']) {
    await visit(page, server.base);
    await page.locator(`.playable[data-game=${game}] .button.main`).click();
    await page.locator('.sentence').first().waitFor();
    await session.send('Animation.setPlaybackRate', { playbackRate: RATE });
    // Not every move moves something (a look in Yokai); what was moved still does when the bots have answered.
    for (let i = 0; i < 6 && !(await changing(page)).length; i++) {
      await playAdvised(page, { moves: 1 });
      await until(page, () => document.querySelector('.sentence.mine'), undefined, 'my turn');
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    const counted = await layouts(page, session, FRAMES), properties = new Set(await changing(page));
    t.diagnostic(`${game}: ${counted} layouts in ${FRAMES} frames`);
    assert.ok(properties.size, `${game}: it moves to the last frame`);
    assert.deepEqual([...properties].filter((name) => !MOVES.has(name)), [], game);
    assert.ok(counted <= LAYOUTS, `${game}: ${counted} layouts in ${FRAMES} frames`);
    await session.send('Animation.setPlaybackRate', { playbackRate: 1 });
  }
});
