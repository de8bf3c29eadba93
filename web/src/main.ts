import { mount } from 'svelte';
import './styles/base.css';
import App from './App.svelte';
import { listen } from './lib/router.svelte';
import { begin } from './lib/settings.svelte';

await begin();
listen();
mount(App, { target: document.getElementById('app')! });

// Once here, here without a network too.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('./sw.js').catch(() => {});
