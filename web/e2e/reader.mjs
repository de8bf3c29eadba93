// Somebody who reads: knows a language by its catalogues, finds things by their roles and names, and presses them with a
// mouse, a finger, or by the keyboard alone. A thing is {role, name, within}: a pattern of its name, and the thing that it is in.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { DESK, PATIENCE_MS, PHONE, top } from './kit.mjs';
import { readPo } from '../scripts/po.mjs';

export const DEVICES = { desktop: { size: DESK }, phone: { size: PHONE, hasTouch: true }, keyboard: { size: DESK } };

function catalogue(language) {
  const files = [`${top}locale/${language}.po`, ...readdirSync(`${top}src/games`).map((game) => `${top}src/games/${game}/locale/${language}.po`)];
  const entries = files.filter(existsSync).flatMap((file) => readPo(readFileSync(file, 'utf8')));
  return new Map(entries.map(({ key, english, plural, words }) => [key, language === 'en' ? [english, plural].filter(Boolean) : words]));
}
// Blanks of any width.
export const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s');

/** Runs in the page. What these things are called, or the nth of the first of them; or which of them is there first, -1 when
 * the table has told of something after that event. What is disabled is not there. (Playwright's own search by role goes
 * through every stroke of the pictures, which takes most of a scene's time.) */
function search({ things, names, nth, after }) {
  const TAGS = { button: 'button', link: 'a[href]', list: 'ul, ol' };
  const textOf = (node) => [...node.childNodes].map((part) => (part.nodeType === 3 ? part.data : part.nodeType !== 1 || part.ariaHidden === 'true' ? '' : textOf(part))).join('');
  const nameOf = (node) => node.ariaLabel ?? textOf(node).trim().replace(/\s+/g, ' ');
  const all = ({ role, name, within }) => {
    const root = within ? all(within)[0] : document;
    return [...(root?.querySelectorAll(TAGS[role] ?? `[role=${role}]`) ?? [])].filter((node) =>
      (!node.role || node.role === role) && node.checkVisibility() && node.ariaDisabled !== 'true' && !node.disabled && (!name || new RegExp(name, 'iu').test(nameOf(node))));
  };
  if (names) return all(things[0]).map(nameOf);
  if (nth !== undefined) return all(things[0]).at(nth);
  const at = things.findIndex((thing) => all(thing).length);
  return at >= 0 ? at : after !== undefined && globalThis.heard.event > after ? -1 : undefined;
}
const sent = ({ role, name, within }) => ({ role, name: name?.source, within: within && sent(within) });

export class Reader {
  constructor(page, language, device) {
    Object.assign(this, { page, language, device, words: catalogue(language) });
  }

  /** A name with its holes: those given are filled, others may be anything. */
  #pattern(key, args) {
    const forms = this.words.get(key);
    assert.ok(forms, `${this.language} has ${key}`);
    const one = (form) => form.split(/(\{\w+\})/).map((part) => (/^\{/.test(part) ? quoted(String(args[part.slice(1, -1)] ?? '')) || '.*' : quoted(part))).join('').replace(/\d$/, '$&(?!\\d)');
    return forms.map(one).join('|');
  }
  /** The whole of a name, the beginning of one, a part of one. */
  named(key, args = {}) {
    return new RegExp(`^(?:${this.#pattern(key, args)})$`, 'iu');
  }
  begins(key, args = {}) {
    return new RegExp(`^(?:${this.#pattern(key, args)})`, 'iu');
  }
  has(key, args = {}) {
    return new RegExp(this.#pattern(key, args), 'iu');
  }

  /** What these are called: their labels, or their text without what is hidden from a screen reader. */
  names(thing) {
    return this.page.evaluate(search, { things: [sent(thing)], names: true });
  }
  /** Until one of these is there, or the table has told of something after that event; which one, or -1. Undefined when
   * that takes longer than `patienceMs`. */
  async first(things, { after, patienceMs } = {}) {
    for (const deadline = Date.now() + (patienceMs ?? PATIENCE_MS); ; await new Promise((done) => setTimeout(done, 40))) {
      const found = await this.page.evaluate(search, { things: things.map(sent), after });
      if (found !== undefined) return found;
      if (Date.now() > deadline) break;
    }
    if (patienceMs !== undefined) return undefined;
    throw new Error(`waited in vain for ${things.map(({ role, name }) => `${role} ${name}`).join(' or ')}`);
  }

  /** Presses a thing, of several the nth, as soon as it is there; a screen reader (`reader`) does so without a pointer. */
  async press(thing, nth = 0) {
    await this.first([thing]);
    const node = (await this.page.evaluateHandle(search, { things: [sent(thing)], nth })).asElement();
    assert.ok(node, `${thing.role} ${thing.name} is there`);
    return this.pressNode(node);
  }
  async pressNode(node) {
    if (this.device === 'phone') return node.tap();
    if (this.device === 'desktop') return node.click();
    if (this.device === 'reader') return node.evaluate((one) => one.click());
    await this.#reach(node);
    return this.page.keyboard.press('Enter');
  }

  /** Goes there by Tab, and by arrows among things of which one alone is in the order of Tab. */
  async #reach(node) {
    const seen = new Map();
    for (let i = 0; i < 200; i++) {
      const [here, ...ways] = await node.evaluate((to) => {
        const at = document.activeElement;
        if (at === to) return [];
        if (to.tabIndex >= 0 || at?.role !== to.role || at?.tagName !== to.tagName || !at.closest('[role=group], [role=grid], section')?.contains(to)) return ['', 'Tab'];
        const [a, b] = [at, to].map((one) => one.getBoundingClientRect());
        const [x, y] = [b.left + b.width / 2 - a.left - a.width / 2, b.top + b.height / 2 - a.top - a.height / 2];
        const ways = [x < 0 ? 'ArrowLeft' : 'ArrowRight', y < 0 ? 'ArrowUp' : 'ArrowDown'];
        if (Math.abs(y) > Math.abs(x)) ways.reverse();
        return [`${Math.round(a.left)} ${Math.round(a.top)}`, ...ways];
      });
      if (!ways.length) return;
      // Whoever comes by again tries the other way.
      const times = here ? (seen.get(here) ?? 0) : 0;
      seen.set(here, times + 1);
      await this.page.keyboard.press(ways[times % ways.length]);
    }
    assert.fail(`the keyboard does not reach "${await node.textContent()}"`);
  }
}
