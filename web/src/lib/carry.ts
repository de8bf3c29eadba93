// A whole game in a link: its record, compressed, in letters that an address can have. What comes with a
// link was written by anybody, so both sizes have a limit. The format of zlib has a checksum: a link that was cut or
// changed on its way is noticed, and not shown as another game.

/** So that another way to write it can be told apart. */
const VERSION = '1';
/** A game has some 600 to 1,500 letters, and some thousands more with a card set of its own. */
const LETTERS_MAX = 32_000;
/** More than the engine reads. */
const BYTES_MAX = 2 * 1024 * 1024;

/** What a link carries is damaged. */
export class Damaged extends Error {}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > BYTES_MAX) {
      void reader.cancel();
      throw new Damaged('too long');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const through = (bytes: Uint8Array, by: CompressionStream | DecompressionStream): Promise<Uint8Array> =>
  bytesOf(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(by as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>));

/** A record as letters for a link; undefined when it is too long for one. */
export async function pack(record: string): Promise<string | undefined> {
  const bytes = await through(new TextEncoder().encode(record), new CompressionStream('deflate'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const letters = VERSION + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return letters.length > LETTERS_MAX ? undefined : letters;
}

/** The record in a link's letters; throws Damaged. */
export async function unpack(letters: string): Promise<string> {
  if (!letters.startsWith(VERSION) || letters.length > LETTERS_MAX || !/^[\w-]+$/.test(letters)) throw new Damaged('not a game');
  try {
    const binary = atob(letters.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await through(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)), new DecompressionStream('deflate'));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Damaged('cut or changed');
  }
}
