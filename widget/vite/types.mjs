// Copies the types that the package's entries reach, and no others, from tsc's output to lib/types. A framework's types may import only that
// framework, the others only React. Also writes custom-elements.json.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { customElements } from './customElements.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const [written, types] = [at('../node_modules/.types/widget/src'), at('../lib/types')];

const frameworks = { 'vue.d.ts': ['vue'], 'svelte.d.ts': ['svelte/elements'] };

const seen = new Set();
async function take(file) {
  if (seen.has(file)) return;
  seen.add(file);
  const text = (await readFile(join(written, file), 'utf8')).replaceAll(/^import '[^']+\.css';\n/gm, '');
  await mkdir(dirname(join(types, file)), { recursive: true });
  await writeFile(join(types, file), text);
  for (const [, name] of text.matchAll(/(?:from |import\(|import )['"]([^'"]+)['"]/g)) {
    if (frameworks[file]?.includes(name) ?? name === 'react') continue;
    const next = join(dirname(file), name).replace(/\.js$/, '.d.ts');
    if (!name.startsWith('.') || !existsSync(join(written, next))) throw new Error(`${file} names ${name}, which the package doesn't bring`);
    await take(next);
  }
}

await rm(types, { recursive: true, force: true });
for (const entry of ['index', 'react19', 'elements', 'jsx', 'vue', 'svelte']) await take(`${entry}.d.ts`);
// For compilers that resolve the import of a sheet.
await writeFile(join(types, 'style.d.ts'), 'export {};\n');
await rm(at('../node_modules/.types'), { recursive: true });
await writeFile(at('../lib/custom-elements.json'), `${JSON.stringify(customElements(), undefined, 2)}\n`);
