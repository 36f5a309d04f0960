import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from './server.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['src', 'fake', 'dev', 'join', 'public', 'vite', 'vite.config.ts', 'package.json', 'tsconfig.json'];

/** A development server on a copy of the sources, which a test may change. */
export interface Dev {
  url: string;
  /** Changes a text in a file, by its path in the repository, and saves the file. */
  edit: (file: string, before: string, after: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts `pnpm dev` against a server or, without one, `pnpm dev:fake`. */
export async function startDev(server?: string): Promise<Dev> {
  const folder = await mkdtemp(join(tmpdir(), 'cojoin-dev-'));
  for (const source of sources) await cp(join(repository, 'widget', source), join(folder, 'widget', source), { recursive: true });
  for (const source of ['sdk/text', 'sdk/form/data']) await cp(join(repository, source), join(folder, source), { recursive: true });
  // The packages are the real ones; Vite's builds of them are the copy's own.
  const packages = join(repository, 'widget/node_modules');
  await mkdir(join(folder, 'widget/node_modules'));
  for (const name of await readdir(packages))
    if (!name.startsWith('.')) await symlink(join(packages, name), join(folder, 'widget/node_modules', name));

  const url = `http://127.0.0.1:${await freePort()}`;
  const vite = join(packages, 'vite/bin/vite.js');
  const args = [vite, '--host', '127.0.0.1', '--port', new URL(url).port, '--strictPort', ...(server ? [] : ['--mode', 'fake'])];
  const child = spawn(process.execPath, args, {
    cwd: join(folder, 'widget'),
    // Vite warns about fonts outside of the copy, which it doesn't serve. The warning doesn't matter.
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...(server ? { COJOIN_SERVER: server } : {}) },
  });
  const ended = once(child, 'exit');
  await Promise.race([
    new Promise<void>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.includes('Local')) resolve();
      });
    }),
    ended.then(() => Promise.reject(new Error('the development server ended'))),
  ]);
  return {
    url,
    edit: async (file, before, after) => {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
      await writeFile(path, text.replaceAll(before, after));
    },
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
