/// <reference types="vitest/config" />
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** Writes sw.js: our service worker with the list of everything that was built. */
function serviceWorker(): Plugin {
  return {
    name: 'zashiki-service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      // Nobody plays the template of games.
      const files = Object.keys(bundle).filter((name) => !name.endsWith('.map') && !/\/engine\.null-/.test(name));
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

/** Has index.html ask for the page itself and the fonts beside the first script, which would else ask for them later. */
function pageAtOnce(): Plugin {
  return {
    name: 'zashiki-page-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const page = Object.values(bundle!).find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/src/start.ts')));
        if (page?.type !== 'chunk') throw new Error('there is no page');
        return [
          ['modulepreload', page.fileName],
          ...[...page.viteMetadata!.importedCss].map((name) => ['stylesheet', name]),
          ...Object.keys(bundle!).filter((name) => name.endsWith('.woff2')).map((name) => ['preload', name]),
        ].map(([rel, name]) => ({ tag: 'link', attrs: { rel, ...(rel === 'preload' ? { as: 'font', type: 'font/woff2' } : {}), crossorigin: true, href: `./${name}` }, injectTo: 'head' as const }));
      },
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), pageAtOnce(), serviceWorker()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    manifest: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
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
