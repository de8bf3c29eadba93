// Pictures as files: marks, in the paints of art.css by day or by night.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const css = readFileSync(new URL('art.css', import.meta.url), 'utf8');
/** What the paints of a sheet are by day, and by night. */
export function paintsOf(sheet) {
  const paints = [...sheet.matchAll(/^  (--[\w-]+): (?:light-dark\((.+), (.+)\)|(.+));$/gm)];
  return [Object.fromEntries(paints.map(([, name, light, , both]) => [name, light ?? both])), Object.fromEntries(paints.map(([, name, , dark, both]) => [name, dark ?? both]))];
}
export const [day, night] = paintsOf(css);

/** What a TypeScript module exports. */
export async function load(module) {
  const { outputFiles: [{ contents }] } = await build({ entryPoints: [fileURLToPath(module)], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript;base64,${Buffer.from(contents).toString('base64')}`);
}

/** The marks of a picture or scene as SVG. `own` are paints that art.css does not have, `sheet` is a sheet with more. What
 * is transparent is left out. */
export function draw(scene, value = day, own = {}, sheet = '') {
  const element = Object.fromEntries([...css.matchAll(/\.e-([RBGY]) \{([^}]*)\}/g)].map((m) =>
    [m[1], Object.fromEntries([...m[2].matchAll(/(--\w+): var\((--[\w-]+)\)/g)].map((n) => [n[1], value[n[2]]]))]));
  const paint = (name, colours = {}) => {
    if (own[name]) return own[name];
    const rule = [...(css + sheet).matchAll(new RegExp(`\\.p-${name} \\{ fill: ([^;]+);(?: opacity: ([\\d.]+);)?`, 'g'))].at(-1);
    if (!rule) throw new Error(`no paint ${name}`);
    return [rule[1].replace(/var\((--[\w-]+)\)/, (_, key) => colours[key] ?? value[key]), rule[2]];
  };
  const path = ([name, d], colours) => {
    const [fill, opacity] = paint(name, colours);
    return fill === 'transparent' ? '' : `<path fill="${fill}"${opacity ? ` opacity="${opacity}"` : ''} d="${d}"/>`;
  };
  return scene.map((item) => (item.of ? `<g transform="${item.at}">${item.of.map((mark) => path(mark, element[item.colour])).join('')}</g>` : path(item))).join('\n');
}

export const svg = (width, height, inside, more = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${more}>${inside}</svg>\n`;
