// The rules of docs/rules/*.md as pages for players: src/made/rules.<game>.<language>.ts.
//
// What stands below a line of three dashes is for programs (options, notation) and left out. Above it our
// files use few marks: headings, lists whose points begin with a rule's number, tables, paragraphs, a note
// after >, *stress*. Each numbered rule becomes a block that can be jumped to. Lines that go on with a point
// are indented.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeIfNew } from './po.mjs';

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What marks a ruling, in each language (docs/rules/README.md). */
const RULING = /^(ruling|décision|rozstrzygnięcie|裁定)$/i;

/** *stress*, which may mark a ruling, and rule numbers as links; `number` is the pattern of those. */
function inline(text, number) {
  return escape(text)
    .replace(/\*([^*]+)\*/g, (_, words) => (RULING.test(words) ? `<em class="ruling">${words}</em>` : `<em>${words}</em>`))
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(new RegExp(`\\b(${number})\\b`, 'g'), '<a data-rule="$1" href="#">$1</a>');
}

/** Sections of a rules page: {title, blocks: [{rule?, depth, html}]}. */
export function readRules(page) {
  const [text] = page.split(/^---$/m);
  // A game's rules have one letter, which those that begin a point show.
  const letter = /^\s*- ([A-Z])\d+[a-z]?\s/m.exec(text)?.[1] ?? 'R';
  const number = `${letter}\\d+[a-z]?`, begins = new RegExp(`^(\\s*)- (?:(${number})\\s+)?(.*)$`);
  const sections = [];
  let title = '', section, block, table;
  const begin = (name) => sections.push((section = { title: name, blocks: [] }));
  const flush = () => {
    if (block) section.blocks.push({ ...(block.rule ? { rule: block.rule } : {}), depth: block.depth, html: inline(block.text, number) });
    if (table) {
      const [head, , ...rows] = table;
      const cells = (line, tag) => line.slice(1, line.lastIndexOf('|')).split('|').map((cell) => `<${tag}>${inline(cell.trim(), number)}</${tag}>`).join('');
      section.blocks.push({ depth: 0, html: `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table>` });
    }
    block = table = undefined;
  };
  for (const line of text.split('\n')) {
    const point = begins.exec(line);
    if (line.startsWith('# ')) title = line.slice(2).trim();
    else if (line.startsWith('## ')) {
      flush();
      begin(line.slice(3).trim());
    } else if (point) {
      flush();
      if (!section) begin('');
      block = { rule: point[2], depth: point[1].length >= 2 ? 2 : 1, text: point[3] };
    } else if (line.startsWith('|')) {
      if (block) flush();
      (table ??= []).push(line);
    } else if (!line.trim()) flush();
    else if (block && (!block.depth || line.startsWith(' '))) block.text += (/[\u3000-\u9fff\uff00-\uffef]$/.test(block.text) ? '' : ' ') + line.trim();
    else {
      flush();
      if (!section) begin('');
      block = { depth: 0, text: line.replace(/^>/, '').trim() };
    }
  }
  flush();
  return { title, sections };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const docs = new URL('../../docs/rules/', import.meta.url);
  const made = new URL('../src/made/', import.meta.url);
  mkdirSync(made, { recursive: true });
  const found = [];
  for (const file of readdirSync(docs)) {
    const name = /^([a-z][\w-]*)(?:\.([a-z]{2}))?\.md$/.exec(file);
    if (!name) continue;
    const [, game, language = 'en'] = name;
    found.push([game, language]);
    writeIfNew(new URL(`rules.${game}.${language}.ts`, made), `export default ${JSON.stringify(readRules(readFileSync(new URL(file, docs), 'utf8')))};\n`);
  }
  const lines = found.map(([game, language]) => `  '${game}.${language}': () => import('./rules.${game}.${language}'),`);
  writeIfNew(new URL('rules.ts', made), `import type { Rules } from '../lib/rules';\nexport const pages: Record<string, () => Promise<{ default: Rules }>> = {\n${lines.join('\n')}\n};\n`);
}
