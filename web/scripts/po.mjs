// Catalogues: src/made/words.<language>.ts, and the type of all keys. What belongs to no game comes from
// locale/*.po, a game's sentences from src/games/<game>/locale/*.po, in the languages that it has.
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

/** The entries of several files, [{path, entries}], as one list. A key has one owner. */
export function joinPo(files) {
  const owner = new Map();
  for (const { path, entries } of files)
    for (const { key } of entries) {
      if (owner.has(key)) throw new Error(`The key "${key}" is in ${owner.get(key)} and again in ${path}.`);
      owner.set(key, path);
    }
  return files.flatMap(({ entries }) => entries);
}

/** A language's files under the top folder: path and entries of each. */
export function poFiles(language, root = new URL('../../', import.meta.url)) {
  const games = readdirSync(new URL('src/games/', root)).sort().map((game) => `src/games/${game}/locale/${language}.po`);
  return [`locale/${language}.po`, ...games.filter((path) => existsSync(new URL(path, root)))]
    .map((path) => ({ path, entries: readPo(readFileSync(new URL(path, root), 'utf8')) }));
}

/** All entries of a language. */
export const readLanguage = (language) => joinPo(poFiles(language));

/** A language's words by key: a string, or its plural forms. English stands in for what is missing: a sentence
 * that is not translated, and one of `english` that the language does not have. */
export function catalogue(language, entries, english = entries) {
  const words = {};
  const own = new Map(entries.map((entry) => [entry.key, entry]));
  for (const { key, english: text, plural, words: said } of english.map((entry) => own.get(entry.key) ?? { ...entry, words: [] })) {
    if (plural) {
      const forms = FORMS[language];
      const source = said.some(Boolean) ? said : [text, plural];
      words[key] = Object.fromEntries(forms.map((form, i) => [form, source[i] ?? source.at(-1)]));
    } else {
      words[key] = said[0] || text;
    }
  }
  return words;
}

export const writeIfNew = (path, text) => {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const made = new URL('../src/made/', import.meta.url);
  mkdirSync(made, { recursive: true });
  // What the terminal alone says is of no use to the browser.
  const english = readLanguage('en').filter(({ key }) => !key.startsWith('term.'));
  for (const language of Object.keys(FORMS))
    writeIfNew(new URL(`words.${language}.ts`, made), `export default ${JSON.stringify(catalogue(language, readLanguage(language), english), null, 1)};\n`);
  writeIfNew(new URL('keys.ts', made), `export type Key =\n${english.map(({ key }) => `  | ${JSON.stringify(key)}`).join('\n')};\n`);
}
