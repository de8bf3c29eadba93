// Fair shuffles between two people at a server: both browsers take part, and each can verify the game afterwards.
import assert from 'node:assert/strict';
import { DESK, PHONE, first, lookTwice, scene, sceneAgain, settle, sitDown, standing } from './kit.mjs';

const PROVEN = 'Proven: every outcome of chance comes from secret numbers that were fixed before the game.';
const COMPUTED = 'Every outcome of chance comes from the secret numbers. Only those who played can verify that these were fixed before the game.';

/** Presses the button and reads what it says: the verdict, and a line for each gap. */
async function verify(page) {
  await page.getByRole('button', { name: 'Verify the shuffles' }).click();
  await page.locator('.verify [role=status] p:not(.soft)').waitFor();
  return page.locator('.verify [role=status]').evaluate((status) => [...status.querySelectorAll('p, li')].map(({ textContent }) => textContent.trim()));
}

for (const size of first(PHONE, DESK))
  scene(`the shuffles are proven at the end and in the replay, and a rematch has its own, ${size[0]} wide`, async (house) => {
    const server = await house.serve('--public-url', '{friends}');
    const { a, b } = await sitDown(house, server, { mika: { size }, ren: { size } });
    for (let game = 0; game < 2; game++) {
      // The drawer stays open on the way to the second game.
      if (!game) await a.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'More', exact: true }).click();
      await a.getByRole('button', { name: 'Resign' }).click();
      await a.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      for (const page of [a, b]) assert.deepEqual(await verify(page), [PROVEN]);
      if (game) break;
      await lookTwice(a, `fair-end-${size[0]}`);
      for (const page of [a, b]) await page.getByRole('button', { name: 'Play again' }).click();
      await standing(a, 'mine', 'theirs');
      await standing(b, 'mine', 'theirs');
    }
    await b.getByRole('button', { name: 'Replay and study' }).click();
    await settle(b);
    assert.deepEqual(await verify(b), [PROVEN]);
    await lookTwice(b, `fair-replay-${size[0]}`);
    // What this browser sent is kept beside its seat, and nothing of it is told to the other.
    const seeds = (page) => page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('zashiki.seeds.')).flatMap(([, text]) => Object.keys(JSON.parse(text))));
    assert.deepEqual(await seeds(a), ['A0', 'A1']);
    assert.deepEqual(await seeds(b), ['B0', 'B1']);
  });

sceneAgain('of two devices of one person the one that committed last hands its seed in, and the other accuses nobody', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const { a, b } = await sitDown(house, server);
  await b.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'More', exact: true }).click();
  await b.locator('aside').getByRole('button', { name: 'Continue on another device' }).click();
  const tablet = await house.open(await b.locator('.invite input').inputValue(), { name: 'Ren' });
  await standing(tablet, 'theirs');
  await b.keyboard.press('Escape');
  await a.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'More', exact: true }).click();
  const said = [];
  for (let game = 0; game < 2; game++) {
    await a.getByRole('button', { name: 'Resign' }).click();
    await a.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    for (const page of [a, b, tablet]) said.push(await verify(page));
    if (game) break;
    // Both devices of Ren ask for another game.
    await tablet.getByRole('button', { name: 'See the board' }).click();
    await b.getByRole('button', { name: 'Play again' }).click();
    await b.getByText('Waiting for the others').waitFor();
    await tablet.getByRole('button', { name: 'Play again' }).click();
    await a.getByRole('button', { name: 'Play again' }).click();
    await standing(a, 'mine', 'theirs');
  }
  assert.deepEqual(said, [[PROVEN], [PROVEN], [COMPUTED], [PROVEN], [COMPUTED], [PROVEN]]);
});

sceneAgain('a game that was begun without one, when a bot stood in, is not called unproven', async (house) => {
  const server = await house.serve('--public-url', '{friends}', '--away', '0');
  const { a, b, id } = await sitDown(house, server);
  const resign = async (page) => {
    await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  };
  await resign(a);
  await b.getByRole('button', { name: 'Play again' }).click();
  await b.getByText('Waiting for the others').waitFor();
  const address = b.url();
  await b.goto('about:blank');
  // Whoever is left may have a bot play on, by a program of their own after a game as well.
  await a.evaluate(([table]) => new Promise((done) => {
    const { keys } = JSON.parse(localStorage.getItem('zashiki.shelf')).find((kept) => kept.id === table);
    const socket = new WebSocket(new URL('ws', location.href.replace(/#.*/, '').replace('http', 'ws')));
    const ask = (request) => socket.send(JSON.stringify({ zashiki: 1, do: 'bot', request, table, token: Object.values(keys)[0], at: 0, seat: 'B', bot: 'easy' }));
    socket.onopen = () => ask('0');
    socket.onmessage = ({ data }) => {
      const { request, refused } = JSON.parse(data);
      if (refused) setTimeout(ask, 100, String(Number(request) + 1)); // not noticed yet that Ren is away
      else if (request) done(socket.close());
    };
  }), [id]);
  await a.getByRole('button', { name: 'Play again' }).click();
  await standing(a, 'mine', 'theirs');
  await b.goto(address);
  await b.getByRole('button', { name: 'Back to my seat' }).click();
  await b.getByRole('button', { name: 'Back to my seat' }).waitFor({ state: 'detached' });
  await resign(b);
  const [verdict] = await verify(b);
  assert.equal(verdict, COMPUTED);
});
