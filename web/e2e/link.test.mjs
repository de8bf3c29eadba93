// Two browsers and a spectator finish a game over the link, and nobody is told what they may not know.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { hand, heard, heardSince, join, look, playCard, playOut, sceneAgain, scratch, sitDown, standing, together, zashiki } from './kit.mjs';

const hosts = (page) => page.frames.filter(({ side }) => side === 'host').map(({ message }) => message);
const nows = (page) => hosts(page).flatMap((message) => (message.now ? [message.now] : []));
const lines = (page) => hosts(page).flatMap((message) => (message.log ? message.log : message.event ? [message] : []));

/** What a seat ('A', 'B' or '' for spectators) may see of hands, and no more, in everything it was sent. */
function seesOnly(page, seat) {
  let views = 0;
  for (const now of nows(page)) {
    const { players } = now.view;
    if (now.status === 'over') continue;
    views++;
    for (const side of ['A', 'B']) {
      if (side === seat) assert.ok(Array.isArray(players[side].hand), `${seat} sees its own hand`);
      else assert.ok(!('hand' in players[side]), `${seat || 'a spectator'} is told the hand of ${side}`);
    }
    if (seat) assert.ok(!('legal' in now) || now.actor === seat);
    else assert.ok(!('legal' in now) && !('also' in now) && !('may_undo' in now));
  }
  assert.ok(views > 10, `${views} views`);
  const over = nows(page).some(({ status }) => status === 'over');
  assert.ok(over, 'the game was seen to end');
  // What was dealt or drawn is named to whom it went to, and to nobody else.
  let hidden = 0, open = 0;
  for (const { move = '', by } of lines(page)) {
    const dealt = /^deal ([AB]) (\S+)$/.exec(move), drawn = /^draw (\S+)$/.exec(move);
    if (dealt) {
      if (dealt[1] === seat) open += Number(/^[RBGY]{2}/.test(dealt[2]));
      else assert.equal(dealt[2], '?', `${seat || 'a spectator'} is told "${move}"`), hidden++;
    } else if (drawn && by === 'chance') {
      if (drawn[1] === '?') hidden++;
      else open++;
    }
  }
  assert.ok(hidden > 0, 'some things are hidden');
  if (seat) assert.ok(open > 3, 'one\'s own cards are named');
  else assert.equal(open, 0, 'a spectator is told of no card that was drawn');
}

/** The cards that were drawn by name for this page, each with its event. */
function drawnBy(page) {
  const drawn = [];
  for (const message of lines(page)) {
    const move = /^draw ([RBGY]{2}[cd]?)$/.exec(message.move ?? '');
    if (move) drawn.push([message.event, move[1]]);
  }
  return drawn;
}

sceneAgain('two browsers and a spectator finish a game over the link', async (house, t) => {
  const server = await house.serve('--public-url', '{friends}');
  const { a, b, id, link } = await sitDown(house, server, { first: 'A' });
  const watcher = await house.open(`${server.friends}#/table/${id}`, { name: 'Gallery' });
  await standing(watcher, 'theirs');
  assert.match(link, /#\/table\/[^/]+\/[A-Za-z0-9_-]{22,}$/, 'a token of at least 128 bits, in the fragment');

  // Each sees its own hand, the spectator none.
  assert.equal(await hand(a).count(), 4);
  assert.ok((await hand(b).count()) >= 3);
  assert.equal(await hand(watcher).count(), 0);
  assert.match(await watcher.locator('.sentence').innerText(), /^Mika\b/);

  // The first turns with the mouse, and everybody sees each card at once.
  for (let turn = 0; turn < 2; turn++)
    for (const [me, they] of [[a, b], [b, a]]) {
      await standing(me, 'mine');
      assert.match(await me.title(), /^● Your turn · /);
      await playCard(me, { able: true });
      await together(a, b, watcher);
      if ((await standing(me, 'mine', 'theirs')) === 'mine') {
        const before = await heard(me);
        await me.getByRole('button', { name: 'End turn' }).click();
        await standing(they, 'mine');
        await heardSince(me, before);
      }
      assert.doesNotMatch(await me.title(), /Your turn/);
    }
  const [mine, yours] = await Promise.all([playOut(a), playOut(b)]);
  await Promise.all([a, b, watcher].map((page) => standing(page, 'over')));
  await together(a, b, watcher);
  t.diagnostic(`${mine + yours} decisions`);
  const ends = await Promise.all([a, b, watcher].map((page) => page.locator('dialog[open] h2').first().innerText()));
  // To the winner it says so, to the others who it is.
  const [winner] = ends.slice(0, 2).map((end, i) => (end === 'You win!' ? ['Mika', 'Ren'][i] : undefined)).filter(Boolean);
  const drawn = new Set(ends).size === 1;
  assert.ok(drawn || (winner && ends.filter((end) => end === `${winner} wins!`).length === 2), `all read the same: ${ends}`);
  await look(a, 'end-link-1280');

  seesOnly(a, 'A');
  seesOnly(b, 'B');
  seesOnly(watcher, '');
  // A card drawn face down is named in the holder's frames and a question mark in the other's.
  for (const [me, they] of [[a, b], [b, a]]) {
    const seen = new Map(lines(they).map((message) => [message.event, message.move]));
    for (const [event, card] of drawnBy(me)) assert.notEqual(seen.get(event), `draw ${card}`, `event ${event}`);
  }
  // Tokens of others are in nobody's frames but those of the one who opened the table.
  const token = link.split('/').at(-1);
  assert.ok(b.frames.some(({ text }) => text.includes(token)));
  for (const { text, message } of [...a.frames, ...watcher.frames]) assert.ok(message.tokens || !text.includes(token));

  // The record can be replayed by all; another game begins when both want it.
  const download = b.waitForEvent('download');
  await b.getByRole('button', { name: 'Save the game' }).click();
  const kept = join(scratch, 'sketch.jsonl');
  await (await download).saveAs(kept);
  execFileSync(zashiki, ['check', kept], { stdio: 'pipe' });
  await watcher.getByRole('button', { name: 'Replay' }).click();
  await watcher.getByRole('slider').waitFor();
  assert.ok(!a.frames.some(({ message }) => message.record), 'a short link is made without the record');
  const short = watcher.url();
  assert.match(short, /#\/game\/[^/]+$/);
  await a.getByRole('button', { name: 'Play again' }).click();
  await a.getByText('Waiting for the others').waitFor();
  await b.getByText('Would like another game: Mika').waitFor();
  await b.getByRole('button', { name: 'Play again' }).click();
  await Promise.all([standing(a, 'mine', 'theirs'), standing(b, 'mine', 'theirs')]);

  // The short link still leads to the first game, and to nothing of the one that is played.
  await watcher.goto('about:blank');
  await watcher.goto(short);
  await watcher.getByRole('slider').waitFor();
  await watcher.getByRole('button', { name: 'Copy link', exact: true }).waitFor();
  await watcher.goto(`${short}/2`);
  await watcher.getByText('once it is over').waitFor();
});
