// The lids of the games' boxes as files: src/made/box.<game>.<day or night>.svg, from src/games/<game>/lid.ts. The
// home page shows them as images: brushing them in the page would take longer than all the rest of it.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { writeIfNew } from './po.mjs';
import { day, draw, load, night, svg } from '../src/art/draw.mjs';

const games = new URL('../src/games/', import.meta.url);
const made = new URL('../src/made/', import.meta.url);
mkdirSync(made, { recursive: true });
for (const game of readdirSync(games)) {
  const module = new URL(`${game}/lid.ts`, games);
  if (!existsSync(module)) continue;
  const { lid } = await load(module);
  for (const [theme, paints] of Object.entries({ day, night }))
    writeIfNew(new URL(`box.${game}.${theme}.svg`, made), svg(360, 220, draw(lid, paints), ' width="360" height="220"'));
}
