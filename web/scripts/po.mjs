// Catalogues from locale/*.po: src/made/words.<language>.ts, and the type of all keys.
//
// An entry is known by its msgctxt; its msgid is the English sentence. In en.po the msgstr may be
// empty. Of plurals, msgstr[i] stands for the i-th of the language's forms below.
import { mkdirSync, readdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const FORMS = {
  en: ['one', 'other'],
  fr: ['one', 'other'],
  pl: ['one', 'few', 'many'],
  ja: ['other'],
};

const unquote = (text) => JSON.parse(text);

/** The entries of a .po file: {key, english, plural, words: string[]}, in order. */
export function readPo(text) {
  const entries = [];
  let entry, field;
  const put = (name, part) => {
    if (name === 'msgctxt') entries.push((entry = { key: '', english: '', plural: '', words: [] }));
    if (!entry) return;
    if (name === 'msgctxt') entry.key += part;
    else if (name === 'msgid') entry.english += part;
    else if (name === 'msgid_plural') entry.plural += part;
    else {
      const index = Number(/\[(\d)\]/.exec(name)?.[1] ?? 0);
      entry.words[index] = (entry.words[index] ?? '') + part;
    }
  };
  for (const line of text.split('\n')) {
    const begins = /^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+(".*")\s*$/.exec(line);
    if (begins) put((field = begins[1]), unquote(begins[2]));
    else if (field && field !== 'msgctxt' && /^".*"\s*$/.test(line)) put(field, unquote(line.trim()));
    else field = undefined;
  }
  return entries;
}

/** A language's words by key: a string, or its plural forms. English stands in for what is missing. */
export function catalogue(language, entries) {
  const words = {};
  for (const { key, english, plural, words: said } of entries) {
    if (plural) {
      const forms = FORMS[language];
      const source = said.some(Boolean) ? said : [english, plural];
      words[key] = Object.fromEntries(forms.map((form, i) => [form, source[i] ?? source.at(-1)]));
    } else {
      words[key] = said[0] || english;
    }
  }
  return words;
}

export const writeIfNew = (path, text) => {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const locale = new URL('../../locale/', import.meta.url);
  const made = new URL('../src/made/', import.meta.url);
  mkdirSync(made, { recursive: true });
  let keys = [];
  for (const file of readdirSync(locale).filter((name) => name.endsWith('.po'))) {
    const language = file.slice(0, -3);
    if (!FORMS[language]) continue;
    const entries = readPo(readFileSync(new URL(file, locale), 'utf8'));
    const words = catalogue(language, entries);
    if (language === 'en') keys = Object.keys(words);
    writeIfNew(new URL(`words.${language}.ts`, made), `export default ${JSON.stringify(words, null, 1)};\n`);
  }
  writeIfNew(new URL('keys.ts', made), `export type Key =\n${keys.map((key) => `  | ${JSON.stringify(key)}`).join('\n')};\n`);
}
