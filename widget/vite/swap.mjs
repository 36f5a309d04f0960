// Finishes a build, and swaps it in by renaming, so that a half-written build is never served. Adds the loader under its own version, for
// pages that pin it, and compresses every text by brotli, which takes too long for a server.
import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const [built, dist, old] = [at('../node_modules/.dist/next'), at('../dist'), at('../node_modules/.dist/old')];
const { version } = JSON.parse(await readFile(at('../package.json'), 'utf8'));

await copyFile(join(built, 'embed/cojoin.js'), join(built, `assets/cojoin-${version}.js`));
await writeFile(join(built, 'embed/built.json'), JSON.stringify({ version }));

const compress = promisify(brotliCompress);
for (const file of (await readdir(join(built, 'assets'))).filter((name) => /\.(js|css)$/.test(name))) {
  const plain = await readFile(join(built, 'assets', file));
  const small = await compress(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  if (small.length < plain.length) await writeFile(join(built, 'assets', `${file}.br`), small);
}

await rm(old, { recursive: true, force: true });
await rename(dist, old).catch((error) => {
  if (error.code !== 'ENOENT') throw error;
});
await rename(built, dist);
await rm(old, { recursive: true, force: true });
