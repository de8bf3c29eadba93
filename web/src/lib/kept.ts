// Tables as they lie in this browser's storage; without Svelte, for the first script. What is done with them: shelf.svelte.ts.
import type { Kept } from './shelf.svelte';

export const INDEX = 'zashiki.shelf';
export const textPlace = (id: string): string => `zashiki.table.${id}`;

export function readShelf(): Kept[] {
  try {
    const list = JSON.parse(localStorage.getItem(INDEX) ?? '[]') as Kept[];
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // nothing is kept, or there is no storage here
  }
}

export const getText = (id: string): string | null => localStorage.getItem(textPlace(id));
