// Where one is: the part of the address after #. It works from any folder, and what stands there
// is never sent to a server; so a seat's token may travel in it.
import { newScreen } from './later';

export type Route =
  | { at: 'home' }
  /** `set`: what is chosen beforehand, as "level=2&players=3". */
  | { at: 'new'; game: string; how: 'bot' | 'friends' | 'here'; set?: string }
  | { at: 'local'; id: string }
  | { at: 'table'; id: string; token?: string }
  /** A seat of one's own, on another device. */
  | { at: 'device'; id: string; token: string }
  | { at: 'replay'; id?: string }
  /** A finished game at a server's table; its number there, from 1. */
  | { at: 'game'; id: string; number?: string }
  /** A game that the link carries whole: carry.ts. */
  | { at: 'record'; letters: string }
  | { at: 'rules'; game: string; rule?: string }
  | { at: 'learn'; game: string }
  /** The tutorial of a game: opens a table and goes there. */
  | { at: 'first'; game: string }
  /** A page of a game's own. */
  | { at: 'page'; page: string }
  | { at: 'lost' };

const HOWS = ['bot', 'friends', 'here'] as const;
/** Addresses that are none without what comes after. */
const WITH_MORE = ['new', 'local', 'table', 'device', 'game', 'record', 'rules', 'learn', 'first'];

export function parse(hash: string): Route {
  let parts: string[];
  try {
    parts = hash.replace(/^#?\/?/, '').split('/').map(decodeURIComponent);
  } catch {
    return { at: 'lost' };
  }
  const [at, first, second, third] = parts;
  if (!at) return { at: 'home' };
  if (at === 'replay') return first ? { at, id: first } : { at };
  if (!first) return WITH_MORE.includes(at) ? { at: 'lost' } : { at: 'page', page: at };
  switch (at) {
    case 'new':
      return { at, game: first, how: HOWS.find((how) => how === second) ?? 'bot', ...(third ? { set: third } : {}) };
    case 'local':
      return { at, id: first };
    case 'table':
      return second ? { at, id: first, token: second } : { at, id: first };
    case 'device':
      return second ? { at, id: first, token: second } : { at: 'table', id: first };
    case 'game':
      return second ? { at, id: first, number: second } : { at, id: first };
    case 'record':
      return { at, letters: first };
    case 'rules':
      return second ? { at, game: first, rule: second } : { at, game: first };
    case 'learn':
    case 'first':
      return { at, game: first };
    default:
      return { at: 'lost' };
  }
}

export function href(route: Route): string {
  const { at, ...rest } = route as { at: string } & Record<string, string | undefined>;
  const order = ['game', 'how', 'set', 'id', 'token', 'number', 'letters', 'rule', 'page'];
  const parts = order.map((name) => rest[name]).filter((part) => part !== undefined);
  return '#/' + [at === 'home' || at === 'page' ? '' : at, ...parts.map((part) => encodeURIComponent(part!))].filter(Boolean).join('/');
}

let current = $state.raw<Route>({ at: 'home' });

export const route = (): Route => current;

export function go(to: Route, replace = false): void {
  if (replace) {
    history.replaceState(null, '', href(to));
    current = to;
  } else {
    location.hash = href(to);
  }
}

export function listen(): void {
  const read = (): void => {
    newScreen();
    current = parse(location.hash);
  };
  addEventListener('hashchange', read);
  read();
}
