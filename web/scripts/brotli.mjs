// Beside each file of dist that it makes smaller by a tenth, its compressed form FILE.br, which tools/pack-site takes into
// the program. Done once here, by all cores, for every program that is built.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const dist = new URL('../dist/', import.meta.url);
const files = (await readdir(dist, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
await Promise.all(files.map(async ({ name, parentPath, path }) => {
  const data = await readFile(`${parentPath ?? path}/${name}`);
  const made = await compress(data, { params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  } });
  if (made.length <= data.length * 0.9) await writeFile(`${parentPath ?? path}/${name}.br`, made);
}));
