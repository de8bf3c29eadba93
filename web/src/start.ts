// The page itself. index.html asks for it beside the first script (vite.config.ts).
import { mount } from 'svelte';
import App from './App.svelte';
import { setLanguage } from './lib/i18n.svelte';
import { languageOf } from './lib/preferences';
import { listen } from './lib/router.svelte';
import { settings } from './lib/settings.svelte';

// With the fonts from the first frame on, where they come soon: what is shown does not move again.
const FONTS_MS = 400;
const fonts = Promise.all(['400 1em "Zashiki Sans"', '600 1em "Zashiki Sans"', '600 1em "Zashiki Serif"'].map((font) => document.fonts.load(font)));
await Promise.all([setLanguage(languageOf(settings)), Promise.race([fonts, new Promise((done) => setTimeout(done, FONTS_MS))]).catch(() => {})]);
listen();
mount(App, { target: document.getElementById('app')! });

// Once here, here without a network too; what is on the screen comes first.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000));
  idle(() => void navigator.serviceWorker.register('./sw.js').catch(() => {}));
}
