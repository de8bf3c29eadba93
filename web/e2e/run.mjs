// Every *.test.mjs of this folder, or those whose names contain one of the words given, in one browser.
//
//   ZASHIKI         the program (build/zashiki)
//   ZASHIKI_DIST    the client as it was built (web/dist)
//   ZASHIKI_ONLY    run the scenes whose names contain this
//   ZASHIKI_ALL     look at a phone of usual size, too
//   ZASHIKI_SHOTS   leave a picture of every screen in web/e2e/shots, not only of one that fails
//   ZASHIKI_CUT_S   for how long the wire is cut, in seconds (4)
//   ZASHIKI_JOBS    how many files at a time (2)
//   CHROMIUM        the browser (/usr/bin/chromium)
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { launchOptions } from './kit.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
// The longest first, so that none is left alone at the end.
const ORDER = ['yokai', 'screens', 'games', 'together', 'yotei', 'languages', 'net', 'offline', 'acts', 'study', 'link', 'plain', 'size', 'schema'];
const words = process.argv.slice(2);
const files = readdirSync(here)
  .filter((name) => name.endsWith('.test.mjs') && (!words.length || words.some((word) => name.includes(word))))
  .sort((a, b) => ORDER.indexOf(a.split('.')[0]) - ORDER.indexOf(b.split('.')[0]))
  .map((name) => here + name);
const server = await chromium.launchServer(launchOptions);
const tests = spawn(process.execPath, ['--test', `--test-reporter=${process.stdout.isTTY ? 'spec' : 'tap'}`, `--test-concurrency=${process.env.ZASHIKI_JOBS ?? 2}`, ...files], {
  stdio: 'inherit', env: { ...process.env, ZASHIKI_BROWSER: server.wsEndpoint() },
});
tests.on('exit', async (code) => {
  await server.close();
  process.exit(code ?? 1);
});
