// Makes the files of public/ that are pictures: node src/art/make.mjs (from web/). Needs
// rsvg-convert (librsvg2-bin) and, for the words on the shared picture, the DejaVu and Noto CJK
// fonts. What it makes is kept in the repository, so that building needs none of these.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { day, draw, load, svg } from './draw.mjs';

const out = new URL('../../public/', import.meta.url);
const { child, share, roundCorners } = await load(new URL('still.ts', import.meta.url));

// Paints of these pictures alone.
const own = {
  night: ['#1d2340'], halo: ['#4a4a6e'], lamp: ['#f6d48a'], 'lamp-soft': ['#f6d48a', 0.85], fire: [day['--fire']], 'fire-bow': [day['--fire']],
  skin: ['#fdf1df'], shine: ['#5b5a66'], seal: ['#b8341d'],
};
const drawn = draw(child, day, own);
const icon = svg(120, 120, `<clipPath id="r"><rect width="120" height="120" rx="${roundCorners}"/></clipPath>\n<g clip-path="url(#r)">\n${drawn}\n</g>`);
// On a maskable icon all that matters stays within the middle.
const maskable = svg(120, 120, `<path fill="#1d2340" d="M0 0H120V120H0Z"/><g transform="translate(60 64) scale(0.8) translate(-60 -60)">${drawn.replace(/<path[^>]*d="M0 0H120V120H0Z"\/>/, '')}</g><path fill="${day['--fire']}" d="M27 110H93V120H27Z"/>`);
const serif = `font-family="P052, 'DejaVu Serif', 'Noto Serif', serif"`;
const words = `<g text-anchor="middle" fill="#fbf1da"><text x="560" y="142" font-size="112" font-weight="700" ${serif}>Zashiki</text>`
  + `<text x="876" y="134" font-size="72" font-weight="700" font-family="'Noto Serif CJK JP', 'Noto Sans CJK JP', serif">座敷</text>`
  + `<text x="600" y="200" font-size="35" ${serif}>A table for yokai games: a link, a friend, one lamp</text></g>`;
const shared = svg(1200, 630, draw(share, day, own) + words, ' width="1200" height="630"');

const write = (name, text) => writeFileSync(new URL(name, out), text);
const raster = (text, name, size) => execFileSync('rsvg-convert', ['-w', String(size), '-o', fileURLToPath(new URL(name, out))], { input: text });
mkdirSync(out, { recursive: true });
write('icon.svg', icon);
raster(icon, 'icon-192.png', 192);
raster(icon, 'icon-512.png', 512);
raster(maskable, 'icon-maskable-512.png', 512);
raster(maskable, 'apple-touch-icon.png', 180);
raster(icon, 'favicon-32.png', 32);
raster(shared, 'share.png', 1200);
// An .ico may hold a PNG: a header, one entry, the picture.
const png = readFileSync(new URL('favicon-32.png', out));
const head = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
head.writeUInt32LE(png.length, 14);
write('favicon.ico', Buffer.concat([head, png]));
rmSync(new URL('favicon-32.png', out));
