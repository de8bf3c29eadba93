export interface PoEntry {
  key: string;
  english: string;
  plural: string;
  words: string[];
}
export type Forms = 'en' | 'fr' | 'pl' | 'ja';
export const FORMS: Record<Forms, Intl.LDMLPluralRule[]>;
export interface PoFile {
  path: string;
  entries: PoEntry[];
}
export function readPo(text: string): PoEntry[];
export function joinPo(files: PoFile[]): PoEntry[];
export function poFiles(language: Forms, root?: URL): PoFile[];
export function readLanguage(language: Forms): PoEntry[];
export function catalogue(language: Forms, entries: PoEntry[], english?: PoEntry[]): Record<string, string | Record<string, string>>;
