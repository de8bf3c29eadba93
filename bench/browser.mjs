#!/usr/bin/env node
// browser.mjs [LOADS]: how soon the home page and each table can be used, in Chromium with its processor slowed four times.
//
// Interactive: of the home page, the settings have been clicked as soon as they were there and the dialog is open; of a
// table, which is opened by its address as one that is taken up again, the board is there and its sentence says that it
// is one's turn; and no task over 50 ms comes after. Pictures on cards may follow in shorter ones. Each load has a fresh
// profile, in a window that has come to rest. At most 1 s and 1.5 s are wanted.
// Other work on the machine makes a load slower, or keeps the browser from being slowed; a fixed piece of work in the same
// page (the spin) shows both, so read it beside the time.
//
// ZASHIKI is the program (build/zashiki), CHROMIUM the browser. It measures and judges nothing: what a page does until
// then is counted by web/e2e/size.test.mjs.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url));
const { chromium } = createRequire(join(top, 'web/package.json'))('playwright-core');
const zashiki = resolve(top, process.env.ZASHIKI ?? 'build/zashiki');
const loads = Number(process.argv[2] ?? 15);
const GAMES = ['sketch', 'yokai', 'yotei'];
/** Before a page is asked for: a window that has just been opened loads a hundred files of the browser's own, beside the page. */
const WINDOW_MS = 2500;
/** How long the page must have been at rest. */
const REST_MS = 1500;

/** Runs in the page: something to do that takes the processor alone. */
function spin() {
  const begun = performance.now();
  for (let i = 0, x = 1; i < 5e6; i++) x = (x * 48271) % 2147483647;
  return performance.now() - begun;
}

/** A table that has just been opened, as the browser keeps it: A is a person, and has the first move. */
function keptTable(game) {
  const record = execFileSync(zashiki, ['selfplay', game, '--bot', 'easy', '--seed', '3'], { encoding: 'utf8' });
  const [{ options }, ...lines] = record.trim().split('\n').map((line) => JSON.parse(line)), all = lines.filter(({ move }) => move);
  const table = [
    { zashiki: 1, do: 'open', game, options },
    { kind: 'sit', by: 'A', sits: { seat: 'A', who: 'person', name: 'Mika' }, time: 1000 },
    { kind: 'sit', by: 'B', sits: { seat: 'B', who: 'bot', bot: 'normal' }, time: 1000 },
    ...all.slice(0, all.findIndex(({ by }) => by === 'A')).map(({ by, move }) => ({ kind: 'move', by, move, time: 2000 })),
  ].map((line) => `${JSON.stringify(line)}\n`).join('');
  const entry = { id: 'kept', kind: 'local', game, mine: ['A'], names: ['Mika', 'Ren'], status: 'playing', updated: 1 };
  return { 'zashiki.table.kept': table, 'zashiki.shelf': JSON.stringify([entry]) };
}

/** Runs in the page, before it. */
function useAtOnce(keeps) {
  for (const [key, text] of Object.entries(keeps)) localStorage.setItem(key, text);
  const seen = (globalThis.seen = { busy: 0 });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.busy = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const gear = document.querySelector('.gear');
    if (gear && !seen.clicked) gear.click(), (seen.clicked = performance.now());
    const playable = document.querySelector('.sentence.mine') && document.querySelector('.board > *');
    if (playable || document.querySelector('dialog[open]')) seen.answered = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function load(browser, address, keeps) {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(useAtOnce, keeps);
  await new Promise((done) => setTimeout(done, WINDOW_MS));
  await page.goto(address);
  for (;;) {
    const { answered, busy, now, paint } = await page.evaluate(() => ({ ...globalThis.seen, now: performance.now(), paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime }));
    if (answered && paint && now - Math.max(answered, busy) > REST_MS) {
      const spun = await page.evaluate(spin);
      await context.close();
      return { interactive: Math.max(answered, busy, paint), paint, spun };
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

const data = mkdtempSync(join(tmpdir(), 'zashiki-bench-'));
const server = spawn(zashiki, ['serve', '--port', '0', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = once(server, 'exit');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  let base;
  for await (const line of createInterface(server.stdout)) if ((base = /http:\/\/(localhost|127\.0\.0\.1):\d+\//.exec(line)?.[0])) break;
  const pages = [['home', base, {}], ...GAMES.map((game) => [game, `${base}#/local/kept`, keptTable(game)])];
  for (const [name, address, keeps] of pages) {
    const times = [], spins = [];
    for (let i = 0; i < loads; i++) {
      const { interactive, paint, spun } = await load(browser, address, keeps);
      console.log(`${name}: interactive after ${Math.round(interactive)} ms, first paint after ${Math.round(paint)} ms, the spin took ${Math.round(spun)} ms`);
      times.push(interactive);
      spins.push(spun);
    }
    const [time, spin] = [times, spins].map((list) => list.sort((a, b) => a - b).map(Math.round));
    console.log(`${name}: best ${time[0]} ms, the middle of ${loads} loads ${time[loads >> 1]} ms; the spin ${spin[0]} and ${spin[loads >> 1]} ms`);
  }
} finally {
  await browser.close();
  server.kill();
  await ended;
  rmSync(data, { recursive: true });
}
