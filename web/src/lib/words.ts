// Catalogues of words, from the .po files (scripts/po.mjs): one chunk a language, loaded when it is wanted.
export const LANGUAGES = { en: 'English', fr: 'Français', pl: 'Polski', ja: '日本語' } as const;
export type Language = keyof typeof LANGUAGES;
export type Words = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;

const load: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('../made/words.en'),
  fr: () => import('../made/words.fr'),
  pl: () => import('../made/words.pl'),
  ja: () => import('../made/words.ja'),
};

export const loadWords = async (language: Language): Promise<Words> => (await load[language]()).default;

/** The first of the reader's languages that we speak. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): Language {
  for (const tag of wanted) {
    const base = tag.slice(0, 2).toLowerCase();
    if (base in LANGUAGES) return base as Language;
  }
  return 'en';
}
