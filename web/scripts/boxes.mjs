// The pictures on the boxes as files: src/made/box.<game>.<day or night>.svg. The home page shows
// them as images: brushing them in the page would take longer than all the rest of it.
import { mkdirSync } from 'node:fs';
import { writeIfNew } from './po.mjs';
import { day, draw, load, night, svg } from '../src/art/draw.mjs';

const made = new URL('../src/made/', import.meta.url);
mkdirSync(made, { recursive: true });
const { scenes } = await load('scenes');
for (const [id, scene] of Object.entries(scenes))
  for (const [theme, paints] of Object.entries({ day, night }))
    writeIfNew(new URL(`box.${id}.${theme}.svg`, made), svg(360, 220, draw(scene, paints), ' width="360" height="220"'));
