// A link is an invitation: who sat down by it has a key, and whoever else has the link only watches.
import assert from 'node:assert/strict';
import { DESK, PHONE, first, hand, lookTwice, scene, sceneAgain, sitDown, standing, visit } from './kit.mjs';

/** What the table answers to one message by this token, over a wire of its own, and all that it was told before. */
const ask = (page, message) => page.evaluate((message) => new Promise((done) => {
  const told = [];
  const socket = new WebSocket(new URL('ws', location.href.replace(/#.*/, '').replace('http', 'ws')));
  socket.onopen = () => socket.send(JSON.stringify({ zashiki: 1, request: 'raw', at: 0, ...message }));
  socket.onmessage = ({ data }) => {
    told.push(JSON.parse(data));
    if (told.at(-1).request !== 'raw') return;
    socket.close();
    done({ told, refused: told.at(-1).refused?.key });
  };
}), message);

const more = (page) => page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'More', exact: true });
const device = (page) => page.locator('aside').getByRole('button', { name: 'Continue on another device' });

for (const size of first(PHONE, DESK))
  scene(`whoever opened the table has the other's link, and only watches, ${size[0]} wide`, async (house) => {
    const server = await house.serve('--public-url', '{friends}');
    const { a, b, link, id } = await sitDown(house, server, { ren: { size } });
    const see = (page, name) => lookTwice(page, `keys-${name}-${size[0]}`);
    await b.getByText('Only this browser can play your seat.').waitFor();
    await see(b, 'offered');
    // Mika tries all that the link of Ren is good for.
    const token = link.split('/').at(-1);
    const joined = await ask(a, { do: 'join', table: id, token });
    assert.ok(joined.told.some(({ unseated }) => unseated === 'B'));
    for (const { you, now } of joined.told) assert.ok(!you && !now?.view.players.B.hand && !now?.legal, 'it watches');
    for (const what of [{ do: 'resign' }, { do: 'sit', name: 'Eve' }, { do: 'sit', name: 'Eve', key: 'e'.repeat(32) }, { do: 'link', key: 'e'.repeat(32) }])
      assert.equal((await ask(a, { table: id, token, ...what })).refused, 'seat.taken', what.do);
    const eve = await house.open(link, { name: 'Eve', size });
    await eve.getByRole('heading', { name: 'This seat is taken' }).waitFor();
    await eve.getByText('Ren sits here.').waitFor();
    await see(eve, 'taken');
    await eve.getByRole('button', { name: 'Watch the game' }).click();
    await standing(eve, 'theirs');
    assert.equal(await hand(eve).count(), 0);
    // Where the key is kept the link leads back.
    await visit(b, link);
    await standing(b, 'theirs');
    await hand(b).nth(2).waitFor();

    // To another device of Ren's, once.
    await more(b).click();
    await device(b).click();
    const own = await b.locator('.invite input').inputValue();
    assert.match(own, /#\/device\/[^/]+\/[A-Za-z0-9_-]{32}$/);
    await see(b, 'link');
    const tablet = await house.open(own, { name: 'Ren', size });
    await standing(tablet, 'theirs');
    await hand(tablet).nth(2).waitFor();
    for (const page of [a, b, tablet]) await page.locator('header li').filter({ hasText: 'Ren' }).getByText('2 devices').waitFor({ state: 'attached' });
    await b.locator('dialog').getByText('2 devices').waitFor();
    await see(b, 'two');
    await visit(eve, own);
    await eve.getByText('This link has been used').waitFor();
    await see(eve, 'used');
    // The other device is put out, and watches.
    await b.getByRole('button', { name: 'Put the other devices out' }).click();
    await tablet.getByText('played on another device only').waitFor();
    await see(tablet, 'out');
    await b.keyboard.press('Escape');
    for (const page of [a, b]) assert.equal(await page.locator('header').getByText('2 devices').count(), 0);
    // It comes back by another link, and so does a browser that has the invitation: both stay, since that link works once, too.
    for (const page of [tablet, eve]) {
      if (!(await device(b).isVisible())) await more(b).click();
      await device(b).click();
      await visit(page, await b.locator('.invite input').inputValue());
      await standing(page, 'theirs');
      await hand(page).nth(2).waitFor();
      const later = await page.context().newPage();
      await visit(later, `${server.friends}#/table/${id}`);
      await hand(later).nth(2).waitFor();
      await later.close();
      await b.keyboard.press('Escape');
    }
  });

scene('a seat that is open in two windows of one browser is played in both, and its key is not lost', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const a = await house.open(`${server.base}#/new/sketch/friends`);
  await a.locator('input[name=first][value=A]').check();
  await a.locator('form .button.main').click();
  const b = await house.open(await a.locator('.invite input').inputValue(), { name: 'Ren' });
  const [also, home] = await Promise.all([0, 1].map(() => b.context().newPage()));
  await visit(also, b.url());
  await visit(home, server.friends);
  await also.locator('form .button.main').waitFor();
  await b.locator('form .button.main').click();
  // What the other windows know of the table is older than the key.
  for (const page of [b, also]) await hand(page).nth(2).waitFor();
  await home.evaluate((id) => (location.hash = `#/table/${id}`), new URL(b.url()).hash.split('/')[2]);
  await hand(home).nth(2).waitFor();
  await b.reload();
  await hand(b).nth(2).waitFor();
  for (const page of [also, home]) await page.close();
});

scene('a link that leads nowhere does not cost the seat that one has', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const nowhere = 'n'.repeat(32), watch = (page) => page.getByRole('button', { name: 'Watch the game' });
  const a = await house.open(`${server.base}#/new/sketch/friends`);
  await a.locator('input[name=first][value=A]').check();
  await a.locator('form .button.main').click();
  const link = await a.locator('.invite input').inputValue(), [, , id] = new URL(link).hash.split('/');
  // Another says: this is the right link to the table. It is none, and one watches, then.
  const b = await house.open(link, { name: 'Ren' });
  await b.locator('form .button.main').waitFor();
  await visit(b, `${server.friends}#/device/${id}/${nowhere}`);
  await b.getByText('This link has been used').waitFor();
  await watch(b).click();
  await b.locator('form .button.main').click();
  await hand(b).nth(2).waitFor();
  await visit(b, `${server.friends}#/table/${id}/${nowhere}`);
  await watch(b).click();
  await hand(b).nth(2).waitFor();
  const later = await b.context().newPage();
  await visit(later, `${server.friends}#/table/${id}`);
  await hand(later).nth(2).waitFor();
  await later.close();
});

sceneAgain('a table from before there were keys goes on by its links', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const page = await house.open(server.base);
  const { told: [{ table, tokens }] } = await ask(page, { do: 'open', game: 'sketch', options: { first: 'A' }, at: undefined });
  for (const [seat, name] of [['A', 'Mika'], ['B', 'Ren']]) await ask(page, { do: 'sit', table, token: tokens[seat], name });
  const [a, b, also] = await Promise.all(['A', 'B', 'B'].map((seat) => house.open(`${server.friends}#/table/${table}/${tokens[seat]}`)));
  await standing(a, 'mine');
  for (const page of [b, also]) {
    await standing(page, 'theirs');
    assert.ok((await hand(page).count()) >= 3);
  }
  await more(b).click();
  await device(b).click();
  assert.equal(await b.locator('.invite input').inputValue(), `${server.friends}#/table/${table}/${tokens.B}`);
});
