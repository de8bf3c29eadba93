// What a person does with a page, in whatever browser: finds a thing by its role and its name, sees it, presses it.
import assert from 'node:assert/strict';

const PATIENCE_MS = 60_000;
const ROLES = {
  button: 'button, [role=button]', link: 'a[href]', gridcell: '[role=gridcell]', dialog: 'dialog[open]',
  heading: 'h1, h2, h3', status: '[role=status], [aria-live=polite]', group: '[role=group], fieldset',
};

/** In the page: the visible things of a role with such a name, the first `within` a thing of another. */
function find(selector, name, flags, within) {
  const shown = (node) => node.getClientRects().length && getComputedStyle(node).visibility !== 'hidden';
  const read = (node) => {
    const copy = node.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return copy.textContent;
  };
  const nameOf = (node) => {
    const by = node.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    return (node.getAttribute('aria-label') ?? by ?? read(node)).replace(/\s+/g, ' ').trim();
  };
  const like = new RegExp(name, flags);
  const roots = within ? [...document.querySelectorAll(within[0])].filter((node) => shown(node) && new RegExp(within[1], within[2]).test(nameOf(node))) : [document];
  return roots.flatMap((root) => [...root.querySelectorAll(selector)]).filter((node) => shown(node) && !node.disabled && like.test(nameOf(node)));
}
/** In the page: where to press it, once it does not move any more; nothing when something lies over it. */
async function spot(node) {
  node.scrollIntoView({ block: 'center', inline: 'center' });
  let last = '';
  for (let same = 0; same < 6;) {
    await new Promise((done) => setTimeout(done, 50));
    const { x, y, width, height } = node.getBoundingClientRect(), now = [x, y, width, height].join();
    same = now === last ? same + 1 : 0;
    last = now;
  }
  const box = node.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2, top = document.elementFromPoint(x, y);
  return node.contains(top) || top?.closest('label, button, a')?.contains(node) ? [x, y] : null;
}

const asked = (role, name, within) => {
  const one = (role, name) => JSON.stringify([ROLES[role] ?? role, name.source, name.flags]);
  return `(${find})(...${one(role, name)}, ${within ? one(...within) : 'undefined'})`;
};

export class Page {
  constructor(browser) { this.browser = browser; }

  async count(role, name = /./, within) { return this.browser.evaluate(`${asked(role, name, within)}.length`); }
  async text(role, name = /./, within) { return this.browser.evaluate(`${asked(role, name, within)}[0]?.innerText`); }

  async until(what, condition) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await condition();
      if (found) return found;
      if (Date.now() > end) throw new Error(`${what} did not come`);
      await new Promise((done) => setTimeout(done, 60));
    }
  }
  sees(role, name = /./, within) { return this.until(`${role} ${name}`, () => this.count(role, name, within)); }

  async press(role, name, within) {
    const [x, y] = await this.until(`a place to press ${role} ${name}`, async () => {
      const some = `${asked(role, name, within)}[0]`;
      return this.browser.evaluate(`(async () => ${some} ? (${spot})(${some}) : null)()`);
    });
    await this.browser.press(x, y);
  }

  /** Opens a screen as if for the first time, and looks at it: it says what it is, and nothing hangs over at the side. */
  async visit(url) {
    await this.browser.goto('about:blank');
    await this.browser.goto(url);
    await this.watch();
    await this.sees('heading');
  }
  async watch() {
    await this.browser.evaluate('globalThis.faults ??= (() => { const faults = []; addEventListener("error", (event) => faults.push(event.message)); addEventListener("unhandledrejection", (event) => faults.push(String(event.reason))); return faults; })()');
  }
  async fits(where) {
    const [wide, room, faults] = await this.browser.evaluate('[document.documentElement.scrollWidth, document.documentElement.clientWidth, globalThis.faults ?? []]');
    assert.ok(wide <= room, `${where}: ${wide} pixels in ${room}`);
    assert.deepEqual(faults, [], where);
  }
}
