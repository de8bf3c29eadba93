// How much comes over the wire, how much is done until one can click, and the engine: the same everywhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { nearlyOver, playNow, scene, sceneAgain, settle, store, until } from './kit.mjs';

const KB = 1000;
/** Polish, French, and the long vowels of Japanese names. */
const LETTERS = 'ABCXYZabcxyz0123456789ĄĆĘŁŃÓŚŹŻąćęłńóśźżÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸàâæçèéêëîïôœùûüÿŌŪōū«»„”’…–÷';

/** What has come over the wire when everything has that the page asked for: half a second brings no more. */
async function whole(page, proxy) {
  for (let before = -1; before !== proxy.bytes; ) {
    before = proxy.bytes;
    await settle(page);
    await new Promise((done) => setTimeout(done, 500));
  }
  return proxy.bytes;
}

/** Each table in another language: words and letters differ in size. */
const TABLES = [['sketch', 'fr'], ['yokai', 'ja'], ['yotei', 'pl']];

scene('the home page is at most 200 KB over the wire, each table with the engine 400 KB', async (house, t) => {
  const { proxy } = await house.serveBehind();
  for (const [game, language] of TABLES) {
    // A cold page each, and without the service worker, which fetches the rest for later once the page is there.
    const page = await house.open('', { language });
    const session = await page.context().newCDPSession(page), begun = proxy.bytes;
    await session.send('Network.enable');
    let counted = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (counted += encodedDataLength));
    await page.goto(proxy.base);
    const play = page.locator(`.playable[data-game=${game}] .button.main`);
    await play.waitFor();
    const home = (await whole(page, proxy)) - begun;
    // The shipped fonts are there, with every letter of the Latin languages: what they have not is as wide as the font behind them.
    const missing = await page.evaluate((letters) => {
      const pen = document.createElement('canvas').getContext('2d');
      const width = (letter, font) => ((pen.font = font), pen.measureText(letter).width);
      const families = ['40px "Zashiki Serif"', '40px "Zashiki Sans"', '600 40px "Zashiki Sans"'];
      return families.flatMap((family) => [...letters].filter((letter) => width(letter, `${family}, monospace`) !== width(letter, `${family}, serif`)).map((letter) => `${family} ${letter}`));
    }, LETTERS);
    assert.deepEqual(missing, []);
    assert.deepEqual(await page.evaluate(() => [...document.fonts].map(({ status }) => status)), ['loaded', 'loaded', 'loaded']);
    assert.ok(Math.abs(counted - home) < home / 10, `the wire (${home}) and the browser (${counted}) count the same`);
    await play.click();
    await page.locator('.sentence').first().waitFor();
    const table = (await whole(page, proxy)) - begun;
    t.diagnostic(`${language}: home ${(home / KB).toFixed(1)} KB over the wire, headers and all; with the table of ${game} and the engine ${(table / KB).toFixed(1)} KB`);
    assert.ok(home <= 200 * KB, `home in ${language}: ${home} bytes`);
    assert.ok(table <= 400 * KB, `${game} in ${language}: ${table} bytes`);
  }
  const kept = proxy.bytes;
  const again = await house.open(proxy.local, { serviceWorkers: 'allow' });
  await again.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  t.diagnostic(`everything, kept for later by the service worker as well: ${((proxy.bytes - kept) / KB).toFixed(1)} KB`);
});

/** What a page may do until the first click is answered. How long that takes depends on the machine (bench/browser.mjs
 * measures it); calls of functions do not. */
const CALLS = 10_000, REQUESTS = 11, PATHS = 25;

scene('the home page does little before a click is answered, and nothing moves', async (house, t) => {
  const server = await house.serve();
  const page = await house.open('');
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const asked = [];
  page.on('request', (request) => {
    if (!/icon/.test(request.url())) asked.push(request.url()); // a browser with a window asks for it when the page is idle
  });
  await page.addInitScript(() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.moved += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(server.base);
  await page.locator('.gear').click();
  await page.locator('dialog[open]').waitFor();
  await page.waitForLoadState('networkidle');
  await settle(page);
  const { result } = await session.send('Profiler.takePreciseCoverage');
  const calls = result.filter(({ url }) => url.startsWith(server.base)).flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + ranges[0].count, 0);
  const paths = await page.locator('path').count();
  t.diagnostic(`${calls} calls, ${asked.length} requests, ${paths} paths`);
  // Further down the browser does not see it.
  const scripts = asked.filter((url) => /\/(index|start)-[^/]*\.js$/.test(url));
  assert.equal(scripts.length, 2);
  for (const url of scripts) assert.match(await (await fetch(url)).text(), /^\/\/# allFunctionsCalledOnLoad\n/, 'functions are read while they arrive');
  assert.ok(calls > 1000, 'calls are counted');
  assert.ok(calls <= CALLS, `${calls} calls`);
  assert.ok(asked.length <= REQUESTS, asked.join('\n'));
  assert.ok(!asked.some((url) => /\.wasm$|worker/.test(url)), 'the engine comes with a game');
  assert.ok(paths <= PATHS, `${paths} paths are brushed in the page: the boxes are files`);
  assert.ok((await page.evaluate(() => globalThis.moved)) < 0.001, 'things move while the page loads');
});

/** What a table that is taken up near its end has in the first frame of its board, and what is called until its log is there: pictures,
 * towns and the log come after that frame, what is closed when it is opened, and the past all at once. On a busy machine more frames
 * come until then, and more is called: half of the bound is usual. */
const TAKEN_UP = { sketch: { elements: 740, calls: 450_000 }, yokai: { elements: 360, calls: 250_000 }, yotei: { elements: 240, calls: 600_000 } };

/** How far the log can be scrolled, and how much of that is left. */
const logEnd = (page) => page.locator('aside ol').evaluate(({ scrollHeight, scrollTop, clientHeight }) => ({ left: scrollHeight - scrollTop - clientHeight, over: scrollHeight - clientHeight }));

scene('a table that is taken up does little before it can be played, and its log is at its end', async (house, t) => {
  const server = await house.serve();
  const page = await house.open(server.base, { alone: true });
  await page.addInitScript(() => {
    const count = (selector) => document.querySelectorAll(selector).length;
    const look = () => {
      if (count('.board > *') && count('.sentence.mine')) globalThis.begun = { elements: count('.board *'), lines: count('aside li') };
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  for (const [game, most] of Object.entries(TAKEN_UP)) {
    await store(page, server.base, nearlyOver(game));
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await page.goto(`${server.base}#/local/late`);
    await until(page, () => document.querySelector('.sentence.mine') && document.querySelectorAll('aside li').length > 20, undefined, 'the log');
    await page.waitForLoadState('networkidle');
    await settle(page);
    const { result } = await session.send('Profiler.takePreciseCoverage');
    await session.send('Profiler.stopPreciseCoverage');
    const calls = result.filter(({ url }) => url.startsWith(server.base)).flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + ranges[0].count, 0);
    const { elements, lines } = await page.evaluate(() => globalThis.begun);
    t.diagnostic(`${game}: ${elements} elements on the board in its first frame, ${calls} calls`);
    assert.ok(elements > 50 && elements <= most.elements, `${game}: ${elements} elements`);
    assert.equal(lines, 0, `${game}: the log has lines in the first frame`);
    assert.ok(calls > 1000 && calls <= most.calls, `${game}: ${calls} calls`);
    const { left, over } = await logEnd(page);
    assert.ok(over > 300, `${game}: the log is long enough to be scrolled`);
    assert.ok(left < 2, `${game}: the log ends ${left} px further down`);
  }

  // Lines that grow above are kept in place by the browser, which scrolls the list for that: nobody has scrolled back to read.
  const log = page.locator('aside ol'), before = await log.locator('li').count();
  await log.evaluate((list) => new MutationObserver((_, observer) => {
    observer.disconnect();
    list.scrollTop -= 300;
  }).observe(list, { childList: true }));
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(page, (n) => document.querySelectorAll('aside li').length > n, before, 'another line');
  await settle(page);
  assert.ok((await logEnd(page)).left < 2, 'the log follows what happens');
});

sceneAgain('the engine plays as is pinned in Chromium, and does not hold up the page', async (house, t) => {
  const server = await house.serve();
  const pinned = readFileSync(new URL('../../tests/signature.txt', import.meta.url), 'utf8').replace(/^#.*\n/gm, '').split('\n');
  const page = await house.open(server.base);
  await playNow(page);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const worker = loaded.find((name) => /worker-[^/]*\.js$/.test(name));
  assert.ok(worker, 'the engine is in a worker');
  const games = [...new Set(pinned.filter(Boolean).map((line) => line.split(' ')[0]))];
  const { text, turns, took } = await page.evaluate(async ([url, names]) => {
    const begun = performance.now();
    let turns = 0, done = false;
    const turn = () => { turns++; if (!done) setTimeout(turn); };
    setTimeout(turn);
    let text = '';
    for (const name of names) {
      const one = new Worker(url, { type: 'module', name });
      text += await new Promise((heard, failed) => {
        one.onerror = failed;
        one.onmessage = ({ data }) => data.kind === 'answer' && heard(data.text);
        one.postMessage({ kind: 'signature', id: 1 });
      });
      one.terminate();
    }
    done = true;
    return { text, turns, took: performance.now() - begun };
  }, [worker, games]);
  assert.deepEqual(text.split('\n'), pinned, 'in Chromium, each engine its game');
  t.diagnostic(`the page turned ${turns} times in ${Math.round(took)} ms of thinking`);
  assert.ok(turns >= 2, 'the page goes on while the engine thinks');

  const sw = await (await fetch(`${server.base}sw.js`)).text();
  const engines = [...sw.matchAll(/"\.\/(assets\/(engine\.\w+)-[^"]*\.wasm)"/g)];
  assert.deepEqual(engines.map(([, , name]) => name).sort(), games.filter((game) => game !== 'null').map((game) => `engine.${game}`).sort(), 'an engine for each game, kept for later but for the template');
  for (const [, path, name] of engines) {
    const answer = await fetch(server.base + path);
    assert.equal(answer.headers.get('content-type'), 'application/wasm');
    // web/tests/wasm.test.ts has it play in node.
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(new URL(`../src/engine/${name}.wasm`, import.meta.url))), 'the engine that was built');
  }
});
