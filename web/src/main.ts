// The first script, which is small: theme and text size are right from the first frame on, and the words, and all that
// a table needs, are on their way while the page itself is still being read.
import './styles/base.css';
import { beginTable } from './lib/early';
import { readShelf } from './lib/kept';
import { languageOf, readSettings, showLook } from './lib/preferences';
import { loadWords } from './lib/words';

const settings = readSettings();
showLook(settings);
void loadWords(languageOf(settings));

// A table is more than the page: its engine is begun, and all its parts are asked for at once, not one after the other as
// each finds the next. index.html has their names (vite.config.ts).
const [, kind, id] = /^#\/(local|table)\/([^/]+)/.exec(location.hash) ?? [];
if (id) {
  if (kind === 'local') beginTable(id);
  const game = readShelf().find((kept) => kept.id === id)?.game ?? '';
  const parts = JSON.parse(document.getElementById('parts')?.textContent ?? '{}') as Record<string, string[]>;
  for (const href of new Set([...(parts.Table ?? []), ...(parts[game] ?? [])])) {
    const isStyle = href.endsWith('.css');
    document.head.append(Object.assign(document.createElement('link'), { rel: isStyle ? 'preload' : 'modulepreload', crossOrigin: '', href, ...(isStyle ? { as: 'style' } : {}) }));
  }
}
void import('./start');
