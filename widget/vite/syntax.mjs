// Fails if a built script has syntax that one of the supported browsers (vite/browsers.ts) can't read. All of them read ECMAScript 2024.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';

const edition = 2024;
const root = fileURLToPath(new URL('../', import.meta.url));

let count = 0;
for (const folder of ['dist', 'lib']) {
  const files = await readdir(join(root, folder), { recursive: true }).catch((error) => {
    if (folder === 'lib' && error.code === 'ENOENT') return []; // `make library` builds it
    throw error;
  });
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    count += 1;
    try {
      parse(await readFile(join(root, folder, file), 'utf8'), { ecmaVersion: edition, sourceType: 'module' });
    } catch (error) {
      console.error(`${folder}/${file}: ${error.message}, which isn't ECMAScript ${edition}`);
      process.exitCode = 1;
    }
  }
}
console.log(`  ok  ${count} built scripts are ECMAScript ${edition}`);
