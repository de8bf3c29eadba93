// Card sets that the reader has loaded from files, kept in this browser. The engine has looked at each of
// them before it came here.
import { games, limits } from '../made/facts';

export interface LandCard {
  id: string;
  tier: 'I' | 'II' | 'III';
  name: string;
  count?: number;
  gives?: string;
  needs?: string;
  cost?: number;
  bid?: true;
  charm?: number;
  mystery?: number;
  star?: number;
}
export interface CardSet {
  name: string;
  land: LandCard[];
  mystery: { id: string; cash: number; count?: number }[];
  setup?: unknown;
}

const PLACE = 'zashiki.cards';
/** What a server reads, less what else is in such a message. */
const SERVER_MOST = limits.message - 400;

/** Those that come with the program, the default first. */
export const shippedSets: readonly string[] = games.yotei.options.find(({ name }) => name === 'cards')!.values;

export function keptSets(): CardSet[] {
  try {
    const sets = JSON.parse(localStorage.getItem(PLACE) ?? '[]') as CardSet[];
    return Array.isArray(sets) ? sets : [];
  } catch {
    return [];
  }
}

/** Sets that tables were opened with by somebody else. */
const heard = new Map<string, CardSet>();
export const hearSet = (set: CardSet): void => void heard.set(set.name, set);

export const findSet = (name: string): CardSet | undefined => heard.get(name) ?? keptSets().find((set) => set.name === name);

/** Keeps a set in the place of one of the same name; false where nothing can be kept. */
export function keepSet(set: CardSet): boolean {
  return write([set, ...keptSets().filter(({ name }) => name !== set.name)]);
}

export const dropSet = (name: string): boolean => write(keptSets().filter((set) => set.name !== name));

function write(sets: CardSet[]): boolean {
  try {
    localStorage.setItem(PLACE, JSON.stringify(sets));
    return true;
  } catch {
    return false;
  }
}

/** Whether it can be sent to a server, too. */
export const fitsServer = (set: CardSet): boolean => new TextEncoder().encode(JSON.stringify(set)).length <= SERVER_MOST;
