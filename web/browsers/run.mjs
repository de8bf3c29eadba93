// The client in browsers that are not Chromium: node browsers/run.mjs [firefox] [webkit] (from web/; `make browsers` calls it).
//
// All screens, a turn of each game, and a guided game, in each, with real pointers, by the roles and names of things.
// ZASHIKI is the program (build/zashiki), ZASHIKI_SHOTS a folder for pictures of each screen.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from '../e2e/server.mjs';
import { Page } from './page.mjs';

const shots = process.env.ZASHIKI_SHOTS;
const GAMES = ['sketch', 'yokai', 'yotei'];
const SCREENS = [
  '', '#/path', '#/replay',
  ...GAMES.flatMap((game) => [`#/rules/${game}`, `#/learn/${game}`, `#/new/${game}/bot`, `#/new/${game}/friends`, `#/new/${game}/here`]),
];
const MINE = /^Your turn: /;

async function allScreens(page, base) {
  for (const screen of SCREENS) {
    await page.visit(`${base}${screen}`);
    await page.fits(screen || 'home');
    if (shots) await keep(page, screen.replace(/[^a-z]+/g, '-').replace(/^-/, '') || 'home');
  }
}

/** Yokai Sketch's guided game, by what its sentences say. */
async function guidedGame(page, base) {
  const bubble = ['group', /^Your first game$/], next = /^Next$/, end = /^Play on$/, said = () => page.text('status', /./, bubble);
  await page.visit(`${base}#/first/sketch`);
  for (let sentences = 1; ; sentences++) {
    await page.sees(...bubble);
    const sentence = await said();
    await page.fits(sentence);
    if (await page.count('button', end, bubble)) {
      await page.press('button', end, bubble);
      assert.ok(sentences > 20, `${sentences} sentences`);
      break;
    }
    const goesOn = async () => {
      if (!(await page.count('button', next, bubble))) return false;
      await page.press('button', next, bubble);
      return true;
    };
    if (!(await goesOn())) await obey(page, sentence);
    // A bubble that begins to move under the pointer is not pressed: one presses again.
    let looks = 0;
    await page.until(`what comes after "${sentence}"`, async () => {
      if (((await said()) ?? sentence) !== sentence) return true;
      if (++looks % 40 === 0) await goesOn();
      return false;
    });
  }
  await page.sees('status', MINE);
}
async function obey(page, sentence) {
  const hand = ['ul, ol', /^Your hand: /], card = /(\w+–\w+)/.exec(sentence)?.[1], stack = /(?:on|then the) (fire|water|earth|wind)/.exec(sentence)?.[1];
  if (/pass\.$/.test(sentence)) return page.press('button', /^Pass$/);
  await page.press('button', /bell/.test(sentence) ? /call/ : /fan/.test(sentence) ? /distract/ : new RegExp(`^${card}$`), hand);
  await page.press('button', new RegExp(`^${stack} stack: `, 'i'));
  if (/bell/.test(sentence)) await page.press('button', /call the 3: /);
  if (/fan/.test(sentence)) await page.press('button', /^Distract$/);
}

/** A turn of each game, against the bot. */
const TURNS = {
  async sketch(page) {
    await page.press('button', /–/, ['ul, ol', /^Your hand: /]);
    await page.press('button', / stack: /, ['.target', /./]);
    await page.until('a card that lies', () => page.count('button', /^(End the turn|End turn)/));
    await page.press('button', /^(End the turn|End turn)/);
  },
  async yokai(page) {
    for (const card of [1, 2]) {
      await page.press('gridcell', new RegExp(`^Card ${card},`));
      await page.until(`a look at card ${card}`, async () => /second|move|another/i.test((await page.text('status', MINE)) ?? ''));
    }
    await page.press('gridcell', /^Card 1,/);
    await page.press('gridcell', /^Empty place/);
    await page.press('button', /hint|pile/i);
  },
  async yotei(page) {
    const menu = ['group', /how do you want/];
    await page.press('.spot.lit', /^(?!.*pile)/i);
    // Where only one thing can be done with a card, it is done at once.
    await page.until('what to do with the card', async () => (await page.count(...menu)) || !(await page.count('status', MINE)) || (await page.text('status', MINE)));
    if (await page.count(...menu)) await page.press('button', /^(Place here|Turn face down)/, menu);
  },
};
async function turn(page, base, game) {
  await page.visit(`${base}#/new/${game}/bot`);
  await page.press('form .button.main', /./);
  await page.sees('status', MINE);
  const before = await page.text('status', MINE);
  await TURNS[game](page);
  await page.until('another sentence than before', async () => (await page.text('status', /./)) !== before);
  await page.fits(game);
  if (shots) await keep(page, `turn-${game}`);
}

async function keep(page, name) {
  mkdirSync(shots, { recursive: true });
  writeFileSync(join(shots, `${page.browser.name.split(' ')[0]}-${name}.png`), await page.browser.screenshot());
}

const server = await new Server().start(), base = server.base;
let failed = 0, passed = 0;
try {
  for (const kind of process.argv.length > 2 ? process.argv.slice(2) : ['firefox', 'webkit']) {
    const browser = await (await import(`./${kind}.mjs`)).open({ width: 1280, height: 800 });
    const page = new Page(browser);
    const parts = { 'all screens': () => allScreens(page, base), 'the guided game of Yokai Sketch': () => guidedGame(page, base) };
    for (const game of GAMES) parts[`a turn of ${game}`] = () => turn(page, base, game);
    for (const [name, play] of Object.entries(parts))
      try {
        await play();
        passed++;
        console.log(`ok: ${browser.name}: ${name}`);
      } catch (error) {
        failed++;
        console.log(`not ok: ${browser.name}: ${name}: ${error.message}`);
        if (shots) await keep(page, `failed-${name.replace(/\W+/g, '-')}`);
      }
    await browser.close();
  }
} finally {
  await server.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
