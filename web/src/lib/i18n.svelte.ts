// Words in the reader's language. Catalogues come from locale/*.po (scripts/po.mjs), one chunk a
// language, loaded when it is wanted; changing the language changes the page at once.
import type { Key } from '../made/keys';

export type { Key };
export const LANGUAGES = { en: 'English', fr: 'Français', pl: 'Polski', ja: '日本語' } as const;
export type Language = keyof typeof LANGUAGES;
type Words = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;
export type Args = Record<string, string | number> | readonly (string | number)[];

const load: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('../made/words.en'),
  fr: () => import('../made/words.fr'),
  pl: () => import('../made/words.pl'),
  ja: () => import('../made/words.ja'),
};

let words = $state.raw<Words>({});
let current = $state<Language>('en');
let plural = new Intl.PluralRules('en');

/** A sentence: {name} and {0} are replaced by arguments; {n} also chooses the plural form. */
export function format(said: Words[string] | undefined, args: Args, rules: Intl.PluralRules): string | undefined {
  if (said === undefined) return undefined;
  const by = args as Record<string, string | number>;
  let text: string | undefined = said as string;
  if (typeof said !== 'string') text = said[rules.select(Number(by.n))] ?? said.many ?? said.other;
  return text?.replace(/\{(\w+)\}/g, (whole, name: string) => String(by[name] ?? whole));
}

export const t = (key: Key, args: Args = {}): string => format(words[key], args, plural) ?? key;

/** The same for a key that comes from outside; undefined when there is no such sentence. */
export const say = (key: string, args: Args = []): string | undefined => format(words[key], args, plural);

export const language = (): Language => current;

export async function setLanguage(wanted: Language): Promise<void> {
  const loaded = (await load[wanted]()).default;
  plural = new Intl.PluralRules(wanted);
  words = loaded;
  current = wanted;
  if (globalThis.document) document.documentElement.lang = wanted;
}

/** The first of the reader's languages that we speak. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): Language {
  for (const tag of wanted) {
    const base = tag.slice(0, 2).toLowerCase();
    if (base in LANGUAGES) return base as Language;
  }
  return 'en';
}

/** Names in a row: "Mika and Ren". */
export const list = (names: string[]): string => new Intl.ListFormat(current).format(names);
