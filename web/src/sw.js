// The service worker: everything that was built is kept, so that a second visit needs no network.
// The build fills in the version and the list. Tables on a server (/ws, /server.json) pass by.
const VERSION = '__VERSION__';
const CACHE = `zashiki-${VERSION}`;
const FILES = [/* __FILES__ */];

const wanted = new Set(FILES.map((file) => new URL(file, self.location).href));
const page = new URL('./', self.location).href;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' }))))
      .then(() => self.skipWaiting()),
  );
});

// Pages that are open keep what they have loaded; the cache before this one stays for them.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => {
        const ours = names.filter((name) => name.startsWith('zashiki-') && name !== CACHE);
        return Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
      })
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  url.hash = url.search = '';
  if (url.href === `${page}index.html`) url.href = page;
  if (url.href === page) event.respondWith(fresh(request, page));
  else if (wanted.has(url.href)) event.respondWith(caches.match(url.href).then((kept) => kept ?? fetch(request)));
  else if (url.href.startsWith(`${page}assets/`)) event.respondWith(caches.match(url.href).then((kept) => kept ?? fetch(request)));
});

// The page itself: from the network when that answers soon, so that a new version is seen at once.
async function fresh(request, key) {
  const kept = await caches.match(key);
  if (!kept) return fetch(request);
  const soon = new Promise((_, late) => setTimeout(() => late(new Error('late')), 1500));
  try {
    const answer = await Promise.race([fetch(request), soon]);
    return answer.ok ? answer : kept;
  } catch {
    return kept;
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => pages[0]?.focus()),
  );
});
