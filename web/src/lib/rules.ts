// A game's rules in the reader's language, or in English where nobody has translated them yet.
import { pages } from '../made/rules';
import type { Language } from './i18n.svelte';

export interface RuleBlock {
  rule?: string;
  depth: number;
  html: string;
}
export interface Rules {
  title: string;
  sections: { title: string; blocks: RuleBlock[] }[];
}

export async function loadRules(game: string, language: Language): Promise<{ rules: Rules; language: Language } | undefined> {
  for (const wanted of [language, 'en'] as const) {
    const page = pages[`${game}.${wanted}`];
    if (page) return { rules: (await page()).default, language: wanted };
  }
  return undefined;
}
