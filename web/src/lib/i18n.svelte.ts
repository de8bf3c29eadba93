// Words in the reader's language; changing the language changes the page at once.
import type { Key } from '../made/keys';
import { LANGUAGES, loadWords, type Language, type Words } from './words';

export { LANGUAGES, type Key, type Language };
export type Args = Record<string, string | number> | readonly (string | number)[];

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
  const loaded = await loadWords(wanted);
  plural = new Intl.PluralRules(wanted);
  words = loaded;
  current = wanted;
  if (globalThis.document) document.documentElement.lang = wanted;
}

/** Names in a row: "Mika and Ren". By the catalogue: the first Intl.ListFormat of a page takes longer than half its scripts. */
export function list(names: readonly string[]): string {
  const before = names.slice(0, -1).join(t('ui.comma')), last = names.at(-1) ?? '';
  return before ? t('ui.list.last', [before, last]) : last;
}
