// A person in a browser and a person at a terminal play at the same table of a server, to the end of the game.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, playOut, sceneAgain, scratch, zashiki } from './kit.mjs';

/** `zashiki join` from a pipe: whenever it asks something, it is answered. */
class Terminal {
  said = '';
  #typed;
  constructor(link, answer) {
    this.process = spawn(zashiki, ['join', link], { stdio: 'pipe', env: { ...process.env, LC_ALL: 'C.UTF-8', XDG_DATA_HOME: join(scratch, 'terminal') } });
    this.ended = once(this.process, 'exit');
    this.process.stderr.on('data', (data) => (this.said += data));
    this.process.stdout.on('data', (data) => {
      this.said += data;
      if (this.said.endsWith('\n> ') && this.#typed !== this.said.length) {
        this.#typed = this.said.length;
        this.process.stdin.write(`${answer(this.said)}\n`);
      }
    });
  }
}

sceneAgain('a browser and a terminal play to the end', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const page = await house.open(`${server.base}#/new/sketch/friends`);
  await page.locator('form .button.main').click();
  const link = new URL(await page.locator('.invite input').inputValue());
  let moves = 0;
  const terminal = new Terminal(`${server.base}${link.hash}`, (said) => {
    if (/Type your name to take it, or quit\.\n> $/.test(said)) return 'Sora';
    if (/The game is over\./.test(said)) return 'quit';
    moves++;
    return moves === 1 ? 'react hello' : '1';
  });
  await page.locator('header li .name', { hasText: 'Sora' }).waitFor();
  await playOut(page);
  const [code] = await terminal.ended;
  assert.equal(code, 0, terminal.said.slice(-1000));
  // Both have seen the same end, and neither the other's cards.
  const points = await page.evaluate(() => [...document.querySelectorAll('header li')].map((seat) => [seat.querySelector('.name').textContent, seat.querySelector('.points span').textContent]));
  for (const [name, number] of points) assert.match(terminal.said, new RegExp(`^  ${name}: ${number} points?$`, 'm'));
  assert.match(terminal.said, /^Mika plays \w+–\w+.* on the \w+ stack/m);
  assert.doesNotMatch(terminal.said, /^Mika draws (?!a card\.)/m);
  assert.match(terminal.said, /^Sora draws \w+–\w+/m);
  assert.ok(moves > 5, 'the terminal had its part');
});
