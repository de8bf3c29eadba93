export interface PoEntry {
  key: string;
  english: string;
  plural: string;
  words: string[];
}
export type Forms = 'en' | 'fr' | 'pl' | 'ja';
export const FORMS: Record<Forms, Intl.LDMLPluralRule[]>;
export function readPo(text: string): PoEntry[];
export function catalogue(language: Forms, entries: PoEntry[], english?: PoEntry[]): Record<string, string | Record<string, string>>;
