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

/** The number of the block in which a rule stands: a ruling may be part of the rule that it completes (T33a of T33). */
export function blockOf(rules: Rules, rule: string): string | undefined {
  const numbers = rules.sections.flatMap(({ blocks }) => blocks.map((block) => block.rule));
  return [rule, rule.replace(/[a-z]$/, '')].find((number) => numbers.includes(number));
}

const plain = (html: string): string => html.replace(/<[^>]+>/g, '').replaceAll('&amp;', '&').toLocaleLowerCase();

/** The sections with what has all the words; a section whose title has them is left whole. */
export function searched(rules: Rules, wanted: string): Rules['sections'] {
  const words = wanted.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string): boolean => words.every((word) => text.includes(word));
  return rules.sections
    .map((section) => (fits(section.title.toLocaleLowerCase()) ? section
      : { ...section, blocks: section.blocks.filter(({ rule = '', html }) => fits(`${rule.toLowerCase()} ${plain(html)}`)) }))
    .filter(({ blocks }) => blocks.length);
}
