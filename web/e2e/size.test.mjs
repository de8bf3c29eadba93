// How much comes over the wire, how soon one can click, and the engine: the same everywhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { playNow, scene, until } from './kit.mjs';

const KB = 1000;

scene('the home page is at most 200 KB over the wire, with the game and the engine 400 KB', async (house, t) => {
  const { proxy } = await house.serveBehind();
  // Without the service worker, which fetches the rest for later once the page is there.
  const page = await house.open('');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let encoded = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (encoded += encodedDataLength));
  await page.goto(proxy.base);
  await page.getByRole('button', { name: 'Play now' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const home = proxy.bytes, counted = encoded;
  t.diagnostic(`home: ${(home / KB).toFixed(1)} KB over the wire, headers and all (the browser counts ${(counted / KB).toFixed(1)})`);
  await playNow(page);
  await page.waitForLoadState('networkidle');
  const game = proxy.bytes;
  t.diagnostic(`with the game and the engine: ${(game / KB).toFixed(1)} KB`);
  assert.ok(home <= 200 * KB, `${home} bytes`);
  assert.ok(game <= 400 * KB, `${game} bytes`);
  assert.ok(Math.abs(counted - home) < home / 10, 'the wire and the browser count the same');

  const again = await house.open(proxy.local, { serviceWorkers: 'allow' });
  await again.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  t.diagnostic(`everything, kept for later by the service worker as well: ${((proxy.bytes - game) / KB).toFixed(1)} KB`);
});

/** What the spin takes, slowed four times, on a quiet machine of the kind this is measured on. */
const SPIN_MS = 390;
const [LOADS, LOADS_MOST] = [5, 15];

/** Runs in the page: something to do that takes the processor alone. */
function spin() {
  const begun = performance.now();
  for (let i = 0, x = 1; i < 5e6; i++) x = (x * 48271) % 2147483647;
  return performance.now() - begun;
}

/** Runs in the page, before it: clicks on the settings as soon as they are there, and notes when the
 * dialog stands, what kept the page busy, and what moved. */
function clickAtOnce() {
  const seen = (globalThis.seen = { busy: 0, moved: 0 });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.busy = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) seen.moved += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const gear = document.querySelector('.gear');
    if (gear && !seen.clicked) gear.click(), (seen.clicked = performance.now());
    if (document.querySelector('dialog[open]')) seen.answered = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

// Interactive: the first button has been clicked, the click has been answered, and the page is at rest:
// no task over 50 ms comes after. Other work on the machine makes a load slower, or keeps the browser
// from being slowed, which the spin shows: such a load does not count. Of the others the best does.
scene('one can click within a second, with the processor slowed four times', async (house, t) => {
  const server = await house.serve();
  const loads = [], spins = [];
  const limit = () => 1000 * Math.max(1, Math.min(...spins) / SPIN_MS);
  for (let load = 0; load < LOADS || (load < LOADS_MOST && !(Math.min(...loads) <= limit())); load++) {
    const page = await house.open('', { serviceWorkers: 'allow' });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(clickAtOnce);
    await page.goto(server.base);
    await until(page, () => globalThis.seen.answered && performance.now() - globalThis.seen.answered > 1500);
    const { answered, busy, moved, paint } = await page.evaluate(() => ({ ...globalThis.seen, paint: performance.getEntriesByName('first-contentful-paint')[0].startTime }));
    const interactive = Math.max(answered, busy, paint), spun = await page.evaluate(spin);
    const counts = spun >= 0.8 * SPIN_MS;
    if (counts) loads.push(interactive), spins.push(spun);
    t.diagnostic(`interactive after ${Math.round(interactive)} ms, first paint after ${Math.round(paint)}, the spin ${Math.round(spun)} of ${SPIN_MS}${counts ? '' : ': does not count'}`);
    assert.ok(moved < 0.001, `things move by ${moved} while the page loads`);
    await page.context().close();
  }
  t.diagnostic(`interactive within ${Math.round(Math.min(...loads))} ms on a processor slowed four times`);
  assert.ok(Math.min(...loads) <= limit(), `${Math.round(Math.min(...loads))} ms, not ${Math.round(limit())}`);
});

scene('the engine plays as is pinned, in node and in Chromium, and does not hold up the page', async (house, t) => {
  const server = await house.serve();
  const pinned = readFileSync(new URL('../../tests/signature.txt', import.meta.url), 'utf8').replace(/^#.*\n/gm, '').split('\n');
  // A game that has no line there is being written.
  const ofPinned = (text) => text.split('\n').filter((line) => pinned.some((one) => one.split(' ')[0] === line.split(' ')[0]));
  const page = await house.open(server.base);
  await playNow(page);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const worker = loaded.find((name) => /worker-[^/]*\.js$/.test(name));
  assert.ok(worker, 'the engine is in a worker');
  const { text, turns, took } = await page.evaluate(async (url) => {
    const one = new Worker(url, { type: 'module' }), begun = performance.now();
    let turns = 0, done = false;
    const turn = () => { turns++; if (!done) setTimeout(turn); };
    setTimeout(turn);
    const answer = await new Promise((heard, failed) => {
      one.onerror = failed;
      one.onmessage = ({ data }) => data.kind === 'answer' && heard(data);
      one.postMessage({ kind: 'signature', id: 1 });
    });
    done = true;
    one.terminate();
    return { text: answer.text, turns, took: performance.now() - begun };
  }, worker);
  assert.deepEqual(ofPinned(text), pinned, 'in Chromium');
  t.diagnostic(`the page turned ${turns} times in ${Math.round(took)} ms of thinking`);
  assert.ok(turns >= 2, 'the page goes on while the engine thinks');

  const sw = await (await fetch(`${server.base}sw.js`)).text();
  const engine = /"\.\/(assets\/engine-[^"]*\.wasm)"/.exec(sw)[1];
  const answer = await fetch(server.base + engine);
  assert.equal(answer.headers.get('content-type'), 'application/wasm');
  const { exports: zk } = (await WebAssembly.instantiate(await answer.arrayBuffer(), {})).instance;
  zk.zk_signature();
  assert.deepEqual(ofPinned(Buffer.from(zk.memory.buffer, zk.zk_output(), zk.zk_output_size()).toString()), pinned, 'in node');
  await until(page, () => true);
});
