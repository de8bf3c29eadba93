// The lids of the games' boxes as files: src/made/box.<game>.<day or night>.svg, from src/games/<game>/lid.ts. The
// home page shows them as images: brushing them in the page would take longer than all the rest of it.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { writeIfNew } from './po.mjs';
import { day, draw, load, night, svg } from '../src/art/draw.mjs';

/** A lid is shown about as large as it is drawn, so tenths will do. Each point is counted from where the one before has come to,
 * so that what is rounded away does not add up. */
function inTenths(picture) {
  const tenth = (n) => Math.round(n * 10);
  const written = (tenths) => tenths.map((n) => ` ${n / 10}`.replace(/^ (-?)0\./, ' $1.').replace(' -', '-')).join('').trimStart();
  return picture.replace(/M(-?[\d.]+)[ ,]?(-?[\d.]+)c([-\d. ]+)(?=z)/g, (_, startX, startY, curves) => {
    const numbers = curves.match(/-?\d*\.?\d+/g).map(Number), steps = [];
    let [x, y] = [Number(startX), Number(startY)], [atX, atY] = [tenth(x), tenth(y)];
    const start = written([atX, atY]);
    for (let i = 0; i + 5 < numbers.length; i += 6) {
      const [bx, by, cx, cy, dx, dy] = numbers.slice(i, i + 6);
      const ends = [tenth(x + bx) - atX, tenth(y + by) - atY, tenth(x + cx) - atX, tenth(y + cy) - atY, tenth(x + dx) - atX, tenth(y + dy) - atY];
      steps.push(...ends);
      [x, y, atX, atY] = [x + dx, y + dy, atX + ends[4], atY + ends[5]];
    }
    return `M${start}c${written(steps)}`;
  });
}

const games = new URL('../src/games/', import.meta.url);
const made = new URL('../src/made/', import.meta.url);
mkdirSync(made, { recursive: true });
for (const game of readdirSync(games)) {
  const module = new URL(`${game}/lid.ts`, games);
  if (!existsSync(module)) continue;
  const { lid } = await load(module);
  for (const [theme, paints] of Object.entries({ day, night }))
    writeIfNew(new URL(`box.${game}.${theme}.svg`, made), svg(360, 220, inTenths(draw(lid, paints)), ' width="360" height="220"'));
}
