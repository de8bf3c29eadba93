// Marks that a player pins on cards, kept in this browser for a seat at a table. A card's marks are
// letters in the order they were pinned: "K" says it is one, "k" that it is none.
import { FAMILIES, type Family } from './view';

export type Notes = Partial<Record<number, string>>;
export interface Pinned {
  family: Family;
  not: boolean;
}

export const pinned = (marks: string | undefined): Pinned[] =>
  [...(marks ?? '')].map((letter) => ({ family: letter.toUpperCase() as Family, not: letter !== letter.toUpperCase() }));

/** From nothing to "is", to "is not", to nothing. */
export function turn(notes: Notes, card: number, family: Family): Notes {
  const marks = notes[card] ?? '', not = family.toLowerCase();
  if (marks.includes(family)) return { ...notes, [card]: marks.replace(family, not) };
  if (marks.includes(not)) return { ...notes, [card]: marks.replace(not, '') };
  return { ...notes, [card]: marks + family };
}

export const clear = (notes: Notes, card: number): Notes => ({ ...notes, [card]: '' });

const PLACE = 'zashiki.notes';
/** Seats whose notes are kept; those of older games go. */
const KEPT = 24;
const LETTERS = FAMILIES.join('') + FAMILIES.join('').toLowerCase();

function all(): Record<string, Notes> {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as unknown;
    return kept && typeof kept === 'object' ? (kept as Record<string, Notes>) : {};
  } catch {
    return {};
  }
}

/** The notes kept under a name. What is no note is left out. */
export function read(name: string): Notes {
  const notes: Notes = {};
  for (const [card, marks] of Object.entries(all()[name] ?? {}))
    if (Number(card) >= 1 && Number(card) <= 16 && typeof marks === 'string') notes[Number(card)] = [...marks].filter((letter) => LETTERS.includes(letter)).slice(0, 4).join('');
  return notes;
}

export function write(name: string, notes: Notes): void {
  const { [name]: _, ...others } = all();
  const kept = Object.entries({ ...others, [name]: notes }).slice(-KEPT);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Full or forbidden: the notes last as long as the page.
  }
}
