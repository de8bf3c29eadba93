/// <reference types="vitest/config" />
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { licences } from './scripts/licences.mjs';

/** The games with a table of their own. */
const GAMES = readdirSync(new URL('src/games/', import.meta.url)).filter((game) => existsSync(new URL(`src/games/${game}/table.ts`, import.meta.url)));

/** Writes sw.js: our service worker with the list of everything that was built. */
function serviceWorker(): Plugin {
  return {
    name: 'zashiki-service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      // Nobody plays the template of games. Sorted, since files come in the order in which they were ready.
      const files = Object.keys(bundle).filter((name) => !name.endsWith('.map') && !/\/engine\.null-/.test(name)).sort();
      files.push('icon.svg', 'icon-192.png', 'favicon.ico', 'manifest.webmanifest');
      const hash = createHash('sha256');
      for (const name of Object.keys(bundle).sort()) {
        const file = bundle[name]!;
        hash.update(name).update(file.type === 'chunk' ? file.code : file.source);
      }
      const version = hash.digest('hex').slice(0, 12);
      const source = readFileSync(new URL('src/sw.js', import.meta.url), 'utf8')
        .replace('__VERSION__', version)
        .replace('[/* __FILES__ */]', JSON.stringify(['./', ...files.filter((name) => name !== 'index.html').map((name) => `./${name}`)]));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

type Bundle = Parameters<NonNullable<Extract<Plugin['generateBundle'], Function>>>[1];

/** The file that a source is in. */
function chunkOf(bundle: Bundle, source: string) {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(source)));
  if (found?.type !== 'chunk') throw new Error(`nothing is made of ${source}`);
  return found;
}

/** All the files that one needs, itself and their style sheets included. */
function withParts(bundle: Bundle, name: string, known = new Set<string>()): Set<string> {
  const file = bundle[name];
  if (file?.type !== 'chunk' || known.has(name)) return known;
  known.add(name);
  for (const style of file.viteMetadata!.importedCss) known.add(style);
  for (const other of file.imports) withParts(bundle, other, known);
  return known;
}

/** Has index.html ask for the page itself and the fonts beside the first script, which would else ask for them later; and
 * tell that script what a table is made of. */
function pageAtOnce(): Plugin {
  return {
    name: 'zashiki-page-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const page = withParts(bundle!, chunkOf(bundle!, '/src/start.ts').fileName);
        const first = withParts(bundle!, chunkOf(bundle!, '/src/main.ts').fileName);
        const link = (rel: string, name: string, attrs = {}) => ({ tag: 'link', attrs: { rel, ...attrs, crossorigin: true, href: `./${name}` }, injectTo: 'head' as const });
        const parts = (source: string): string[] => [...withParts(bundle!, chunkOf(bundle!, source).fileName)].filter((name) => !page.has(name)).map((name) => `./${name}`);
        return [
          ...[...page].filter((name) => !first.has(name)).map((name) => link(name.endsWith('.css') ? 'stylesheet' : 'modulepreload', name)),
          ...Object.keys(bundle!).filter((name) => name.endsWith('.woff2')).map((name) => link('preload', name, { as: 'font', type: 'font/woff2' })),
          {
            tag: 'script',
            attrs: { type: 'application/json', id: 'parts' },
            children: JSON.stringify(Object.fromEntries([['Table', parts('/src/screens/Table.svelte')], ...GAMES.map((game) => [game, parts(`/src/games/${game}/table.ts`)])])),
            injectTo: 'head' as const,
          },
        ];
      },
    },
  };
}

/** What a page or a table is made of is used at once, nearly all of it. Chromium (136 and later) then makes these files ready beside
 * the page while they arrive, and not function by function, in the page's own time, as each is first called. */
const AT_ONCE = ['index', 'start', 'parts', 'Table', ...GAMES];
function readAtOnce(): Plugin {
  return {
    name: 'zashiki-read-at-once',
    apply: 'build',
    // After what is minified, which drops comments, and after Vite has put its list of files at the head: there it has to stand.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && AT_ONCE.includes(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/** Which of a table's sources share a file: each is waited for, and small ones cost more than they weigh. The page has its
 * file, then what tables share with other screens and boards with each other, the rest of a table, and each game's own. */
function fewFiles() {
  type Graph = { getModuleIds(): IterableIterator<string>; getModuleInfo(id: string): { importedIds: readonly string[] } | null };
  let file: Map<string, string> | undefined;
  function sort({ getModuleIds, getModuleInfo }: Graph): Map<string, string> {
    const ids = [...getModuleIds()];
    function needs(source: string): Set<string> {
      const all = new Set(ids.filter((id) => id.endsWith(source)));
      for (const id of all) for (const other of getModuleInfo(id)?.importedIds ?? []) all.add(other);
      return all;
    }
    const sorted = new Map<string, string>();
    const put = (name: string, some: Iterable<string>): void => {
      for (const id of some) if (!sorted.has(id)) sorted.set(id, name);
    };
    put('index', needs('/index.html'));
    // Svelte makes an Error here: with DevTools open the browser reads the file once more for that, so it is the small one.
    put('index', ids.filter((id) => id.endsWith('/svelte/src/internal/client/constants.js')));
    put('start', needs('/src/start.ts'));
    const screens = ['Replay', 'Setup', 'Rules', 'Learn', 'First'].map((screen) => needs(`/src/screens/${screen}.svelte`));
    const table = [...needs('/src/screens/Table.svelte')];
    const boards = GAMES.map((game) => needs(`/src/games/${game}/table.ts`));
    put('parts', table.filter((id) => [...screens, ...boards].some((other) => other.has(id))));
    put('parts', boards.flatMap((board) => [...board]).filter((id) => boards.filter((board) => board.has(id)).length > 1 && !table.includes(id)));
    put('Table', table);
    GAMES.forEach((game, i) => put(game, boards[i]!));
    return sorted;
  }
  return (id: string, graph: Graph): string | undefined => (file ??= sort(graph)).get(id);
}

/** Files whose style sheets are one: the page's, and those of a table but for the game's own. */
const SHEETS = [['index', 'start'], ['parts', 'Table']];
function fewSheets(): Plugin {
  return {
    name: 'zashiki-few-sheets',
    apply: 'build',
    // Before Vite writes down which files need which sheets.
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const names of SHEETS) {
        const sheets = names.flatMap((name) => chunks.filter((chunk) => chunk.name === name).flatMap((chunk) => [...chunk.viteMetadata!.importedCss]));
        const source = sheets.map((name) => {
          const sheet = bundle[name];
          delete bundle[name];
          return sheet?.type === 'asset' ? sheet.source : '';
        }).join('');
        const one = this.getFileName(this.emitFile({ type: 'asset', name: `${names.at(-1)}.css`, source }));
        for (const { viteMetadata } of chunks)
          if (sheets.filter((name) => viteMetadata!.importedCss.delete(name)).length) viteMetadata!.importedCss.add(one);
      }
    },
  };
}

const { noting, writing } = licences();

export default defineConfig({
  base: './',
  // The service worker comes last: it lists what the others have made.
  plugins: [svelte(), fewSheets(), pageAtOnce(), readAtOnce(), noting(), writing, serviceWorker()],
  worker: { format: 'es', plugins: () => [noting()] },
  build: {
    target: 'es2022',
    manifest: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rollupOptions: { output: { manualChunks: fewFiles() } },
  },
  server: { fs: { allow: ['..'] } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/setup.ts'],
    // One process that loads each module once: two thirds of the processor's time.
    pool: 'forks',
    poolOptions: { forks: { singleFork: true } },
    isolate: false,
    testTimeout: 600_000, // for what hangs: no test is about how long something takes
    hookTimeout: 600_000,
  },
});
