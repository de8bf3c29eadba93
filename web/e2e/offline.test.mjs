// Without a server: after a first visit, and from a plain static folder under a path of its own.
import assert from 'node:assert/strict';
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { look, join, nearlyOver, playNow, playOut, readFileSync, scene, standing, store, visit, web } from './kit.mjs';

export const dist = process.env.ZASHIKI_DIST ?? join(web, 'dist');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png' };
/** What a browser says when nobody answers at server.json. */
const NOBODY = /server\.json|ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_INTERNET_DISCONNECTED/;

/** Home, a game, its end and its replay, the rules: all that needs no server. */
async function allAlone(page, base) {
  await page.getByRole('heading', { level: 1, name: 'Zashiki' }).waitFor();
  await playNow(page);
  await playOut(page, { cards: 3 });
  // A reload in mid-game loses nothing.
  const [, names] = [await standing(page, 'mine', 'over'), await page.locator('header ul').innerText()];
  await page.reload();
  await standing(page, 'mine', 'over');
  assert.equal(await page.locator('header ul').innerText(), names);
  // To the end of another, which is put where the client keeps its tables.
  await page.evaluate((entries) => {
    for (const [key, text] of entries) localStorage.setItem(key, text);
  }, Object.entries(nearlyOver('sketch')));
  await page.goto(`${base}#/local/late`);
  await page.reload();
  await standing(page, 'mine');
  await playOut(page);
  await standing(page, 'over');
  await page.getByRole('button', { name: 'Replay' }).click();
  const slider = page.getByRole('slider');
  await slider.waitFor();
  await slider.press('End');
  await page.getByText(new RegExp(`Move (\\d+) of \\1`)).waitFor();
  await visit(page, `${base}#/rules/sketch`);
  await page.getByText('S15', { exact: true }).first().waitFor();
  await visit(page, `${base}#/learn/sketch`);
  await visit(page, `${base}#/new/sketch/friends`);
  await page.getByRole('heading', { name: 'Friends need a server' }).waitFor();
}

/** From home to whose work is in the client, and back. */
async function licences(page, base) {
  await visit(page, base);
  await page.getByRole('link', { name: 'Licences of the libraries and fonts' }).click();
  await page.waitForURL(`${base}licences.txt`);
  const said = await page.locator('body').innerText();
  for (const [name, licence] of [['zashiki', 'MIT'], ['svelte', 'MIT'], ['Crimson Pro', 'OFL-1.1'], ['Fira Sans', 'OFL-1.1']])
    assert.match(said, new RegExp(`^${name} .*, ${licence}$`, 'm'));
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Zashiki' }).waitFor();
}

scene('a game that was left says so when its engine cannot be loaded', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base, { alone: true, calm: /Failed to load resource|Failed to fetch|ERR_FAILED/ });
  // The engine, then the script that loads it.
  for (const missing of ['**/*.wasm', '**/worker-*.js']) {
    await store(page, server.base, nearlyOver('sketch'));
    await page.route(missing, (route) => route.abort());
    await page.goto(`${server.base}#/local/late`);
    await page.getByText('The engine could not be loaded').waitFor();
    await page.unrouteAll();
  }
  // Nothing is lost by it.
  await page.reload();
  await standing(page, 'mine');
});

scene('after a first visit everything but friends works with the server stopped', async (house) => {
  const server = await house.serveAlone();
  const page = await house.open(server.base, { calm: NOBODY, serviceWorkers: 'allow' });
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active.state !== 'activated') await new Promise((done) => setTimeout(done, 20));
  });
  await server.end('SIGTERM');
  assert.equal(server.process.exitCode, 0, 'a graceful stop');
  await page.reload();
  await allAlone(page, server.base);
  await look(page, 'offline-friends-1280');
  await licences(page, server.base);
  // Another language, which this reader has never used, is there too.
  await visit(page, server.base);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('pl');
  await page.getByRole('heading', { name: 'Ustawienia' }).waitFor();
});

scene('from a static folder under a path of its own', async (house) => {
  const asked = [];
  const files = createServer((request, answer) => {
    const { pathname } = new URL(request.url, 'http://here');
    asked.push(pathname);
    const file = join(dist, pathname.replace(/^\/some\/where\//, '/').replace(/\/$/, '/index.html'));
    const found = pathname.startsWith('/some/where/') && file.startsWith(dist) && statSync(file, { throwIfNoEntry: false })?.isFile();
    // No type for wasm and no other headers: the plainest of servers.
    answer.writeHead(found ? 200 : 404, found && TYPES[extname(file)] ? { 'content-type': TYPES[extname(file)] } : {});
    if (found) createReadStream(file).pipe(answer);
    else answer.end();
  });
  await new Promise((done) => files.listen(0, '127.0.0.1', done));
  house.closing.push(async () => files.closeAllConnections?.() ?? files.close(), async () => void files.close());
  const base = `http://localhost:${files.address().port}/some/where/`;
  // For a page of text the browser itself asks for the site's icon.
  const page = await house.open(base, { size: [390, 844], calm: new RegExp(`${NOBODY.source}|favicon\\.ico`), serviceWorkers: 'allow' });
  await allAlone(page, base);
  await licences(page, base);
  assert.deepEqual(asked.filter((path) => !path.startsWith('/some/where/') && path !== '/favicon.ico'), [], 'nothing is asked for above the folder');
});

// The archive of `make dist`, unpacked, behind a plain file server (tools/test-dist); then without that, too.
if (process.env.ZASHIKI_FOLDER_AT) scene('from the archive behind another server, and when that is gone', async (house) => {
  const page = await house.open(process.env.ZASHIKI_FOLDER_AT, { calm: NOBODY, serviceWorkers: 'allow' });
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active.state !== 'activated') await new Promise((done) => setTimeout(done, 20));
  });
  await allAlone(page, process.env.ZASHIKI_FOLDER_AT);
  process.kill(Number(process.env.ZASHIKI_FOLDER_SERVER));
  await assert.rejects(async () => {
    for (;;) await fetch(process.env.ZASHIKI_FOLDER_AT);
  });
  await page.goto('about:blank');
  await page.goto(process.env.ZASHIKI_FOLDER_AT);
  await page.getByRole('heading', { level: 1, name: 'Zashiki' }).waitFor();
  await playNow(page);
  await playOut(page, { cards: 3 });
});

scene('the program serves what is in web/dist', async (house) => {
  const server = await house.serve();
  for (const name of ['index.html', 'sw.js', 'manifest.webmanifest']) {
    const answer = await fetch(server.base + (name === 'index.html' ? '' : name));
    assert.equal(await answer.text(), readFileSync(join(dist, name), 'utf8'), `${name}: build again`);
  }
});
