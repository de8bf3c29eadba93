// The pictures of the client that documents show: node scripts/pictures.mjs FOLDER (from web/; `make pictures` calls it).
// What is needed for them, and why they are the same each time, says shown.mjs.
import { join, resolve } from 'node:path';
import { kept, pageWith, rest, top, withServer } from './shown.mjs';

const out = resolve(process.argv[2] ?? join(top, 'docs/pictures'));

const PICTURES = {
  table: { game: 'sketch', seed: 3, bot: 'normal', moves: 60, size: [1280, 800] },
  phone: { game: 'sketch', seed: 5, bot: 'normal', moves: 60, size: [390, 844], theme: 'dark' },
  yokai: { game: 'yokai', seed: 1, bot: 'strong', moves: Infinity, ren: 'person', size: [1280, 800], ended: true },
  yotei: { game: 'yotei', seed: 2, bot: 'plain', moves: 105, size: [1280, 800] },
};

await withServer(async (browser, base) => {
  for (const [name, what] of Object.entries(PICTURES)) {
    const page = await pageWith(browser, { ...what, keeps: kept(what) });
    await page.goto(`${base}#/local/shown`);
    await page.locator('.sentence, .cover, dialog[open] .end').first().waitFor();
    if (what.ended) await page.getByRole('button', { name: 'See the board' }).click();
    else await page.locator('.sentence.mine').waitFor();
    await rest(page);
    await page.screenshot({ path: join(out, `${name}.png`) });
    await page.context().close();
  }
});
