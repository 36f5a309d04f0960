// Puts a finished build in the place of the one before it, so that nobody ever finds half of one.
import { rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const [built, dist, old] = [at('../node_modules/.dist/next'), at('../dist'), at('../node_modules/.dist/old')];
await rm(old, { recursive: true, force: true });
await rename(dist, old).catch((error) => {
  if (error.code !== 'ENOENT') throw error;
});
await rename(built, dist);
await rm(old, { recursive: true, force: true });
