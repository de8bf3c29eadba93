// The page itself. index.html asks for it beside the first script (vite.config.ts).
import { mount } from 'svelte';
import App from './App.svelte';
import { setLanguage } from './lib/i18n.svelte';
import { languageOf } from './lib/preferences';
import { listen } from './lib/router.svelte';
import { settings } from './lib/settings.svelte';

await setLanguage(languageOf(settings));
listen();
mount(App, { target: document.getElementById('app')! });

// Once here, here without a network too; what is on the screen comes first.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000));
  idle(() => void navigator.serviceWorker.register('./sw.js').catch(() => {}));
}
