// Addresses to give away. A link for a friend never leads to this very machine's loopback.
import { href } from './router.svelte';
import type { ServerFacts } from './remote';

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host === '::1' || /^127\./.test(host) || host === '0.0.0.0';

/** Where friends can reach this page, ending in "/"; undefined when we know no such address. */
export function linkBase(facts: ServerFacts | undefined, page: { protocol: string; hostname: string; origin: string; pathname: string }): string | undefined {
  if (facts?.links && !isLoopback(new URL(facts.links).hostname)) return facts.links;
  if (!/^https?:$/.test(page.protocol) || isLoopback(page.hostname)) return undefined;
  return pageBase(page);
}

/** Who can open a link that begins with `base`. */
export type Reach = 'here' | 'house' | 'internet';
export function reachOf(base: string | undefined): Reach {
  if (!base) return 'here';
  const host = new URL(base).hostname;
  const isPrivate = /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(host) || /^\[f[cde]/.test(host) || host.endsWith('.local') || !/[.:]/.test(host);
  return isPrivate ? 'house' : 'internet';
}

/** The address of this very page, ending in "/": what a link begins with that only this computer may be able to open. */
export const pageBase = (page: { origin: string; pathname: string }): string => page.origin + page.pathname.replace(/[^/]*$/, '');

export const gameLink = (base: string, id: string, number: number): string =>
  base + href(number > 1 ? { at: 'game', id, number: String(number) } : { at: 'game', id });
export const recordLink = (base: string, letters: string): string => base + href({ at: 'record', letters });

/** To one's own seat, for another device; works once. */
export const deviceLink = (base: string, id: string, token: string): string => base + href({ at: 'device', id, token });

export const tableLink = (base: string, id: string, token?: string): string =>
  base + href(token ? { at: 'table', id, token } : { at: 'table', id });
