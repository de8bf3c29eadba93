// licences.txt beside the page: whose work the client has in it and under which licence, with the text that each asks to be
// kept. Packages are those of which something is in a file that was built; tools/spdx reads the lines that name them.
import { readFileSync, readdirSync } from 'node:fs';

const web = new URL('../', import.meta.url);
const read = (name) => readFileSync(new URL(name, web), 'utf8').trim();
const FONTS = [['Crimson Pro', 'crimson-pro'], ['Fira Sans', 'fira-sans']];

/** The package of a source, if it is not ours. */
function packageOf(id) {
  if (/^\0(vite|rollup|commonjs)/.test(id)) return id.startsWith('\0vite/') ? 'vite' : undefined;
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
}

function entry(name, version, licence, text) {
  return `${'='.repeat(72)}\n${name} ${version}, ${licence}\n\n${text}\n`;
}

/** A plugin that notes what goes into each file; of all of them together writes() makes the text. */
export function licences() {
  const packages = new Set();
  const noting = () => ({
    name: 'zashiki-licences-noting',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        for (const [id, { renderedLength }] of Object.entries(file.modules ?? {})) if (renderedLength > 0 && packageOf(id)) packages.add(packageOf(id));
    },
  });
  const writing = {
    name: 'zashiki-licences',
    apply: 'build',
    generateBundle() {
      const entries = [...packages].sort().map((name) => {
        const folder = `node_modules/${name}/`;
        const { version, license } = JSON.parse(read(`${folder}package.json`));
        const file = readdirSync(new URL(folder, web)).find((other) => /^licen[cs]e(\.\w+)?$/i.test(other));
        if (!license || !file) throw new Error(`${name}: which licence?`);
        // What a package's makers have taken in themselves is of the tool, not of what it builds.
        return entry(name, version, license, read(folder + file).split(/\n#+ Licenses? of bundled/)[0].trim());
      });
      const source = [
        'The web client of Zashiki and what is in it of others.\n',
        entry('zashiki', 'itself', 'MIT', read('../LICENSE')),
        ...entries,
        ...FONTS.map(([name, file]) => entry(name, 'as shipped', 'OFL-1.1', read(`src/fonts/${file}.OFL.txt`))),
      ].join('\n');
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
  return { noting, writing };
}
