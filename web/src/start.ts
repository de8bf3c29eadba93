// The page itself. index.html asks for it beside the first script (vite.config.ts).
import { mount } from 'svelte';
import App from './App.svelte';
import { setLanguage } from './lib/i18n.svelte';
import { languageOf } from './lib/preferences';
import { findGame } from './games';
import { readShelf } from './lib/kept';
import { listen, parse } from './lib/router.svelte';
import { settings } from './lib/settings.svelte';

/** Waits for what is worth it, but not longer. */
const within = (ms: number, what: Promise<unknown>): Promise<unknown> => Promise.race([what, new Promise((done) => setTimeout(done, ms))]).catch(() => {});

// With the fonts from the first frame on, where they come soon: what is shown does not move again. A table of this
// browser likewise, whose engine the first script has begun: it is made once, and whole.
const FONTS_MS = 400, TABLE_MS = 1000;
const fonts = Promise.all(['400 1em "Zashiki Sans"', '600 1em "Zashiki Sans"', '600 1em "Zashiki Serif"'].map((font) => document.fonts.load(font)));
const words = setLanguage(languageOf(settings));
async function table(): Promise<void> {
  const at = parse(location.hash);
  if (at.at !== 'local') return;
  // The game's own scripts are read while the engine is at work.
  const board = findGame(readShelf().find(({ id }) => id === at.id)?.game ?? '')?.load().catch(() => undefined);
  const [{ findLocal }] = await Promise.all([import('./lib/host.svelte'), import('./screens/Table.svelte'), words]);
  const host = await findLocal(at.id);
  if (host && !host.broken) await Promise.all([host.session.known, board]);
}
// Not awaited at the top: the table's own scripts are made of this one, and would wait for its end.
void Promise.all([words, within(FONTS_MS, fonts), within(TABLE_MS, table())]).then(() => {
  listen();
  mount(App, { target: document.getElementById('app')! });

  // Once here, here without a network too; what is on the screen comes first.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000));
    idle(() => {
      void navigator.serviceWorker.register('./sw.js').catch(() => {});
      // The sharper icon, which the page's own thread draws: not before the page.
      document.head.append(Object.assign(document.createElement('link'), { rel: 'icon', type: 'image/svg+xml', href: './icon.svg' }));
    });
  }
});
