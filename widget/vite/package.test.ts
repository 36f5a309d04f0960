import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

let folder: string;
let packed: { filename: string; files: { path: string; size: number }[] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cojoin-package-'));
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root });
  [packed] = JSON.parse(stdout) as [typeof packed];
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs a script on a server: in Node alone, with nothing of a browser. */
async function onServer(script: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: root, timeout: 20_000 });
  return JSON.parse(stdout);
}

test('the package holds the built files and nothing else', () => {
  const kinds = new Set(
    packed.files.map(({ path }) => path.replace(/^(lib\/chunks\/).*(\.js)$/, '$1*$2').replace(/^(lib\/types\/).*(\.d\.ts)$/, '$1*$2')),
  );
  expect([...kinds].toSorted()).toEqual([
    'README.md',
    'lib/LICENSES.md',
    'lib/chunks/*.js',
    'lib/elements.js',
    'lib/index.js',
    'lib/style.css',
    'lib/types/*.d.ts',
    'package.json',
  ]);
});

test('it needs React alone, from the project that installs it', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, object | undefined>;
  // useEffectEvent came with React 19.2.
  expect({ own: manifest['dependencies'], peers: manifest['peerDependencies'] }).toEqual({
    own: undefined,
    peers: { react: '>=19.2', 'react-dom': '>=19.2' },
  });
  const outside = new Set<string>();
  const required = new Set<string>();
  for (const { path } of packed.files.filter((file) => file.path.endsWith('.js'))) {
    const code = await readFile(join(root, path), 'utf8');
    for (const [, name] of code.matchAll(/^(?:import|export)\b[^;]*?from "([^".][^"]*)"/gm)) outside.add(name ?? '');
    // What a package of older days asks for by require() comes to nothing in a browser.
    for (const [, name] of code.matchAll(/\b(?!import\b)\w+\(["'`](react(?:-dom)?(?:\/[\w-]+)?)["'`]\)/g)) required.add(`${name} in ${path}`);
  }
  expect([...required]).toEqual([]);
  expect([...outside].toSorted()).toEqual(['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']);
});

test('publint finds nothing to say about it', async () => {
  const { messages } = await publint({ pkgDir: root, pack: false, strict: true });
  expect(messages).toEqual([]);
});

test('its types are found by every resolution that knows exports', async () => {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(join(folder, packed.filename)))));
  // ES modules only: require() of Node before 22 gets them by import(), and TypeScript's oldest resolution knows no exports.
  const problems = result.types
    ? result.problems.filter((p) => !('resolutionKind' in p && p.resolutionKind === 'node10') && p.kind !== 'CJSResolvesToESM')
    : result;
  expect(problems).toEqual([]);
});

test('on a server the components give a shell that holds the first screen’s place, and nothing is left running', async () => {
  const shell = (start: string) =>
    '<div class="cojoin-root" data-theme="light" data-ground="page" data-waiting="" lang="en" dir="ltr"><div class="cj-frame">' +
    `<div class="cj-waiting" data-start="${start}" role="status"></div></div><div class="cj-portal"></div></div>`;
  await expect(
    onServer(`
      import { createElement } from 'react';
      import { renderToString } from 'react-dom/server';
      const before = Object.keys(globalThis);
      const { AccountFlow, JoinFlow, InviteFlow, ProFlow } = await import('@cojoin/widget');
      const { defineElements } = await import('@cojoin/widget/elements');
      defineElements({ server: 'https://join.example.com' });
      const setting = { server: 'https://join.example.com', locale: 'es', theme: 'auto' };
      console.log(JSON.stringify({
        shells: [
          renderToString(createElement(JoinFlow, { ...setting, onReady: () => {} })),
          renderToString(createElement(InviteFlow, { ...setting, user: '0190', token: 'abc' })),
          renderToString(createElement(ProFlow, setting)),
          renderToString(createElement(AccountFlow, setting)),
        ],
        globals: Object.keys(globalThis).filter((name) => !before.includes(name)),
      }));
    `),
  ).resolves.toEqual({ shells: ['chooser', 'chooser', 'professionals', 'account'].map(shell), globals: [] });
});
