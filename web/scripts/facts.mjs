// Asks the engine what it knows and writes it down as TypeScript, src/made/facts.ts: games, seats, options,
// bots, the words and limits of the protocol. Nothing of it is typed a second time in the client.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The facts in an engine, as an object. */
export function factsOf(wasm) {
  const { memory, zk_facts, zk_output, zk_output_size } = new WebAssembly.Instance(new WebAssembly.Module(wasm), {}).exports;
  zk_facts();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, zk_output(), zk_output_size())));
}

/** As TypeScript: what belongs to one game alone stands by itself, so that it travels with that game's screens; rules
 * are types and no bytes at all. */
export function typescript({ games, ...rest }) {
  const all = Object.values(games);
  const shared = Object.fromEntries(all.map(({ own: _, rules: __, ...game }) => [game.id, game]));
  const constant = (name, value) => `export const ${name} = ${JSON.stringify(value, undefined, 1)} as const;\n`;
  return [
    '// Made by scripts/facts.mjs from the engine.\n',
    ...Object.entries({ ...rest, games: shared }).map(([name, value]) => constant(name, value)),
    ...all.filter(({ own }) => own).map(({ id, own }) => constant(id, own)),
    `export interface RuleIds {\n${all.map(({ id, rules }) => ` ${id}: ${rules.map((rule) => `'${rule}'`).join(' | ')};\n`).join('')}}\n`,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const made = new URL('../src/made/', import.meta.url);
  mkdirSync(made, { recursive: true });
  writeFileSync(new URL('facts.ts', made), typescript(factsOf(readFileSync(new URL('../src/engine/engine.wasm', import.meta.url)))));
}
