// The shipped type: src/fonts/*.woff2, cut down to the letters of our Latin languages, and the licences beside.
//
//   node scripts/fonts.mjs NODE_MODULES   a folder with subset-font and the families; tools/fonts brings it
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const packages = resolve(process.argv[2]);
const subset = createRequire(join(packages, 'x.js'))('subset-font');
const out = new URL('../src/fonts/', import.meta.url);

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
/** ASCII; the letters of western Europe, French ones among them; Polish; long vowels of Japanese in Latin letters; signs that the
 * words use. Other letters, which names may have, are the device's. */
const LETTERS = range(0x20, 0x7e) + '\u00a0©«°±·»½' + range(0xc0, 0xff) + 'ŒœŸ' + 'ĄąĆćĘęŁłŃńŚśŹźŻż' + 'ĀāĒēĪīŌōŪū' + '\u2009\u202f–—‘’‚“”„…‹›•−→←↑↓';
/** Kerning, numbers of one width, and the forms of a language. */
const FEATURES = ['kern', 'tnum', 'locl'];

for (const [family, file, name] of [
  ['crimson-pro', '600SemiBold/CrimsonPro_600SemiBold.ttf', 'crimson-pro-600'],
  ['fira-sans', '400Regular/FiraSans_400Regular.ttf', 'fira-sans-400'],
  ['fira-sans', '600SemiBold/FiraSans_600SemiBold.ttf', 'fira-sans-600'],
]) {
  const folder = join(packages, '@expo-google-fonts', family);
  const font = await subset(readFileSync(join(folder, file)), LETTERS, { targetFormat: 'woff2', noHinting: true, keepFeatures: FEATURES });
  writeFileSync(new URL(`${name}.woff2`, out), font);
  writeFileSync(new URL(`${family}.OFL.txt`, out), readFileSync(join(folder, 'LICENSE_FONT'), 'utf8').replace(/\r/g, '').replace(/[ \t]+$/gm, '').trimEnd() + '\n');
  console.log(`${name}.woff2: ${font.length} bytes`);
}
