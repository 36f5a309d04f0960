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

/** The application's own packages, as installed in this repository. */
const own = ['@tanstack/react-router', '@types/react', '@types/react-dom', '@vitejs/plugin-react', 'react', 'react-dom', 'typescript', 'vite'];

/** Packs the package; returns the file's path within the folder. */
async function pack(folder: string): Promise<string> {
  if (!existsSync(join(widget, 'lib/index.js'))) throw new Error('widget/lib is not there: run `make library`');
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: widget });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return `./${filename}`;
}

/**
 * Installs the packed package into a copy of an example, as npm does for any user, beside the application's own packages: each name in the
 * example, with its name in this repository. Returns the folder of the copy.
 */
async function install(example: string, beside: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cojoin-example-'));
  const tarball = await pack(folder);
  // npm installs only our package: everything else is here already, and tests need no registry.
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', tarball], { cwd: folder });
  for (const [name, installed] of Object.entries(beside)) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(widget, 'node_modules', installed), link);
  }
  const source = at(`../../examples/${example}`);
  await cp(source, folder, {
    recursive: true,
    filter: (file) => !/node_modules|dist$|package-lock|package\.json|\.tgz$/.test(file.slice(source.length)),
  });
  return folder;
}

/** Runs a command of the application, and on failure throws its output. */
async function runIn(folder: string, name: string, command: string, args: string[], env: Readonly<Record<string, string>>): Promise<void> {
  await run(command, args, { cwd: folder, env: { ...process.env, ...env } }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${name} failed:\n${error.stdout}${error.stderr}`, { cause: error });
  });
}

/** Runs a command line tool of the application. */
const bin = (folder: string, server: string, name: string, entry: string, args: string[]) =>
  runIn(folder, name, process.execPath, [join(folder, 'node_modules', name, entry), ...args], { VITE_COJOIN_SERVER: server });

const build = (folder: string, server: string) => bin(folder, server, 'vite', 'bin/vite.js', ['build', '--logLevel', 'warn']);

/** Compiles examples/react-host strictly and builds it into dist/. Returns the folder of the copy. */
export async function buildReactHost(server: string): Promise<string> {
  const folder = await install('react-host', Object.fromEntries(own.map((name) => [name, name])));
  const { bin: compiler } = JSON.parse(await readFile(join(folder, 'node_modules/typescript/package.json'), 'utf8')) as { bin: { tsc: string } };
  await bin(folder, server, 'typescript', compiler.tsc, []);
  await build(folder, server);
  return folder;
}

/** The packages of each of examples/recipes that Vite builds. */
const byVite = {
  'react-18': { react: 'react-18', 'react-dom': 'react-dom-18', '@vitejs/plugin-react': '@vitejs/plugin-react', vite: 'vite' },
  vue: { vue: 'vue', '@vitejs/plugin-vue': '@vitejs/plugin-vue', vite: 'vite' },
  svelte: { svelte: 'svelte', '@sveltejs/vite-plugin-svelte': '@sveltejs/vite-plugin-svelte', vite: 'vite' },
} as const;

/** Recipes whose framework brings its own build, and a lock file: too big to install for every widget developer. */
export const bySelf = ['next', 'astro'] as const;

export type Recipe = keyof typeof byVite | (typeof bySelf)[number];
export const recipeNames = [...(Object.keys(byVite) as (keyof typeof byVite)[]), ...bySelf] as const;

/** Builds one of examples/recipes into dist/. Returns the folder of the copy. */
export async function buildRecipe(name: Recipe, server: string): Promise<string> {
  if (!(name in byVite)) return buildBySelf(name, server);
  const folder = await install(`recipes/${name}`, byVite[name as keyof typeof byVite]);
  await build(folder, server);
  return folder;
}

async function buildBySelf(name: string, server: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cojoin-example-'));
  const source = at(`../../examples/recipes/${name}`);
  await cp(source, folder, { recursive: true, filter: (file) => !/\/(node_modules|dist|\.next|\.astro)$/.test(file.slice(source.length)) });
  const quiet = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['ci', ...quiet], { cwd: folder });
  await run('npm', ['install', '--no-save', '--legacy-peer-deps', ...quiet, await pack(folder)], { cwd: folder });
  await runIn(folder, name, 'npm', ['run', 'build'], { COJOIN_SERVER: server, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' });
  return folder;
}
