// Yokai in the browser: whole games (with ZASHIKI_ALL at every level) through the board itself, by pointer, by keys and by
// names; looks that show only while they last; plans of the table from a square to a line of sixteen;
// and two browsers over a server, of which neither is told what it may not know.
//
// Tables are put on the browser's own shelf as it keeps them, so that a game can begin anywhere.
import assert from 'node:assert/strict';
import { ALL, DESK, EMPTY, PHONE, first, fits, heard, heardSince, join, look, lookAgain, lookTwice, playYokai, readFileSync, scene, sceneAgain, settle, shot, standing, store, together, top, until } from './kit.mjs';

const NAMES = { A: 'Mika', B: 'Ren', C: 'Aoi', D: 'Jun' };
const FAMILY = /Kitsune|Kappa|Rokurokubi|Oni/;

// ---- Tables ----

const deal = (families = 'KPROKPROKPROKPRO') => [...families].map((family, i) => `card ${i + 1} ${family}`);
const byOf = (move) => (/^(first|card|pact|shape) |^hint [KPRO]+$/.test(move) ? 'chance' : undefined);

/** A table as the browser keeps it: options, who sits, and what happened; seats move in turn from A. */
function tableText({ options = {}, moves = [], bots = [], memory = false, advice = false }) {
  const players = Number(options.players ?? 2), seats = Object.keys(NAMES).slice(0, players);
  const lines = [{ zashiki: 1, do: 'open', game: 'yokai', options: { first: 'A', ...options }, ...(memory ? { memory } : {}), ...(advice ? { advice } : {}) }];
  for (const seat of seats)
    lines.push({ kind: 'sit', by: seat, sits: bots.includes(seat) ? { seat, who: 'bot', bot: 'random' } : { seat, who: 'person', name: NAMES[seat] }, time: 1000 });
  let turn = 0, looks = 0;
  for (const move of moves) {
    const chance = byOf(move);
    lines.push({ kind: 'move', by: chance ?? seats[turn], move, time: 2000 });
    if (move.startsWith('peek')) looks++;
    if (/^hint|^take/.test(move) && looks === 2) [turn, looks] = [(turn + 1) % players, 0];
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The judge's games. Whoever began there sits at A here. */
const judged = () => readFileSync(join(top, 'tests/yokai/records/judge.jsonl'), 'utf8').split(/^(?=\{"zashiki")/m).filter(Boolean).map((text) => {
  const [{ options }, ...lines] = text.trim().split('\n').map((line) => JSON.parse(line)), { result } = lines.pop();
  return { options: { ...options, first: 'A' }, moves: lines.map(({ move }) => move).filter((move) => !move.startsWith('first ')), result };
});

let tables = 0;
/** Puts a table on the shelf and sits down at it. */
async function sitAt(page, base, what) {
  const id = `y${++tables}`, text = tableText(what);
  const bots = what.bots ?? [], mine = ['A', 'B', 'C', 'D'].slice(0, Number(what.options?.players ?? 2)).filter((seat) => !bots.includes(seat));
  const kept = { id, kind: 'local', game: 'yokai', mine, names: ['Mika', 'Ren'], status: 'playing', updated: Date.now() };
  await store(page, base, { 'zashiki.shelf': JSON.stringify([kept]), [`zashiki.table.${id}`]: text });
  await page.goto(`${base}#/local/${id}`);
  await until(page, () => document.querySelector('.cover, .plane, .lost'), undefined, `table ${id}`);
  if (mine.length > 1) await takeDevice(page);
  await until(page, () => document.querySelector('.plane [data-card]'), undefined, `the cards of ${id}`);
  return id;
}
async function takeDevice(page) {
  await page.locator('.cover button').click();
  await until(page, () => document.querySelector('.plane [data-card]'));
}

const cell = (page, card) => page.locator(`[data-card="${card}"]`);
const nameOf = (page, card) => cell(page, card).locator('.hidden-text').textContent();
const place = (page) => page.locator('.cell.place[data-place]');
/** Something that the table answers. */
async function done(page, act) {
  const before = await heard(page);
  await act();
  await heardSince(page, before);
}
/** Looks at a card as a screen reader does, which cannot hold it: at once, also around one screen. */
const peek = (page, card) => done(page, () => cell(page, card).evaluate((node) => node.click()));
const peekTwo = async (page, a, b) => {
  await peek(page, a);
  await peek(page, b);
};
/** The card that is turned, beside where it lies. */
const turned = (page) => page.locator('.turned');
const draw = (page) => done(page, () => page.locator('.pile').click());
/** Whether anything of the plane shows a family, by sight or by name. */
const showsFamily = (page) => page.evaluate(() => [...document.querySelectorAll('.plane [data-card]')].filter((node) =>
  node.querySelector('.side [class*=f-]') || /: (Kitsune|Kappa|Rokurokubi|Oni)\.|notes/.test(node.textContent)).map((node) => node.dataset.card));

// ---- Whole games ----

const GAMES = first(
  { stack: 'on', reconcile: '4', blind: 'on', shape: 'crown', players: '4' },
  { level: '1' }, { level: '2' }, { level: '3' }, { level: '4' }, { level: '5' }, { stack: 'on', reconcile: '4', players: '4' }, { blind: 'on', shape: 'crown', players: '3' },
);

sceneAgain('Yokai: whole games, 320 pixels wide', async (house, t) => {
  const server = await house.serve();
  const page = await house.open(server.base + EMPTY, { size: [320, 640] });
  for (const options of GAMES) {
    await sitAt(page, server.base, { options });
    const name = Object.values(options).join('-');
    if (options.players) await look(page, `yokai-320-${name}`);
    else await shot(page, `yokai-320-${name}`);
    const decisions = await playYokai(page);
    t.diagnostic(`${JSON.stringify(options)}: ${decisions} decisions`);
    assert.ok(decisions > 30, 'the game was played to its last hint');
    await standing(page, 'over');
    assert.match(await page.locator('dialog[open]').innerText(), /last hint card was laid/);
    if (options.players) await look(page, `yokai-320-end-${name}`);
    await house.checkLocal(page);
  }
});

sceneAgain('Yokai: a whole game with a bot by keyboard alone', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base + EMPTY);
  await sitAt(page, server.base, { bots: ['B'] });
  const press = (key) => page.keyboard.press(key);
  const focus = (selector) => page.evaluate((wanted) => !!document.activeElement?.matches(wanted), selector);
  const tabTo = async (selector) => {
    for (let i = 0; i < 40 && !(await focus(selector)); i++) await press('Tab');
    assert.ok(await focus(selector), `Tab reaches ${selector}`);
  };
  const backTo = async (selector) => {
    for (let i = 0; i < 40 && !(await focus(selector)); i++) await press('Shift+Tab');
    assert.ok(await focus(selector), `Shift+Tab reaches ${selector}`);
  };
  await tabTo('.plane [data-card]');
  const ARROWS = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
  let turns = 0, seen = 0;
  // Round by round begun otherwise, so that it does not walk about among cards that are locked.
  const toTarget = async () => {
    for (let i = 0; !(await focus('.plane .target')) && i < 80; i++) await press(ARROWS[(turns + i + Math.floor(i / 3)) % 4]);
  };
  for (;;) {
    if (await until(page, () => (document.querySelector('dialog[open] .end') ? 'over' : document.querySelector('.sentence.mine') ? 'mine' : '')) === 'over') break;
    const sentence = await page.locator('.sentence').innerText();
    if (/look/.test(sentence)) {
      if (!(await focus('.plane [data-card]'))) await backTo('.plane [data-card]');
      await toTarget();
      // Enter shows the card.
      await done(page, () => page.keyboard.down('Enter'));
      const name = await until(page, () => /^Card \d+: \w+\./.test(document.activeElement?.textContent) && document.activeElement.textContent, undefined, 'the family of the card that is held');
      assert.match(name, FAMILY);
      await page.keyboard.up('Enter');
      // Let go, it hides again after a while.
      if (!seen++) await until(page, () => /face down/.test(document.activeElement?.textContent), undefined, 'a card let go is hidden again');
      await press(ARROWS[turns % 4]);
    } else if (/move/.test(sentence)) {
      await toTarget();
      const lift = async () => {
        await press('Enter');
        await until(page, () => document.activeElement?.matches('.place'), undefined, 'the focus goes to the places');
      };
      const back = async () => {
        await press('Escape');
        await until(page, () => document.activeElement?.matches('[data-card]') && !document.querySelector('.cell.place'), undefined, 'Escape puts the card back');
      };
      await lift();
      await back();
      await lift();
      await press(ARROWS[turns % 4]); // to another place, or to a card: then back, and to the nearest place
      if (!(await focus('.place'))) {
        await back();
        await lift();
      }
      await done(page, () => press('Enter'));
      assert.ok(await focus('.plane [data-card]'), 'the focus stays on the plane');
    } else if (await page.locator('.pile.lit').count()) {
      await tabTo('.pile');
      await done(page, () => press('Enter'));
    } else {
      await tabTo('[data-hint].lit');
      await press('Enter');
      await until(page, () => document.activeElement?.matches('.plane [data-card]'), undefined, 'the focus goes to the cards');
      await toTarget();
      await done(page, () => press('Enter'));
    }
    if (/hint/.test(sentence)) turns++;
  }
  assert.ok(turns > 0 && seen >= 2 * Math.min(turns, 2), `${turns} turns, ${seen} looks`);
});

// ---- A turn, step by step ----

sceneAgain('Yokai: a turn in every state, by day and night', async (house) => {
  const server = await house.serve();
  for (const size of first(DESK, PHONE)) {
    const wide = size[0];
    const page = await house.open(server.base + EMPTY, { size });
    const seen = wide === 1280 ? lookTwice : look;
    await sitAt(page, server.base, { options: { level: '5', shape: 'lantern', reconcile: '2' }, moves: [...deal(), 'pact KO', 'pact PR'], advice: true, memory: true });
    await seen(page, `yokai-${wide}-peek`);
    await peek(page, 6);
    await look(page, `yokai-${wide}-again`);
    await hold(page, 6, async () => {
      assert.match(await nameOf(page, 6), /^Card 6: Kappa\./);
      await seen(page, `yokai-${wide}-held`);
    });
    await peek(page, 11);
    if (wide === 1280) {
      // What the bot would do is marked: a card, and where it goes.
      await page.getByRole('button', { name: 'Advice', exact: true }).click();
      await until(page, () => document.querySelectorAll('.plane .hinted').length === 2, undefined, 'the hint is marked');
      await look(page, 'yokai-proposed');
      await page.locator('.hint').getByRole('button', { name: 'Close' }).click();
    }
    await cell(page, 4).click();
    await seen(page, `yokai-${wide}-lifted`);
    await done(page, () => place(page).first().click());
    await look(page, `yokai-${wide}-hint`);
    await draw(page);
    await takeDevice(page);
    await peekTwo(page, 1, 2);
    await cell(page, 13).click();
    await done(page, () => place(page).last().click());
    await page.locator('[data-hint].lit').first().click();
    await seen(page, `yokai-${wide}-target`);
    await done(page, () => cell(page, 7).click());
    await takeDevice(page);
    await page.getByRole('button', { name: 'Notes', exact: true }).click();
    await cell(page, 6).click();
    await look(page, `yokai-${wide}-notes`);
    await page.getByRole('button', { name: 'Done' }).click();
    // The reconciliation card: its own player's, and only while it is held.
    const pact = page.getByRole('button', { name: /^Your reconciliation card/ });
    const box = await pact.boundingBox();
    await page.mouse.move(box.x + 20, box.y + 10);
    await page.mouse.down();
    await page.getByRole('button', { name: 'Kitsune–Oni must touch at the end.' }).waitFor();
    await shot(page, `yokai-${wide}-pact`);
    await page.mouse.up();
    await pact.waitFor();
    assert.equal(await page.getByRole('img', { name: 'Reconciliation card of Ren, face down' }).count(), 1);
    await page.getByRole('button', { name: 'Declare the yokai at peace' }).click();
    await look(page, `yokai-${wide}-declare`);
    await page.getByRole('button', { name: 'Not yet' }).click();
    if (wide !== 1280) continue;
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setEmulatedVisionDeficiency', { type: 'achromatopsia' });
    await settle(page);
    await shot(page, 'yokai-grey');
    await session.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' });
    await page.emulateMedia({ forcedColors: 'active' });
    await settle(page);
    await shot(page, 'yokai-forced');
    await page.emulateMedia({ forcedColors: 'none' });
    await page.getByRole('button', { name: 'Log', exact: true }).first().click();
    await page.setViewportSize({ width: 640, height: 400 });
    await look(page, 'yokai-zoom200');
  }
});

/** Presses a card, and lets it go after what is done meanwhile. */
async function hold(page, card, meanwhile) {
  await cell(page, card).scrollIntoViewIfNeeded();
  const box = await cell(page, card).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await until(page, (n) => document.querySelector(`[data-card="${n}"] .side [class*=f-]`), card, `card ${card} shows its family`);
  await meanwhile?.();
  await page.mouse.up();
}

/** Until the page has had the time that it takes for a hold: its own timer, so that one of the board's is over before. */
const afterHold = (page) => page.evaluate(() => new Promise((done) => setTimeout(done, 400)));

scene('Yokai: a tap turns a card beside the finger, to the one who looks and nobody else; a scroll and a pinch do not', async (house) => {
  const server = await house.serve();
  const page = await house.open('', { size: PHONE, hasTouch: true, isMobile: true });
  await page.clock.install();
  await sitAt(page, server.base, { moves: deal(), bots: ['B'] });
  assert.deepEqual(await showsFamily(page), []);
  // Fingers that scroll, and two that pinch.
  const touch = await page.context().newCDPSession(page);
  const middle = async (card) => {
    const { x, y, width, height } = await cell(page, card).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const fingers = (type, ...points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  // Meanwhile the page's clock is the test's: between two events a busy machine makes a hold of what is none, and turns a card back
  // before it is looked at.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const before = await heard(page), one = await middle(6), other = await middle(11);
  await fingers('touchStart', one);
  for (let i = 1; i <= 5; i++) await fingers('touchMove', { x: one.x, y: one.y + 12 * i });
  await fingers('touchEnd');
  await fingers('touchStart', one);
  await fingers('touchStart', one, other);
  await page.clock.runFor(400);
  await fingers('touchEnd');
  assert.equal(await heard(page), before, 'nothing was looked at');
  assert.equal(await turned(page).count(), 0);
  // A tap: turned, enlarged, named, inside the window and clear of the card, until its time is over.
  await done(page, () => cell(page, 3).tap());
  await turned(page).filter({ hasText: 'Rokurokubi' }).waitFor();
  await page.locator('[aria-live=assertive]').filter({ hasText: 'Card 3: Rokurokubi.' }).waitFor({ state: 'attached' });
  const clear = await page.evaluate(() => {
    const [face, tile] = ['.turned', '[data-card="3"]'].map((selector) => document.querySelector(selector).getBoundingClientRect());
    const apart = face.right <= tile.left || face.left >= tile.right || face.bottom <= tile.top || face.top >= tile.bottom;
    return apart && face.width >= 2 * tile.width && face.left >= 0 && face.top >= 0 && face.right <= innerWidth && face.bottom <= innerHeight;
  });
  assert.ok(clear, 'the face is large, in the window, and beside the card');
  await page.clock.runFor(3000);
  await turned(page).waitFor({ state: 'detached' });
  await page.clock.resume();
  assert.deepEqual(await showsFamily(page), []);
  assert.match(await nameOf(page, 3), /^Card 3, face down\. Looked at by Mika\. Hold it to see it\.$/);
  // The second look likewise; and after a reload it can be held again, until a card is moved.
  await done(page, () => cell(page, 4).tap());
  await turned(page).filter({ hasText: 'Oni' }).waitFor();
  await page.reload();
  await cell(page, 4).waitFor();
  await fingers('touchStart', await middle(4));
  await turned(page).filter({ hasText: 'Oni' }).waitFor();
  await look(page, 'yokai-turned');
  assert.deepEqual(await showsFamily(page), ['4']);
  await fingers('touchEnd');
  await cell(page, 13).tap();
  await done(page, () => place(page).last().tap());
  const spot = await middle(4);
  await fingers('touchStart', spot);
  await afterHold(page);
  await fingers('touchEnd');
  assert.equal(await turned(page).count(), 0);
  assert.doesNotMatch(await page.locator('main').innerText(), FAMILY);
});

scene('Yokai: around one screen a card shows only while it is held, after it was said who looks', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base + EMPTY);
  await sitAt(page, server.base, { moves: deal() });
  const before = await heard(page);
  await cell(page, 5).click();
  await turned(page).filter({ hasText: 'Only Mika looks: hold card 5.' }).waitFor();
  assert.equal(await heard(page), before, 'a click spends no look here');
  await done(page, () => hold(page, 5, async () => assert.deepEqual(await showsFamily(page), ['5'])));
  assert.deepEqual(await showsFamily(page), []);
  assert.equal(await turned(page).count(), 0);
  await done(page, () => hold(page, 6));
  // After the move nothing can be seen again, by holding or by the log.
  await cell(page, 4).click();
  await done(page, () => place(page).first().click());
  for (const past of [false, true]) {
    if (past) await page.getByRole('button', { name: 'Mika looks at card 5.' }).click();
    await cell(page, 5).hover();
    await page.mouse.down();
    await afterHold(page);
    assert.deepEqual(await showsFamily(page), []);
    await page.mouse.up();
  }
  await page.keyboard.press('Escape');
  assert.doesNotMatch(await page.locator('main').innerText(), FAMILY);
  // Without help the signs of the one who looked stay for one round, and there are no notes. With it they stay, and what was seen is pinned for the one who saw it.
  const seen = ['peek 5', 'peek 6', 'move 4 to -1,0', 'reveal', 'hint K'], then = ['peek 1', 'peek 2', 'move 13 to 4,3', 'reveal', 'hint P'];
  await sitAt(page, server.base, { moves: [...deal(), ...seen, ...then] });
  assert.doesNotMatch(await nameOf(page, 6), /Looked at/);
  assert.match(await nameOf(page, 1), /Looked at by Ren\./);
  assert.equal(await page.getByRole('button', { name: 'Notes', exact: true }).count(), 0);
  await sitAt(page, server.base, { moves: [...deal(), ...seen, ...then], memory: true });
  assert.deepEqual(await showsFamily(page), ['5', '6']);
  assert.match(await nameOf(page, 6), /Looked at by Mika\. Your notes: Kappa\./);
  await look(page, 'yokai-memory');
});

scene('Yokai: the board has the room of the window, and nothing of it is cut', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base + EMPTY);
  await sitAt(page, server.base, { moves: deal(), bots: ['B'] });
  for (const [width, height, least] of [[1920, 1080, 130], [2560, 1440, 130], [1280, 800, 90], [844, 390, 44], [390, 844, 60], [320, 640, 44], [375, 553, 40]]) {
    await page.setViewportSize({ width, height });
    await settle(page);
    const { card, cut, sideways } = await page.evaluate(() => {
      const rects = [...document.querySelectorAll('.plane .cell, .pile, [data-at=declare]')].map((node) => node.getBoundingClientRect());
      return { card: rects[0].width, cut: rects.filter(({ left, right, top, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight).length, sideways: document.documentElement.scrollWidth - innerWidth };
    });
    assert.ok(card >= least, `${width}x${height}: cards of ${card}`);
    assert.deepEqual([cut, sideways], [0, 0], `${width}x${height}`);
  }
});

scene('Yokai: notes are kept for a seat at a table', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base + EMPTY);
  const id = await sitAt(page, server.base, { moves: deal(), memory: true });
  await cell(page, 3).focus();
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Kitsune: no note' }).press('Enter');
  await page.getByRole('button', { name: 'Oni: no note' }).click();
  await page.getByRole('button', { name: 'Oni: yes' }).click();
  await page.getByRole('button', { name: 'Oni: no' }).waitFor();
  await page.keyboard.press('Escape');
  await until(page, () => document.activeElement?.dataset.card === '3');
  const marked = /Your notes: Kitsune and not Oni\./;
  assert.match(await nameOf(page, 3), marked);
  await page.reload();
  await takeDevice(page);
  assert.match(await nameOf(page, 3), marked);
  await peekTwo(page, 1, 2);
  await cell(page, 4).click();
  await done(page, () => place(page).first().click());
  await draw(page);
  await takeDevice(page);
  assert.doesNotMatch(await nameOf(page, 3), /notes/);
  assert.deepEqual(Object.keys(await page.evaluate(() => JSON.parse(localStorage.getItem('zashiki.notes')))), [`${id}:0:A`]);
});

scene('Yokai: dragging, and what the rules forbid', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base + EMPTY);
  await sitAt(page, server.base, { options: { stack: 'on' }, moves: [...deal(), 'peek 1', 'peek 2', 'move 4 to -1,0', 'reveal', 'hint K', 'peek 1', 'peek 2', 'move 13 to 4,3', 'hint K on 16', 'peek 3', 'peek 5', 'move 4 to 3,0', 'reveal', 'hint P', 'peek 3', 'peek 5', 'move 13 to 0,3', 'reveal', 'hint RO'] });
  const says = async (pattern, rule) => {
    await page.getByRole('alert').filter({ hasText: pattern }).waitFor();
    await page.getByRole('button', { name: `Rule ${rule}` }).waitFor();
    await page.getByRole('button', { name: 'Understood' }).click();
  };
  await cell(page, 16).click();
  await says(/Card 16 has a hint on it/, 'Y14');
  await peekTwo(page, 1, 2);
  await cell(page, 16).click();
  await says(/Card 16 has a hint on it/, 'Y14');
  const drag = async (from, to) => {
    const [a, b] = [await from.boundingBox(), to];
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(a.x + a.width / 2 + 12, a.y + a.height / 2 + 12);
    await page.mouse.move(b.x, b.y, { steps: 4 });
  };
  const middle = async (card, dx = 0, dy = 0) => {
    const { x, y, width, height } = await cell(page, card).boundingBox();
    return { x: x + width / 2 + dx * width, y: y + height / 2 + dy * height };
  };
  // Onto another card, and far from all of them: the card goes back, and a sentence says why.
  await drag(cell(page, 1), await middle(6));
  await page.mouse.up();
  await says(/There is already a card there/, 'Y10');
  await page.setViewportSize({ width: 1280, height: 700 });
  await cell(page, 1).click();
  await page.locator('.plane').click({ position: { x: 4, y: 4 } });
  await says(/Card 1 cannot go there: all sixteen cards must stay connected/, 'Y11');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await drag(cell(page, 1), await middle(4, 1, 0));
  assert.ok(await place(page).count(), 'places light up while a card is lifted');
  await shot(page, 'yokai-drag');
  await done(page, () => page.mouse.up());
  assert.equal(await cell(page, 1).getAttribute('data-place'), '4,0');
  // Only the newest of the stack can be laid.
  await page.locator('[data-hint=P]').click({ force: true });
  await says(/Only the newest hint card, Rokurokubi–Oni, can be laid/, 'Y33');
  await look(page, 'yokai-stack');
  await drag(page.locator('[data-hint=RO]'), await middle(16));
  await page.mouse.up();
  await says(/Card 16 already has a hint on it/, 'Y14');
  await drag(page.locator('[data-hint=RO]'), await middle(2));
  await done(page, () => page.mouse.up());
  await takeDevice(page);
  assert.match(await nameOf(page, 2), /Locked by the hint Rokurokubi–Oni\./);
  // Where no card can be moved one goes on.
  const { options, moves } = judged().find((game) => game.moves.includes('skip'));
  await sitAt(page, server.base, { options, moves: moves.slice(0, moves.indexOf('skip')) });
  assert.equal(await page.locator('.plane .target').count(), 0);
  await look(page, 'yokai-skip');
  await done(page, () => page.getByRole('button', { name: 'Go on' }).click());
  await until(page, () => /hint/.test(document.querySelector('.sentence').textContent));
});

// ---- The plane ----

/** Turns that take the square apart into one line of sixteen, a card each: to the right, or downwards. */
function lineOfSixteen(down) {
  const hints = ['K', 'P', 'KP', 'KR', 'KO', 'KPR', 'KPO'];
  const corner = (n) => (down ? [4, 3, 2, 8, 7, 6, 12, 11, 10, 16, 15, 14][n] : 16 - n);
  return Array.from({ length: 12 }, (_, i) => [
    'peek 1', `peek ${down ? 5 : 2}`,
    `move ${corner(i)} to ${down ? `0,${4 + i}` : `${4 + i},0`}`,
    ...(i < 7 ? ['reveal', `hint ${hints[i]}`] : [`hint ${hints[i - 7]} on ${corner(i - 7)}`]),
  ]).flat();
}

sceneAgain('Yokai: sixteen in a line still fit, whichever way', async (house) => {
  const server = await house.serve();
  for (const size of first([320, 640], DESK))
    for (const down of [false, true]) {
      const page = await house.open(server.base + EMPTY, { size });
      await sitAt(page, server.base, { moves: [...deal(), ...lineOfSixteen(down)] });
      const name = `yokai-line-${down ? 'down' : 'right'}-${size[0]}`;
      const inside = () => page.evaluate(() => {
        const plane = document.querySelector('.plane').getBoundingClientRect();
        return [...document.querySelectorAll('.plane .cell')].filter((node) => {
          const box = node.getBoundingClientRect();
          return box.left < plane.left - 1 || box.right > plane.right + 1 || box.top < plane.top - 1 || box.bottom > plane.bottom + 1;
        }).length;
      });
      assert.equal(await inside(), 0);
      await (down ? lookAgain : look)(page, name);
      const free = await page.evaluate(() => [...document.querySelectorAll('.plane .target')].map((node) => node.dataset.card));
      await peekTwo(page, free[0], free[1]);
      await until(page, () => document.querySelectorAll('.plane .target').length === 2, undefined, 'only the ends can be moved');
      await page.locator('.plane .target').last().click();
      await place(page).first().waitFor();
      assert.equal(await inside(), 0, 'places are in view too');
      await (down ? look : lookAgain)(page, `${name}-lifted`);
      // A click just below a small place is meant for it.
      const low = await page.evaluate(() => [...document.querySelectorAll('.cell.place[data-place]')].map((node) => node.getBoundingClientRect()).sort((p, q) => q.bottom - p.bottom).map(({ x, bottom, width }) => ({ x: x + width / 2, y: bottom + 5 }))[0]);
      await done(page, () => page.mouse.click(low.x, low.y));
      await fits(page, name);
    }
});

scene('Yokai: the plane follows the cards smoothly, and at once with reduced motion', async (house) => {
  const server = await house.serve();
  for (const motion of ['no-preference', 'reduce']) {
    const page = await house.open(server.base + EMPTY, { motion });
    await sitAt(page, server.base, { moves: deal() });
    await peekTwo(page, 1, 2);
    await cell(page, 4).click();
    await place(page).first().click();
    const durations = await until(page, () => {
      const found = document.querySelector('[data-card="4"]').getAnimations().map((animation) => Number(animation.effect.getTiming().duration));
      const frames = document.querySelector('[data-card="4"]').getAnimations().flatMap((animation) => animation.effect.getKeyframes().flatMap((frame) => Object.keys(frame)));
      return document.querySelector('[data-card="4"]').dataset.place !== '3,0' && { found, changed: [...new Set(frames)].filter((name) => !['offset', 'computedOffset', 'easing', 'composite'].includes(name)) };
    }, undefined, 'the card has moved');
    for (const ms of durations.found) assert.ok(motion === 'reduce' ? ms <= 1 : ms <= 900, `${ms} ms`);
    if (motion !== 'reduce') assert.ok(durations.found.some((ms) => ms >= 150 && ms <= 300), String(durations.found));
    assert.deepEqual(durations.changed, motion === 'reduce' ? [] : ['transform']);
  }
});

// ---- The end ----

scene('Yokai: peace is declared, all is turned up, and every hint is counted', async (house) => {
  const server = await house.serve();
  const games = judged().filter(({ moves, options, result }) => result.winners.length && moves.at(-1) === 'declare' && (options.players ?? '2') === '2' && moves.filter((move) => / on /.test(move)).length > 1);
  const shaped = games.find(({ options }) => options.shape || options.level === '5');
  const plain = games.find(({ options }) => !options.shape && !options.blind && options.level !== '4');
  for (const [game, size, name] of [[plain, [1280, 800], '1280'], [shaped, [390, 844], '390']]) {
    const page = await house.open(server.base + EMPTY, { size });
    await sitAt(page, server.base, { options: game.options, moves: game.moves.slice(0, -1) });
    await page.getByRole('button', { name: 'Declare the yokai at peace' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Declare the yokai at peace' }).click();
    await standing(page, 'over');
    await lookTwice(page, `yokai-won-${name}`);
    const sum = await page.locator('dialog .hints b').allInnerTexts();
    assert.equal(sum.reduce((total, text) => total + Number(text.replace('−', '-')), 0), game.result.points.A);
    const text = await page.locator('dialog').innerText();
    assert.match(text, new RegExp(`${game.result.points.A} points`));
    assert.match(text, new RegExp(game.result.rank));
    for (const family of ['Kitsune', 'Kappa', 'Rokurokubi', 'Oni']) assert.match(text, new RegExp(`${family}: together`));
    // What the next rank needs, by what peace was declared, and what comes next.
    if (game.result.rank !== 'legendary') assert.match(text, /victory: from \d+ points \(\d+ more\)/);
    assert.match(text, /(Mika|Ren) declared peace and had looked at \d+ of the 16 cards\./);
    await page.locator('dialog').getByText(/With the same knowledge, the strong bot puts the chance of peace at \d+%\./).waitFor();
    // No total stands above the cards that it comes from.
    const cards = await page.locator('dialog .plane').boundingBox();
    for (const total of await page.locator('dialog').getByText(/\d+ points/).locator('visible=true').all()) assert.ok((await total.boundingBox()).y > cards.y + cards.height);
    if (game === plain) {
      await page.getByRole('link', { name: /^Next: Level \d/ }).click();
      await page.locator('form .button.main').waitFor();
      assert.ok(Number(await page.locator('input[name=level]:checked').getAttribute('value')) > 1);
      await page.goBack();
      await standing(page, 'over');
    }
    await page.getByRole('button', { name: 'See the board' }).click();
    assert.equal(await page.locator('.plane .side [class*=f-]').count(), 16);
    assert.equal(await page.locator('.frame.whole').count(), 16);
    await look(page, `yokai-board-won-${name}`);
  }
});

// ---- Over a server ----

const hosts = (page) => page.frames.filter(({ side }) => side === 'host').map(({ message }) => message);

/** In everything that this page was sent while they played, it was told the families that it looked at
 * itself, its own reconciliation card, and no more. */
function toldOnlyWhatItSaw(page, seat) {
  const looked = new Set();
  let views = 0, families = 0;
  for (const message of hosts(page)) {
    for (const { move = '', by, saw } of message.log ?? [message]) {
      if (/^card /.test(move)) assert.match(move, /^card \d+ \?$/, `${seat || 'a spectator'} is told "${move}"`);
      if (/^pact /.test(move) && seat !== 'A') assert.equal(move, 'pact ?');
      const peek = /^peek (\d+)$/.exec(move);
      if (peek && by === seat) looked.add(Number(peek[1]));
      else assert.equal(saw, undefined, `${seat || 'a spectator'} is told what ${by} saw`);
    }
    const now = message.now;
    if (!now || now.status === 'over') continue;
    views++;
    for (const { card, family } of now.view.cards) {
      if (!family) continue;
      families++;
      assert.ok(looked.has(card), `${seat || 'a spectator'} is told of card ${card} without a look`);
    }
    for (const whose of Object.keys(now.view.pacts)) assert.equal(whose, seat);
  }
  assert.ok(views > 10, `${views} views`);
  if (seat) assert.ok(families > 4, 'what one saw oneself is told');
  else assert.equal(families, 0);
}

scene('Yokai: two browsers and a spectator over a server, and no family to whom has not looked', async (house) => {
  const server = await house.serve('--public-url', '{friends}');
  const a = await house.open(`${server.base}#/new/yokai/friends`);
  await a.locator('input[name=level][value="2"]').check();
  await a.locator('form details summary').click();
  await a.locator('input[name=first][value=A]').check();
  await a.locator('form .button.main').click();
  const link = await a.locator('.invite input').first().inputValue();
  const b = await house.open(link, { name: 'Ren' });
  await b.locator('form .button.main').click();
  const watcher = await house.open(`${server.friends}#/table/${new URL(a.url()).hash.split('/')[2]}`, { name: 'Gallery' });
  await Promise.all([a, b, watcher].map((page) => until(page, () => document.querySelector('.plane [data-card]'))));
  assert.equal(await watcher.locator('.target').count(), 0);
  // Three turns each, then one of them ends it.
  await Promise.all([a, b].map((page) => playYokai(page, ALL ? {} : { moves: 12 })));
  if (!ALL) {
    await a.getByRole('button', { name: 'Declare the yokai at peace' }).click();
    await a.locator('dialog').getByRole('button', { name: 'Declare the yokai at peace' }).click();
  }
  await Promise.all([a, b, watcher].map((page) => standing(page, 'over')));
  await together(a, b, watcher);
  toldOnlyWhatItSaw(a, 'A');
  toldOnlyWhatItSaw(b, 'B');
  toldOnlyWhatItSaw(watcher, '');
  // Then all is open to all.
  for (const page of [a, b, watcher]) assert.ok(hosts(page).some(({ now }) => now?.status === 'over' && now.view.cards.every(({ family }) => family)));
  await look(a, 'yokai-end-link');
});
