// Sentences (said.ts), in the reader's language.
import { list, say, type Args } from '../lib/i18n.svelte';
import type { Arg, Said } from './said';

export function spoken(arg: Arg): string | number {
  if (typeof arg !== 'object') return arg;
  if ('row' in arg) return arg.row.map(spoken).join(say('ui.comma') ?? ', ');
  return 'list' in arg ? list(arg.list.map((item) => String(spoken(item)))) : speak(arg);
}

export function speak(what: Said): string {
  const args: Args = Object.fromEntries(Object.entries(what.args ?? {}).map(([name, arg]) => [name, spoken(arg)]));
  return say(what.key, args) ?? what.key;
}

/** Sentences in a row. Languages written without spaces have none between sentences either. */
export const speakAll = (sentences: readonly Said[]): string => sentences.map(speak).join(say('ui.between') || ' ');
