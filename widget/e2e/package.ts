import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const widget = at('..');

/** What the application itself needs, as this repository has it installed. */
const own = ['@tanstack/react-router', '@types/react', '@types/react-dom', '@vitejs/plugin-react', 'react', 'react-dom', 'typescript', 'vite'];

/**
 * Installs the packed package into a copy of examples/react-host, as npm does for anybody, compiles the application strictly and builds it.
 * Answers the folder of the copy; what was built is in its dist/.
 */
export async function buildReactHost(server: string): Promise<string> {
  if (!existsSync(join(widget, 'lib/index.js'))) throw new Error('widget/lib is not there: run `make library`');
  const folder = await mkdtemp(join(tmpdir(), 'cojoin-react-host-'));
  const pack = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: widget });
  const [tarball] = JSON.parse(pack.stdout) as [{ filename: string }];
  // The package alone is npm's to install: everything else is here already, and tests need no registry.
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', `./${tarball.filename}`], { cwd: folder });
  for (const name of own) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(widget, 'node_modules', name), link);
  }
  await cp(at('../../examples/react-host'), folder, {
    recursive: true,
    filter: (source) => !/node_modules|dist$|package-lock|\.tgz$/.test(source.slice(at('../../examples/react-host').length)),
  });
  const bin = async (name: string, entry: string, args: string[]) => {
    const { stdout } = await run(process.execPath, [join(folder, 'node_modules', name, entry), ...args], {
      cwd: folder,
      env: { ...process.env, VITE_COJOIN_SERVER: server },
    }).catch((error: { stdout?: string }) => {
      throw new Error(`${name} failed:\n${error.stdout}`, { cause: error });
    });
    return stdout;
  };
  const { bin: compiler } = JSON.parse(await readFile(join(folder, 'node_modules/typescript/package.json'), 'utf8')) as { bin: { tsc: string } };
  await bin('typescript', compiler.tsc, []);
  await bin('vite', 'bin/vite.js', ['build', '--logLevel', 'warn']);
  return folder;
}
