// What the tests share: one browser, the real server, pages that are watched, and hands that play.
//
// Nothing is made up: `$ZASHIKI serve` with a folder of its own, Debian's Chromium, the client that is
// built into the program. Every console error, every breach of the content security policy and every
// message that does not fit docs/protocol.schema.json fails the test it happens in.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { complaint } from './schema.mjs';
import { FRIENDS, Server, top, zashiki } from './server.mjs';

export const web = fileURLToPath(new URL('..', import.meta.url));
/** Where pictures are left: of what was there when a test failed, or with ZASHIKI_SHOTS of every screen. */
const shots = join(web, 'e2e/shots');
export const scratch = mkdtempSync(join(tmpdir(), 'zashiki-e2e-'));
export const DESK = [1280, 800], PHONE = [390, 844], SMALL = [320, 700];
/** Whether what only repeats a proof is done as well. */
export const ALL = Boolean(process.env.ZASHIKI_ALL);
/** Of several ways to do the same (sizes, languages, players): the first, and with ZASHIKI_ALL the others too. Which
 * comes first differs from scene to scene, so that each size and each language is seen somewhere. */
export const first = (one, ...others) => (ALL ? [one, ...others] : [one]);
/** When to give up on something that does not come; no test is about how soon it does. */
export const PATIENCE_MS = 600_000;

// ---- The browser ----

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', `--host-resolver-rules=MAP ${FRIENDS} 127.0.0.1`,
];

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Chromium without what is around a page: it shows the same with a third less work, but no notifications. */
const SHELL = '/usr/bin/chromium-headless-shell';
const usual = ALL || process.env.CHROMIUM || !existsSync(SHELL) ? CHROMIUM : SHELL;

const launched = new Map();
/** The browser of this process; the whole one where the test needs notifications. */
function browser(whole = false) {
  const path = whole ? CHROMIUM : usual;
  if (!launched.has(path)) launched.set(path, chromium.launch({ executablePath: path, args: FLAGS }));
  return launched.get(path);
}
after(async () => {
  for (const server of await Promise.all(servers.values())) await server.close();
  for (const one of await Promise.all(launched.values())) await one.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** Servers that scenes share, by their flags: what they serve is then read from a cache, and a table of one scene does
 * not know of another's. */
const servers = new Map(), shared = new Set();

/** A wire between browser and server. It can be cut; it can be made deaf (nothing comes back, but it
 * holds) or silent (nothing goes either way); it can keep back what the browser says, and let it go. */
export class Proxy {
  bytes = 0;
  #pairs = new Set();
  #cut = false;
  #deaf = false;
  #silent = false;
  #kept;
  async start() {
    this.server = createServer((near) => {
      if (this.#cut) return near.destroy();
      const far = connect(this.target, '127.0.0.1');
      const pair = [near, far];
      this.#pairs.add(pair);
      const end = () => {
        near.destroy();
        far.destroy();
        this.#pairs.delete(pair);
      };
      for (const socket of pair) socket.on('error', end).on('close', end);
      near.on('data', (data) => {
        if (this.#kept) this.#kept.push(() => far.write(data));
        else if (!this.#silent) far.write(data);
      });
      far.on('data', (data) => {
        this.bytes += data.length;
        if (!this.#deaf && !this.#silent) near.write(data);
      });
    }).listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const { port } = this.server.address();
    this.local = `http://localhost:${port}/`;
    this.base = `http://${FRIENDS}:${port}/`;
    return this;
  }
  deafen() {
    this.#deaf = true;
  }
  hush() {
    this.#silent = true;
  }
  keepBack() {
    this.#kept = [];
  }
  letGo() {
    for (const send of this.#kept) send();
    this.#kept = undefined;
  }
  cut() {
    this.#cut = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }
  mend() {
    this.#cut = this.#deaf = this.#silent = false;
  }
  close() {
    this.cut();
    this.server.close();
  }
}

// ---- Pages ----

/** Runs in the page, before it: counts what the table says, and keeps what a local table says. */
function listen(settings) {
  if (settings && location.protocol.startsWith('http') && !localStorage.getItem('zashiki.settings')) localStorage.setItem('zashiki.settings', JSON.stringify(settings));
  addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
  const heard = (globalThis.heard = { event: 0, status: '', local: [] });
  const take = (message) => {
    if (message.event ?? message.snapshot) heard.event = Math.max(heard.event, message.event ?? message.snapshot);
    if (message.now) heard.status = message.now.status;
  };
  const NativeWorker = globalThis.Worker;
  globalThis.Worker = class extends NativeWorker {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (data.kind !== 'lines') return;
        for (const line of data.lines.split('\n').filter(Boolean)) {
          take(JSON.parse(line.slice(2)));
          heard.local.push(['host', line[0], line.slice(2)]);
        }
      });
    }
    postMessage(data, ...rest) {
      if (data.kind === 'message') heard.local.push(['client', '', data.message]);
      super.postMessage(data, ...rest);
    }
  };
  const NativeSocket = globalThis.WebSocket;
  globalThis.WebSocket = class extends NativeSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => take(JSON.parse(data)));
    }
  };
}

/** Pages that nobody uses, each in a context of its own, by language. Each person of a scene has one alone, and the next
 * scene has it again: a new page costs three times as much as one whose process is there, with the client in its cache. */
const idle = new Map();
/** A page that is not the client's, and quick to load; what a page stores can be set there. */
export const EMPTY = 'server.json';

async function newPage(language, settings, options) {
  const context = await (await browser(options.permissions?.includes('notifications'))).newContext({ locale: language, serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(listen, settings);
  const page = await context.newPage();
  page.on('pageerror', (error) => page.house.note(`${page.person}: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !page.calm.test(text)) page.house.note(`${page.person}, console: ${text}`);
  });
  page.on('websocket', (socket) => {
    const { house, frames, person } = page; // a frame that comes late is not the next scene's
    const keep = (side) => ({ payload }) => {
      const text = String(payload), message = JSON.parse(text);
      const wrong = complaint(side, message);
      if (wrong) house.note(`${person}, ${side}: ${wrong} in ${text.slice(0, 300)}`);
      if (Buffer.byteLength(text) > 8192 && side === 'client') house.note(`${person}: a frame of ${Buffer.byteLength(text)} bytes`);
      frames.push({ side, message, text });
    };
    socket.on('framesent', keep('client'));
    socket.on('framereceived', keep('host'));
  });
  return page;
}

/** A browser window of one person: a context of its own, with everything that goes wrong noted. */
export class House {
  wrong = [];
  pages = [];
  closing = [];

  note(what) {
    this.wrong.push(what);
  }

  /** `calm` is a pattern of console errors that are meant to happen (a server that was killed). Who is `alone` has a new
   * page that nobody gets afterwards; so has who asks for something special, like the service worker, which keeps the
   * whole client for later (`serviceWorkers: 'allow'`), and who goes to no server that scenes share. */
  async open(address, { size = DESK, theme = 'light', language = 'en', settings = {}, name = 'Mika', calm = /^$/, motion = 'reduce', alone = false, ...rest } = {}) {
    const all = { pace: 'at_once', name, ...settings };
    const { origin } = address ? new URL(address) : {}, key = `${language} ${origin}`;
    alone ||= Object.keys(rest).length > 0 || !shared.has(origin);
    const page = (!alone && idle.get(key)?.pop()) || (await newPage(language, alone ? all : undefined, rest));
    Object.assign(page, { frames: [], calm, house: this, person: name });
    this.closing.push(async () => {
      if (alone || page.isClosed()) return page.context().close();
      page.calm = /^/; // its wires are cut
      await page.unrouteAll();
      await page.goto(`${origin}/${EMPTY}`);
      idle.set(key, [...(idle.get(key) ?? []), page]);
    });
    await page.setViewportSize({ width: size[0], height: size[1] });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: motion, forcedColors: 'none' });
    if (!alone) await store(page, `${origin}/`, { 'zashiki.settings': JSON.stringify(all) }, true);
    this.pages.push(page);
    if (address && !address.endsWith(EMPTY)) await visit(page, address);
    return page;
  }

  /** A server that others use as well. */
  async serve(...flags) {
    const key = flags.join(' ');
    if (!servers.has(key)) servers.set(key, new Server(flags).start());
    const server = await servers.get(key);
    for (const address of [server.base, server.friends]) shared.add(new URL(address).origin);
    return server;
  }

  /** A server of one's own, which can be stopped. */
  async serveAlone(...flags) {
    const server = await new Server(flags).start();
    this.closing.push(() => server.close());
    return server;
  }

  /** A server behind a wire, whose address the server knows. */
  async serveBehind(...flags) {
    const proxy = await new Proxy().start();
    this.closing.push(async () => proxy.close());
    const server = await this.serveAlone('--public-url', proxy.base, ...flags);
    proxy.target = server.port;
    return { proxy, server };
  }

  /** Messages of tables in the browser itself are held to the schema as well. */
  async checkLocal(page) {
    for (const [side, , text] of await page.evaluate(() => globalThis.heard?.local.splice(0) ?? [])) {
      const wrong = complaint(side, JSON.parse(text));
      if (wrong) this.note(`local ${side}: ${wrong} in ${text.slice(0, 300)}`);
    }
  }

  async close(failed) {
    for (const [i, page] of this.pages.entries())
      if (!page.isClosed()) {
        if (failed) await picture(page, `failed-${failed}-${i}`).catch(() => {});
        else await this.checkLocal(page).catch(() => {});
      }
    for (const close of this.closing.reverse()) await close().catch((error) => this.note(String(error)));
  }
}

const ONLY = process.env.ZASHIKI_ONLY;

/** Seconds of processor that run.mjs and all it has started have used so far: the browser, the servers, the tests. */
export function processorSeconds() {
  const ticks = new Map(), parents = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8'), fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number);
      parents.set(Number(pid), fields[1]);
      ticks.set(Number(pid), fields[11] + fields[12] + fields[13] + fields[14]); // its own, and those of its dead
    } catch { /* it has ended meanwhile */ }
  const ours = (pid) => pid === Number(process.env.ZASHIKI_RUN) || (pid > 1 && ours(parents.get(pid) ?? 0));
  return [...ticks].reduce((sum, [pid, n]) => sum + (ours(pid) ? n : 0), 0) / 100;
}
/** With ZASHIKI_TIMES each scene leaves a line there: its seconds, those of the processor, its name. */
const TIMES = process.env.ZASHIKI_TIMES_AT;

/** A test with a house of its own, which is looked through when the test is over. */
export function scene(name, run, options = {}) {
  const file = globalThis.testFile;
  test(name, { timeout: 1_200_000, skip: Boolean(ONLY && !name.includes(ONLY)), ...options }, async (t) => {
    const house = new House(), begun = Date.now(), spent = TIMES ? processorSeconds() : 0;
    let failed = '';
    try {
      await run(house, t);
    } catch (error) {
      failed = name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60);
      if (house.wrong.length) error.message += `\n${house.wrong.join('\n')}`;
      throw error;
    } finally {
      await house.close(failed);
      const seconds = (Date.now() - begun) / 1000;
      t.diagnostic(`${seconds.toFixed(1)} s`);
      if (TIMES) appendFileSync(TIMES, `${seconds.toFixed(1)}\t${(processorSeconds() - spent).toFixed(1)}\t${file}\t${name}\n`);
    }
    if (house.wrong.length) assert.fail([...new Set(house.wrong)].join('\n'));
  });
}

/** A scene whose parts others show, too, one by one: only with ZASHIKI_ALL, or when it is asked for by name. */
export const sceneAgain = (...scenery) => (ALL || ONLY ? scene(...scenery) : undefined);

/** Puts things where the client keeps its own, as if it had done so before; `anew`: and nothing else is there. */
export async function store(page, base, entries, anew = false) {
  if (page.url() !== base + EMPTY) await page.goto(base + EMPTY);
  await page.evaluate(([kept, empty]) => {
    if (empty) localStorage.clear(), sessionStorage.clear();
    for (const [key, text] of kept) localStorage.setItem(key, text);
  }, [Object.entries(entries), anew]);
}

/** A table shortly before its end, as the client keeps it: a game that programs played, up to the last decision of A.
 * The persons play at this screen, bots in the other seats. What the client stores, by key. */
export function nearlyOver(game, { persons = ['A'], options = {}, seed = 3 } = {}) {
  const set = Object.entries(options).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const [head, ...lines] = execFileSync(zashiki, ['selfplay', game, '--bot', 'easy', '--seed', String(seed), ...set], { encoding: 'utf8' })
    .trim().split('\n').map((line) => JSON.parse(line));
  const made = lines.filter(({ move }) => move), seats = head.seats.map((_, i) => 'ABCD'[i]);
  const table = [
    { zashiki: 1, do: 'open', game, options: head.options },
    ...seats.map((seat) => ({ kind: 'sit', by: 'A', sits: persons.includes(seat) ? { seat, who: 'person', name: seat === 'A' ? 'Mika' : 'Ren' } : { seat, who: 'bot', bot: 'easy' }, time: 1000 })),
    ...made.slice(0, made.findLastIndex(({ by }) => by === 'A')).map(({ by, move }) => ({ kind: 'move', by, move, time: 2000 })),
  ];
  return {
    'zashiki.table.late': table.map((line) => `${JSON.stringify(line)}\n`).join(''),
    'zashiki.shelf': JSON.stringify([{ id: 'late', kind: 'local', game, mine: persons, names: ['Mika', 'Ren'], status: 'playing', updated: 1 }]),
  };
}

/** From wherever the page is to such a table. */
export async function sitLate(page, base, game = 'sketch', more = {}) {
  await store(page, base, nearlyOver(game, more));
  await visit(page, `${base}#/local/late`);
}

/** Goes to an address and waits until its screen is there. */
export async function visit(page, address) {
  await page.goto(address);
  await page.locator('main h1, header h1, h1.hidden-text').first().waitFor({ state: 'attached' });
}

const axeSource = readFileSync(join(web, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** A picture, for people to look at. */
function picture(page, name) {
  mkdirSync(shots, { recursive: true });
  return page.screenshot({ path: join(shots, `${name}.png`) });
}
export const shot = async (page, name) => (process.env.ZASHIKI_SHOTS ? picture(page, name) : undefined);

/** axe-core has nothing to say, in the theme of now, and nothing goes over the edge. */
export async function look(page, name) {
  await settle(page);
  await shot(page, name);
  await fits(page, name);
  await axe(page, name, { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
}

/** By day or by night, which differs from name to name; with ZASHIKI_ALL by both. */
export async function lookTwice(page, name) {
  const night = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2;
  for (const theme of first(...(night ? ['dark', 'light'] : ['light', 'dark']))) {
    await page.emulateMedia({ colorScheme: theme });
    await look(page, `${name}-${theme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A screen that others have looked at much like this: only with ZASHIKI_ALL. */
export const lookAgain = async (page, name) => (ALL ? lookTwice(page, name) : undefined);

async function axe(page, name, runOnly) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const found = await page.evaluate(async (only) => {
    const run = async (more) => (await globalThis.axe.run(document, { runOnly: only, resultTypes: ['violations'], ...more })).violations;
    // Where something is, is found out only if something is wrong: it takes long.
    if (!(await run({ selectors: false, elementRef: false, preload: false })).length) return [];
    return (await run({})).map(({ id, nodes }) =>
      `${id}: ${nodes.slice(0, 3).map(({ target, any, all, none }) => `${target.join(' ')} (${[...any, ...all, ...none][0]?.message})`).join(' | ')}`);
  }, runOnly);
  for (const violation of found) page.house.note(`${name}: axe: ${violation}`);
}

/** No sideways scrolling. */
export async function fits(page, name) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) page.house.note(`${name} scrolls sideways by ${wide}px`);
}

/** Until pictures, fonts and motion have come to rest. */
export async function settle(page) {
  await page.evaluate(async () => {
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await document.fonts.ready;
    // Pictures that follow the first frame of a screen (src/lib/later.ts).
    while ([...document.images].some((image) => !image.hasAttribute('src'))) await frames();
    await Promise.all([...document.images].map((image) => image.decode()));
    await frames(); // what has just changed may only now begin to move
    const passing = document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations !== Infinity);
    await Promise.all(passing.map((animation) => animation.finished.catch(() => {})));
    await frames();
  });
}

// ---- Playing ----

/** Until the predicate, which runs in the page, has an answer. (Playwright's own waitForFunction needs
 * eval, which the page's policy forbids.) */
export async function until(page, predicate, argument, what = '') {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pause = 20; ; pause = Math.min(pause + 10, 150)) {
    const answer = await page.evaluate(predicate, argument).catch((error) => {
      if (!/navigation|context was destroyed/.test(error.message)) throw error;
    });
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, pause));
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what || `${predicate} ${JSON.stringify(argument)}`}`);
  }
}

/** What the page waits for: me, another, the next at this screen, nothing any more. */
export const standing = (page, ...wanted) =>
  until(page, (among) => {
    const shown = (selector) => document.querySelector(selector)?.checkVisibility();
    const state = shown('dialog[open] .end') ? 'over' : shown('.cover') ? 'cover'
      : document.querySelector('.sentence.mine') && document.querySelector('[data-at^="hand:"][aria-disabled=false], [aria-keyshortcuts=e]') ? 'mine'
      : document.querySelector('.sentence') ? 'theirs' : '';
    return among.includes(state) && state;
  }, wanted, `a table where it is ${wanted.join(' or ')}`);

export const heard = (page) => page.evaluate(() => globalThis.heard.event);
/** Until the table has told of something after that event. */
export const heardSince = (page, event) => until(page, (n) => globalThis.heard.event > n, event, `an event after ${event}`);
/** Until these pages have heard the same. */
export async function together(...pages) {
  const most = Math.max(...(await Promise.all(pages.map(heard))));
  await Promise.all(pages.map((page) => heardSince(page, most - 1)));
}

export const hand = (page) => page.locator('.hand [data-at^="hand:"]');
export const stack = (page, colour) => page.locator(`[data-stack="${colour}"] .hit`);

/** One decision with the mouse: the first card, the first stack that takes it; its ability when `able`. */
export async function playCard(page, { able = false } = {}) {
  const before = await heard(page);
  await hand(page).first().click();
  await page.locator('[data-stack].target .hit').first().click();
  if (await page.locator('[data-stack].aimed').count()) {
    const distract = page.getByRole('button', { name: 'Distract', exact: true });
    if (able && (await distract.count())) await distract.click();
    else if (able) await page.locator('[data-stack].target:not(.aimed) .hit').first().click();
    else await page.locator('[aria-keyshortcuts="0"]').click();
  }
  await heardSince(page, before);
}

export async function endTurn(page) {
  const before = await heard(page);
  await page.locator('[aria-keyshortcuts="e"]').click();
  await heardSince(page, before);
}

/** Plays this page's part until the game is over, from inside the page: buttons are clicked as fast as
 * they light up. The number of cards played. `cards` ends it earlier, when so many were played. */
export function playOut(page, { cards = Infinity, hands = false } = {}) {
  return page.evaluate(async ({ most, handsOver, patienceMs }) => {
    const find = (selector) => document.querySelector(selector);
    const rest = () => new Promise((done) => setTimeout(done, 4));
    let played = 0, seen = globalThis.heard.event, patience = Date.now();
    const deadline = () => {
      if (Date.now() - patience > patienceMs) throw new Error(`stuck: ${find('.sentence')?.textContent} ${find('.notes')?.textContent}`);
    };
    while (played < most) {
      deadline();
      if (find('dialog[open] .end')) return played;
      if (find('.cover')) {
        if (!handsOver) return played;
        find('.cover button').click();
      }
      if (find('.nocards')?.clientHeight > 60) throw new Error('that the hand is empty stands in one line or two');
      const cards = document.querySelectorAll('.hand [data-at^="hand:"][aria-disabled=false]');
      if (!find('.sentence.mine') || (globalThis.heard.event === seen && played) || !(cards.length || find('[aria-keyshortcuts=e]:not(.unready)'))) {
        await rest();
        continue;
      }
      seen = globalThis.heard.event;
      if (cards.length) {
        cards[played % cards.length].click();
        while (!find('[data-stack].target .hit')) { deadline(); await rest(); }
        find('[data-stack].target .hit').click();
        await rest();
        const distract = find('.acts .act.strong'), call = find('[data-stack].target:not(.aimed) .hit');
        if (find('[data-stack].aimed')) (distract ?? call ?? find('[aria-keyshortcuts="0"]')).click();
      } else {
        find('[aria-keyshortcuts=e]').click();
      }
      played++;
      patience = Date.now();
      while (globalThis.heard.event === seen) { deadline(); await rest(); }
    }
    return played;
  }, { most: cards === Infinity ? 1e9 : cards, handsOver: hands, patienceMs: PATIENCE_MS });
}

/** Plays this page's part by taking a bot's advice, at any game's table, until the game is over or so many
 * moves were made, or the device asks for another person. Advice to declare peace is taken when `ends`. */
export function playAdvised(page, { moves = Infinity, hands = false, ends = false } = {}) {
  return page.evaluate(async ({ most, handsOver, declares, patienceMs }) => {
    const find = (selector) => document.querySelector(selector);
    const rest = () => new Promise((done) => setTimeout(done, 4));
    const lamp = () => [...document.querySelectorAll('.actions button')].find((button) => button.textContent.trim() === 'Advice' && !button.disabled);
    let made = 0, patience = Date.now();
    const until = async (holds) => {
      do {
        if (Date.now() - patience > patienceMs) throw new Error(`stuck: ${find('.sentence')?.textContent} ${find('.notes')?.textContent}`);
        await rest();
      } while (!holds());
    };
    while (made < most) {
      if (find('dialog[open] .end')) break;
      if (find('.cover')) {
        if (!handsOver) break;
        find('.cover button').click();
      }
      if (find('.hint button') && !find('.hint button').disabled) {
        const seen = globalThis.heard.event, ends = !declares && find('.hint span').textContent.includes('peace');
        find(ends ? '.hint .icon' : '.hint button').click();
        patience = Date.now();
        await until(() => (ends ? !find('.hint') : globalThis.heard.event !== seen));
        made += !ends;
      } else if (lamp()) {
        lamp().click();
        await until(() => find('.hint') || find('.notes [role=alert]') || !lamp());
      } else await until(() => lamp() || find('.cover') || find('dialog[open] .end'));
    }
    return made;
  }, { most: moves === Infinity ? 1e9 : moves, handsOver: hands, declares: ends, patienceMs: PATIENCE_MS });
}

/** Plays Yokai at this page, and everybody's part who plays at this screen, from inside the page: what is lit is clicked,
 * until the game is over, so many decisions were made, or, without `hands`, the device asks for another person. The number
 * of decisions. */
export function playYokai(page, { moves = Infinity, hands = true } = {}) {
  return page.evaluate(async ({ most, handsOver, patienceMs }) => {
    const find = (selector) => [...document.querySelectorAll(selector)];
    const rest = () => new Promise((done) => setTimeout(done, 3));
    let decisions = 0, patience = Date.now();
    const wait = async () => {
      if (Date.now() - patience > patienceMs) throw new Error(`stuck: ${find('.sentence')[0]?.textContent} ${find('.notes')[0]?.textContent}`);
      await rest();
    };
    const answered = async (node) => {
      const seen = globalThis.heard.event;
      node.click();
      while (globalThis.heard.event === seen) await wait();
      decisions++;
      patience = Date.now();
    };
    while (decisions < most) {
      await wait();
      if (find('dialog[open] .end').length) break;
      if (find('.cover button').length) {
        if (!handsOver) break;
        find('.cover button')[0].click();
      }
      if (!find('.sentence.mine').length) continue;
      const lit = find('.plane .target'), pick = (list) => list[(decisions * 7) % list.length];
      const hints = find('[data-hint].lit'), pile = find('.pile.lit');
      if (document.documentElement.scrollWidth > innerWidth) throw new Error('scrolls sideways');
      if (hints.length && (!pile.length || decisions % 3 === 0)) {
        pick(hints).click();
        await rest();
        if (find('.plane .target').length) await answered(pick(find('.plane .target')));
      } else if (pile.length) await answered(pile[0]);
      else if (find('.buttons .main').length) await answered(find('.buttons .main')[0]); // nothing can be moved
      else if (lit.length && /look/.test(find('.sentence')[0].textContent)) await answered(pick(lit));
      else if (lit.length) {
        pick(lit).click();
        await rest();
        const places = find('.cell.place[data-place]');
        if (places.length) await answered(pick(places));
      }
    }
    return decisions;
  }, { most: moves === Infinity ? 1e9 : moves, handsOver: hands, patienceMs: PATIENCE_MS });
}

/** From the home page into a game against the bot; the person's turn. */
export async function playNow(page) {
  await page.locator('.playable[data-game=sketch] .button.main').click();
  await standing(page, 'mine');
}

/** Mika opens a table for a friend, Ren opens the link, both sit, and the first is in turn. */
export async function sitDown(house, server, { first = 'A', advice = false, mika = {}, ren = {} } = {}) {
  const a = await house.open(`${server.base}#/new/sketch/friends`, mika);
  await a.locator(`input[name=first][value=${first}]`).check();
  if (advice) await a.locator('input[name=advice][value=true]').check();
  await a.locator('form .button.main').click();
  const link = await a.locator('.invite input').inputValue();
  const b = await house.open(link, { name: 'Ren', ...ren });
  await b.locator('form .button.main').click();
  await standing(a, first === 'A' ? 'mine' : 'theirs');
  await standing(b, first === 'B' ? 'mine' : 'theirs');
  return { a, b, link, id: new URL(a.url()).hash.split('/')[2] };
}

export { existsSync, join, readFileSync, top, zashiki };
