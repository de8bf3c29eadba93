// Every *.test.mjs of this folder, or those whose names contain one of the words given, in a real browser.
//
//   ZASHIKI         the program (build/zashiki)
//   ZASHIKI_DIST    the client as it was built (web/dist)
//   ZASHIKI_ONLY    run the scenes whose names contain this
//   ZASHIKI_ALL     also what repeats a proof: the same scene in other sizes, languages and themes, whole games instead
//                   of their beginnings, games of every level. `make test` leaves it out, `make test-all` sets it
//   ZASHIKI_SHOTS   leave a picture of every screen in web/e2e/shots, not only of one that fails
//   ZASHIKI_TIMES   say in the end what each scene took; with ZASHIKI_JOBS=1, else two scenes at a time count each other's
//   ZASHIKI_CUT_S   for how long the wire is cut, in seconds (1)
//   ZASHIKI_JOBS    how many processes share the files (2)
//   CHROMIUM        the browser; else chromium-headless-shell, and with ZASHIKI_ALL /usr/bin/chromium
//
// Each process has a browser, and all its files one after the other: pages and servers that scenes share save half of
// the processor's time. Its report is printed when it has ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
// The longest first, and dealt out in turn, so that the processes end at about the same time.
const ORDER = ['first', 'yotei', 'yokai', 'screens', 'together', 'acts', 'games', 'net', 'languages', 'study', 'settings', 'motion', 'size', 'offline', 'plain', 'link', 'keys', 'fair', 'terminal', 'schema'];
const words = process.argv.slice(2);
const files = readdirSync(here)
  .filter((name) => name.endsWith('.test.mjs') && (!words.length || words.some((word) => name.includes(word))))
  .sort((a, b) => ORDER.indexOf(a.split('.')[0]) - ORDER.indexOf(b.split('.')[0]));
const jobs = Math.min(Number(process.env.ZASHIKI_JOBS ?? 2), files.length);
const timesAt = process.env.ZASHIKI_TIMES ? join(mkdtempSync(join(tmpdir(), 'zashiki-times-')), 'times') : '';
const env = { ...process.env, ZASHIKI_TIMES_AT: timesAt, ZASHIKI_RUN: String(process.pid) };
const codes = await Promise.all(Array.from({ length: jobs }, async (_, job) => {
  const part = files.filter((__, i) => i % jobs === job);
  const tests = spawn(process.execPath, [`--test-reporter=${process.stdout.isTTY ? 'spec' : 'tap'}`, join(here, 'files.mjs'), ...part], {
    stdio: ['ignore', jobs === 1 ? 'inherit' : 'pipe', 'inherit'], env,
  });
  const said = [];
  tests.stdout?.on('data', (data) => said.push(data));
  const [code] = await once(tests, 'close');
  process.stdout.write(Buffer.concat(said));
  return code ?? 1;
}));
/** Each scene's seconds, and those of the processor, the dearest first. */
function printTimes() {
  const rows = existsSync(timesAt) ? readFileSync(timesAt, 'utf8').trim().split('\n').map((line) => line.split('\t')) : [];
  rmSync(dirname(timesAt), { recursive: true });
  const line = (seconds, processor, ...rest) => console.log(`${seconds.padStart(8)} s ${processor.padStart(8)} s of processor  ${rest.join(': ')}`);
  for (const row of rows.sort((a, b) => b[1] - a[1])) line(...row);
  const sum = (i) => rows.reduce((total, row) => total + Number(row[i]), 0).toFixed(1);
  line(sum(0), sum(1), `all ${rows.length} scenes`);
}
if (timesAt) printTimes();
process.exitCode = Math.max(...codes);
