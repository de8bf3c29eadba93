// Tables and pages to be shown in pictures: pictures.mjs and gallery.mjs share them.
//
// A table is a position of a game that programs played from a fixed seed (`zashiki selfplay`). It is put into the
// browser as a table of its own would be kept there, with Mika in the first seat, and opened with the program in
// $ZASHIKI (build/zashiki) as server. So the same program gives the same picture. CHROMIUM is the browser.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const top = fileURLToPath(new URL('../..', import.meta.url));
const zashiki = resolve(top, process.env.ZASHIKI ?? 'build/zashiki');
const NAMES = ['Mika', 'Ren'];

/** A record of a whole game. */
export const recordOf = ({ game, seed, bot, playouts = 200 }) =>
  execFileSync(zashiki, ['selfplay', game, '--bot', bot, '--playouts', String(playouts), '--seed', String(seed)], { encoding: 'utf8' });

/** The table as the browser keeps it, by key: what was opened, who sits, what happened. `moves`: so many of the game's
 * moves have been made, chance's included, and what more until A decides. */
export function kept(what) {
  const { game, moves, ren = 'bot' } = what;
  const [{ options }, ...lines] = recordOf(what).trim().split('\n').map((line) => JSON.parse(line));
  const all = lines.filter(({ move }) => move), until = all.findIndex(({ by }, i) => i >= moves && by === 'A');
  const made = until < 0 ? all : all.slice(0, until);
  const table = [
    { zashiki: 1, do: 'open', game, options },
    { kind: 'sit', by: 'A', sits: { seat: 'A', who: 'person', name: NAMES[0] }, time: 1000 },
    { kind: 'sit', by: 'B', sits: ren === 'bot' ? { seat: 'B', who: 'bot', bot: 'normal' } : { seat: 'B', who: 'person', name: NAMES[1] }, time: 1000 },
    ...made.map(({ by, move }) => ({ kind: 'move', by, move, time: 2000 })),
  ].map((line) => `${JSON.stringify(line)}\n`).join('');
  const entry = { id: 'shown', kind: 'local', game, mine: ren === 'bot' ? ['A'] : ['A', 'B'], names: NAMES, status: 'playing', updated: 1 };
  return { 'zashiki.table.shown': table, 'zashiki.shelf': JSON.stringify([entry]) };
}

/** A page of its own that keeps these things, and what Mika likes. */
export async function pageWith(browser, { size: [width, height], theme = 'light', language = 'en', keeps = {} }) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale: language, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await context.addInitScript((entries) => {
    for (const [key, text] of entries) localStorage.setItem(key, text);
  }, Object.entries({ 'zashiki.settings': JSON.stringify({ pace: 'at_once', name: NAMES[0] }), ...keeps }));
  return context.newPage();
}

/** Until fonts, images and what moves have come to rest. */
export const rest = (page) =>
  page.evaluate(async () => {
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await frames();
    await document.fonts.ready;
    while ([...document.images].some((image) => !image.hasAttribute('src'))) await frames();
    await Promise.all([...document.images].map((image) => image.decode()));
    await Promise.all(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {})));
    await frames();
  });

/** Calls `work` with a browser and the address of a server, and stops both. */
export async function withServer(work) {
  const data = mkdtempSync(join(tmpdir(), 'zashiki-pictures-'));
  const server = spawn(zashiki, ['serve', '--port', '0', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  try {
    let base;
    for await (const line of createInterface(server.stdout)) if ((base = /http:\/\/(localhost|127\.0\.0\.1):\d+\//.exec(line)?.[0])) break;
    await work(browser, base);
  } finally {
    await browser.close();
    const ended = new Promise((done) => server.once('exit', done));
    server.kill();
    await ended;
    rmSync(data, { recursive: true });
  }
}
