// The lids of the games' boxes as files: src/made/box.<game>.<day or night>.svg, from src/games/<game>/lid.ts, in the
// paints of art.css and, where the game has some, of its own sheet. The home page shows them as images: brushing them in
// the page would take longer than all the rest of it.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { writeIfNew } from './po.mjs';
import { day, draw, load, night, paintsOf, svg } from '../src/art/draw.mjs';

const games = new URL('../src/games/', import.meta.url);
const made = new URL('../src/made/', import.meta.url);
mkdirSync(made, { recursive: true });
for (const game of readdirSync(games)) {
  const module = new URL(`${game}/lid.ts`, games), sheet = new URL(`${game}/art/${game}.css`, games);
  if (!existsSync(module)) continue;
  const { lid } = await load(module);
  const css = existsSync(sheet) ? readFileSync(sheet, 'utf8') : '';
  // Its first rule says what holds without a season.
  const [light, dark] = paintsOf(css.slice(0, css.indexOf('}')));
  for (const [theme, paints] of Object.entries({ day: { ...day, ...light }, night: { ...night, ...dark } }))
    writeIfNew(new URL(`box.${game}.${theme}.svg`, made), svg(360, 220, draw(lid, paints, {}, css), ' width="360" height="220"'));
}
