// A page to look at the board and the pictures with, fed with real views; not part of the site.
// ?state=mid&theme=dark&language=fr&long; without a state, all pictures.
import '../../styles/base.css';
import { mount } from 'svelte';
import { setLanguage, type Language } from '../../lib/i18n.svelte';
import Demo from './Demo.svelte';
import Sheet from './Sheet.svelte';

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get('theme') ?? 'light';
const state = asked.get('state');
await setLanguage((asked.get('language') ?? 'en') as Language);
if (state) mount(Demo, { target: document.body, props: { state, long: asked.has('long'), hint: asked.get('hint') ?? undefined } });
else mount(Sheet, { target: document.body, props: { boxes: asked.has('boxes') } });
