// A person at the page against a network in Python: examples/policy.py sits down by the link and plays.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { join, look, playOut, sceneAgain, scratch, top, zashiki } from './kit.mjs';

const PYTHON = '/usr/bin/python3'; // Debian's, whose packages numpy and websockets are

/** The package in a folder, as tests/test_python.py makes it: links to its files, and its C file compiled. */
function installPackage() {
  const folder = join(scratch, 'python'), source = join(top, 'python/zashiki');
  mkdirSync(join(folder, 'zashiki'), { recursive: true });
  for (const name of readdirSync(source)) if (name.endsWith('.py')) symlinkSync(join(source, name), join(folder, 'zashiki', name));
  const headers = execFileSync(PYTHON, ['-c', 'import sysconfig; print(sysconfig.get_paths()["include"])'], { encoding: 'utf8' }).trim();
  execFileSync('gcc', ['-std=c17', '-O1', '-fPIC', '-shared', '-fvisibility=hidden', `-I${headers}`, `-I${join(top, 'include')}`, join(source, '_core.c'),
    join(dirname(zashiki), 'src/libzashiki.a'), '-pthread', '-o', join(folder, 'zashiki/_core.abi3.so')]);
  return folder;
}

/** ZASHIKI_WEIGHTS may name weights that learnt something. */
sceneAgain('a network plays against a person', async (house) => {
  const env = { ...process.env, PYTHONPATH: installPackage(), PYTHONDONTWRITEBYTECODE: '1' };
  const weights = process.env.ZASHIKI_WEIGHTS ?? join(scratch, 'weights.npz');
  if (!process.env.ZASHIKI_WEIGHTS) execFileSync(PYTHON, [join(top, 'tests/python/weights.py'), 'sketch', weights], { env });
  const server = await house.serve('--public-url', '{friends}'); // without it there is no link but on this machine
  const page = await house.open(`${server.base}#/new/sketch/friends`);
  await page.locator('form .button.main').click();
  const link = (await page.locator('.invite input').inputValue()).replace(server.friends, server.base);
  const network = spawn(PYTHON, [join(top, 'examples/policy.py'), link, weights], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  house.closing.push(async () => void network.kill());
  const said = [], closed = once(network, 'close');
  network.stdout.on('data', (data) => said.push(data));
  await page.locator('header li').filter({ hasText: 'Policy' }).waitFor();
  assert.equal(await playOut(page, { cards: 3 }), 3);
  await look(page, 'network-mid-game');
  await playOut(page);
  await page.locator('dialog[open] .end').waitFor();
  await look(page, 'network-end');
  assert.equal((await closed)[0], 0, 'it leaves when the game is over');
  const told = JSON.parse(Buffer.concat(said).toString());
  const seen = page.frames.filter(({ side, message }) => side === 'host' && message.now?.result).at(-1).message.now.result;
  assert.deepEqual(told, seen, 'both were told the same result');
});
