// What moves changes its transform and its opacity alone: nothing is laid out anew while it does. Here what the sources
// say is held to it, in web/e2e/motion.test.mjs what the browser does.
import { readdirSync, readFileSync } from 'node:fs';
import { parse, type AST } from 'svelte/compiler';
import { expect, test } from 'vitest';

const MOVES = new Set(['transform', 'translate', 'scale', 'rotate', 'opacity']);
const top = new URL('../src/', import.meta.url);
const sources = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(svelte|css|ts)$/.test(name) && !name.startsWith('made/'));
const text = (name: string): string => readFileSync(new URL(name, top), 'utf8');

/** What a transition changes: the first word of each part, which no comma inside of brackets ends. */
const changed = (value: string): string[] =>
  value.replace(/\([^()]*\)/g, '').split(',').map((part) => part.trim().split(/\s+/)[0]!).filter((name) => name !== 'none');

/** All that style sheets let change over time and is not in MOVES, as "selector or keyframes: property". */
function wrong(css: string): string[] {
  const found: string[] = [];
  const walk = (node: AST.CSS.StyleSheet | AST.CSS.Node, within: string): void => {
    if (node.type === 'Declaration') {
      if (within.startsWith('@keyframes') && node.property !== 'animation-timing-function' && !MOVES.has(node.property)) found.push(`${within}: ${node.property}`);
      if (/^transition(-property)?$/.test(node.property)) found.push(...changed(node.value).filter((name) => !MOVES.has(name)).map((name) => `${within}: transition of ${name}`));
    }
    const at = node.type === 'Atrule' ? `@${node.name} ${node.prelude}` : node.type === 'Rule' && !within.startsWith('@keyframes') ? css.slice(node.prelude.start - 7, node.prelude.end - 7) : within;
    if ('block' in node && node.block) for (const child of node.block.children) walk(child, at);
    if (node.type === 'StyleSheet') for (const child of node.children) walk(child, within);
  };
  // A style sheet is read as that of a component, which has "<style>" before it.
  const sheet = parse(`<style>${css}</style>`, { modern: true }).css;
  if (sheet) walk(sheet, '');
  return found;
}

test('a style sheet that animates anything else is found', () => {
  expect(wrong('@keyframes up { from { opacity: 0; left: 3px; } } a { transition: transform 1s, width 2s ease; } b { transition: 1s; transition-property: all; }'))
    .toEqual(['@keyframes up: left', 'a: transition of width', 'b: transition of 1s', 'b: transition of all']);
  expect(wrong('@media print { .a { transition: none; } } .b { transition: opacity calc(var(--i, 0) * 1s), transform cubic-bezier(0.1, 0.2, 0.3, 1); }')).toEqual([]);
});

test('style sheets animate transform and opacity alone', () => {
  const all = sources.filter((name) => !name.endsWith('.ts')).flatMap((name) => {
    const styles = name.endsWith('.css') ? [text(name)] : [...text(name).matchAll(/<style>([^]*?)<\/style>/g)].map(([, css]) => css!);
    return styles.flatMap((css) => wrong(css).map((what) => `${name}: ${what}`));
  });
  expect(all).toEqual([]);
});

test('scripts animate in one place, whose type lets nothing else be changed', () => {
  // games/motion.ts takes frames of transform and opacity: svelte-check refuses others.
  expect(sources.filter((name) => /\.animate\(/.test(text(name)))).toEqual(['games/motion.ts']);
  expect(text('games/motion.ts').match(/\.animate\(/g)).toHaveLength(1);
  expect(sources.filter((name) => /from 'svelte\/(transition|animate|motion)'/.test(text(name)))).toEqual([]);
});
