// Every screen a person should look at: node scripts/gallery.mjs FOLDER [WORD...] (from web/; `make gallery` calls it).
//
// A picture is SCREEN.SIZE.LANGUAGE.THEME.png; with words (yotei phone ja) only those that have them all. index.html shows them in rows.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { kept, pageWith, recordOf, rest, top, withServer } from './shown.mjs';

const [folder = join(top, 'build/gallery'), ...words] = process.argv.slice(2);
const out = resolve(folder);
const SIZES = { desk: [1280, 800], phone: [390, 844] }, LANGUAGES = ['en', 'fr', 'pl', 'ja'], THEMES = ['light', 'dark'];
const GAMES = ['sketch', 'yokai', 'yotei'];
/** So few that a study is quick, as many as its sentences need. */
const PLAYOUTS = 50;

const middle = {
  sketch: { game: 'sketch', seed: 3, bot: 'normal', moves: 60 },
  yokai: { game: 'yokai', seed: 1, bot: 'strong', moves: 40 },
  yotei: { game: 'yotei', seed: 2, bot: 'plain', moves: 105 },
};
const mine = (page) => page.locator('.sentence.mine').waitFor();
const sitting = (game, moves = middle[game].moves) => ({ at: '#/local/shown', keeps: () => kept({ ...middle[game], moves }) });

/** By name: where it is, what the browser keeps before, and what is done there before the picture. */
const SCREENS = {
  home: { at: '', ready: (page) => page.locator('.playable').first().waitFor() },
  settings: { at: '', ready: async (page) => { await page.locator('.gear').click(); await page.locator('dialog[open]').waitFor(); } },
  ...Object.fromEntries(GAMES.flatMap((game) => [
    [`setup-${game}`, { at: `#/new/${game}/bot`, ready: (page) => page.locator('form').waitFor() }],
    [`lesson-${game}`, { at: `#/first/${game}`, ready: (page) => page.locator('.bubble').waitFor() }],
    [`table-${game}`, { ...sitting(game), ready: mine }],
    [`end-${game}`, { ...sitting(game, Infinity), ready: (page) => page.locator('dialog[open] .end').waitFor() }],
    [`rules-${game}`, { at: `#/rules/${game}`, ready: (page) => page.locator('main h2').first().waitFor() }],
  ])),
  'sheet-yotei': {
    ...sitting('yotei'),
    ready: async (page) => {
      await mine(page);
      const spot = page.locator('[data-place=III3]');
      await spot.scrollIntoViewIfNeeded();
      const { x, y } = await spot.boundingBox();
      await spot.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: x + 20, clientY: y + 20, bubbles: true });
      await page.locator('.pop').waitFor();
    },
  },
  study: {
    at: '#/replay',
    ready: async (page) => {
      await page.locator('input[type=file]').setInputFiles({ name: 'game.jsonl', mimeType: 'text/plain', buffer: Buffer.from(recordOf({ ...middle.sketch, bot: 'easy', seed: 5, playouts: 20 })) });
      await page.locator('.study .button').first().click();
      await page.locator('.slips button').first().click();
      await page.locator('.study').evaluate((node) => node.scrollIntoView());
    },
  },
};

/** Runs in the page, before it. */
function thinkLittle(playouts) {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (data, ...more) {
    return post.call(this, data.kind === 'study' ? { ...data, playouts } : data, ...more);
  };
}

/** All that lie in the folder, a row for each screen and size. */
function index() {
  const rows = {};
  for (const name of readdirSync(out).filter((one) => one.endsWith('.png')).sort()) (rows[name.split('.').slice(0, 2).join(' ')] ??= []).push(name);
  const body = Object.entries(rows).map(([row, names]) =>
    `<h2>${row}</h2>\n<p>${names.map((name) => `<a href="${name}"><img src="${name}" alt="${name}" title="${name}" loading="lazy"></a>`).join('\n')}</p>`);
  writeFileSync(join(out, 'index.html'), `<!doctype html>\n<meta charset="utf-8">\n<title>Gallery</title>\n<style>body { background: #888; font: 16px sans-serif } p { display: flex; flex-wrap: wrap; gap: 8px } img { height: 320px }</style>\n${body.join('\n')}\n`);
}

mkdirSync(out, { recursive: true });
const wanted = (name) => words.every((word) => name.split(/[.-]/).includes(word));
let taken = 0;
await withServer(async (browser, base) => {
  for (const [screen, { at, keeps, ready }] of Object.entries(SCREENS)) {
    const table = keeps?.();
    for (const [size, box] of Object.entries(SIZES))
      for (const language of LANGUAGES) {
        const themes = THEMES.filter((theme) => wanted(`${screen}.${size}.${language}.${theme}.png`));
        if (!themes.length) continue;
        const page = await pageWith(browser, { size: box, theme: themes[0], language, keeps: table });
        await page.addInitScript(thinkLittle, PLAYOUTS);
        await page.goto(base + at);
        await ready(page);
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          await rest(page);
          await page.screenshot({ path: join(out, `${screen}.${size}.${language}.${theme}.png`) });
          taken++;
        }
        await page.context().close();
      }
  }
});
index();
console.log(`${taken} pictures, all of them at once: ${join(out, 'index.html')}`);
