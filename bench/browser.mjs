#!/usr/bin/env node
// browser.mjs [LOADS]: how soon the home page can be used, in Chromium with its processor slowed four times.
//
// Interactive: the settings have been clicked as soon as they were there, the dialog is open, and no task over 50 ms
// comes after. Each load has a fresh profile. Other work on the machine makes a load slower, or keeps the browser from
// being slowed; a fixed piece of work in the same page (the spin) shows both, so read it beside the time.
//
// ZASHIKI is the program (build/zashiki), CHROMIUM the browser. It measures and judges nothing: what a page does until
// then is counted by web/e2e/size.test.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url));
const { chromium } = createRequire(join(top, 'web/package.json'))('playwright-core');
const loads = Number(process.argv[2] ?? 15);
/** How long the page must have been at rest. */
const REST_MS = 1500;

/** Runs in the page: something to do that takes the processor alone. */
function spin() {
  const begun = performance.now();
  for (let i = 0, x = 1; i < 5e6; i++) x = (x * 48271) % 2147483647;
  return performance.now() - begun;
}

/** Runs in the page, before it. */
function clickAtOnce() {
  const seen = (globalThis.seen = { busy: 0 });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.busy = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const gear = document.querySelector('.gear');
    if (gear && !seen.clicked) gear.click(), (seen.clicked = performance.now());
    if (document.querySelector('dialog[open]')) seen.answered = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function load(browser, base) {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(clickAtOnce);
  await page.goto(base);
  for (;;) {
    const { answered, busy, now, paint } = await page.evaluate(() => ({ ...globalThis.seen, now: performance.now(), paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime }));
    if (answered && now - Math.max(answered, busy) > REST_MS) {
      const spun = await page.evaluate(spin);
      await context.close();
      return { interactive: Math.max(answered, busy, paint), paint, spun };
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

const data = mkdtempSync(join(tmpdir(), 'zashiki-bench-'));
const server = spawn(resolve(top, process.env.ZASHIKI ?? 'build/zashiki'), ['serve', '--port', '0', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = once(server, 'exit');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  let base;
  for await (const line of createInterface(server.stdout)) if ((base = /http:\/\/(localhost|127\.0\.0\.1):\d+\//.exec(line)?.[0])) break;
  const times = [];
  for (let i = 0; i < loads; i++) {
    const { interactive, paint, spun } = await load(browser, base);
    console.log(`interactive after ${Math.round(interactive)} ms, first paint after ${Math.round(paint)} ms, the spin took ${Math.round(spun)} ms`);
    times.push(interactive);
  }
  times.sort((a, b) => a - b);
  console.log(`best ${Math.round(times[0])} ms, the middle of ${loads} loads ${Math.round(times[loads >> 1])} ms`);
} finally {
  await browser.close();
  server.kill();
  await ended;
  rmSync(data, { recursive: true });
}
