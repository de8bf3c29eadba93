// The pictures of the client that documents show: node scripts/pictures.mjs FOLDER (from web/; `make pictures` calls it).
//
// A picture is a position of a game that programs played from a fixed seed (`zashiki selfplay`). It is put into the
// browser as a table of its own would be kept there, with Mika in the first seat, and opened with the program in
// $ZASHIKI (build/zashiki) as server. So the same program gives the same picture. CHROMIUM is the browser.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const top = fileURLToPath(new URL('../..', import.meta.url));
const zashiki = resolve(top, process.env.ZASHIKI ?? 'build/zashiki');
const out = resolve(process.argv[2] ?? join(top, 'docs/pictures'));

/** `moves`: so many of the game's moves have been made, chance's included, and what more until A decides. */
const PICTURES = {
  table: { game: 'sketch', seed: 3, bot: 'normal', moves: 60, ren: 'bot', size: [1280, 800] },
  phone: { game: 'sketch', seed: 5, bot: 'normal', moves: 60, ren: 'bot', size: [390, 844], theme: 'dark' },
  yokai: { game: 'yokai', seed: 1, bot: 'strong', moves: Infinity, ren: 'person', size: [1280, 800], ended: true },
  yotei: { game: 'yotei', seed: 2, bot: 'plain', moves: 105, ren: 'bot', size: [1280, 800] },
};
const NAMES = ['Mika', 'Ren'];

/** The table as the browser keeps it: what was opened, who sits, what happened. */
function keptTable({ game, seed, bot, moves, ren }) {
  const record = execFileSync(zashiki, ['selfplay', game, '--bot', bot, '--playouts', '200', '--seed', String(seed)], { encoding: 'utf8' });
  const [{ options }, ...lines] = record.trim().split('\n').map((line) => JSON.parse(line));
  const all = lines.filter(({ move }) => move), until = all.findIndex(({ by }, i) => i >= moves && by === 'A');
  const made = until < 0 ? all : all.slice(0, until);
  return [
    { zashiki: 1, do: 'open', game, options },
    { kind: 'sit', by: 'A', sits: { seat: 'A', who: 'person', name: NAMES[0] }, time: 1000 },
    { kind: 'sit', by: 'B', sits: ren === 'bot' ? { seat: 'B', who: 'bot', bot: 'normal' } : { seat: 'B', who: 'person', name: NAMES[1] }, time: 1000 },
    ...made.map(({ by, move }) => ({ kind: 'move', by, move, time: 2000 })),
  ].map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function take(browser, base, name, what) {
  const { game, ren, size: [width, height], theme = 'light', ended = false } = what;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale: 'en', reducedMotion: 'reduce', serviceWorkers: 'block' });
  await context.addInitScript(([table, entry]) => {
    localStorage.setItem('zashiki.settings', JSON.stringify({ pace: 'at_once', name: 'Mika' }));
    localStorage.setItem('zashiki.table.shown', table);
    localStorage.setItem('zashiki.shelf', JSON.stringify([entry]));
  }, [keptTable(what), { id: 'shown', kind: 'local', game, mine: ren === 'bot' ? ['A'] : ['A', 'B'], names: NAMES, status: 'playing', updated: 1 }]);
  const page = await context.newPage();
  await page.goto(`${base}#/local/shown`);
  await page.locator('.sentence, .cover, dialog[open] .end').first().waitFor();
  if (ended) await page.getByRole('button', { name: 'See the board' }).click();
  else await page.locator('.sentence.mine').waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
    await Promise.all(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
  await page.screenshot({ path: join(out, `${name}.png`) });
  await context.close();
}

const data = mkdtempSync(join(tmpdir(), 'zashiki-pictures-'));
const server = spawn(zashiki, ['serve', '--port', '0', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  let base;
  for await (const line of createInterface(server.stdout)) if ((base = /http:\/\/(localhost|127\.0\.0\.1):\d+\//.exec(line)?.[0])) break;
  for (const [name, what] of Object.entries(PICTURES)) await take(browser, base, name, what);
} finally {
  await browser.close();
  const ended = new Promise((done) => server.once('exit', done));
  server.kill();
  await ended;
  rmSync(data, { recursive: true });
}
