// The page itself. index.html asks for it beside the first script (vite.config.ts).
import { mount } from 'svelte';
import App from './App.svelte';
import { setLanguage } from './lib/i18n.svelte';
import { languageOf } from './lib/preferences';
import { findGame } from './games';
import { listen, parse } from './lib/router.svelte';
import { settings } from './lib/settings.svelte';
import * as shelf from './lib/shelf.svelte';

// A table is more than the page: all its parts are asked for at once, not one after the other as each finds the next.
const at = parse(location.hash);
const isTable = at.at === 'local' || at.at === 'table';
const kept = isTable ? shelf.find(at.id) : undefined;
if (isTable) void import('./screens/Table.svelte').catch(() => {});
if (kept) void findGame(kept.game)?.load().catch(() => {});
async function beginTable(): Promise<void> {
  if (at.at === 'local') await (await import('./lib/host.svelte')).findLocal(at.id);
}

// With the fonts from the first frame on, where they come soon: what is shown does not move again.
const FONTS_MS = 400;
const fonts = Promise.all(['400 1em "Zashiki Sans"', '600 1em "Zashiki Sans"', '600 1em "Zashiki Serif"'].map((font) => document.fonts.load(font)));
const words = setLanguage(languageOf(settings));
void words.then(beginTable).catch(() => {});
await Promise.all([words, Promise.race([fonts, new Promise((done) => setTimeout(done, FONTS_MS))]).catch(() => {})]);
listen();
mount(App, { target: document.getElementById('app')! });

// Once here, here without a network too; what is on the screen comes first.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000));
  idle(() => void navigator.serviceWorker.register('./sw.js').catch(() => {}));
}
