import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { attributes } from '../src/embed/attribute.js';
import { flowEvents } from '../src/flow/event.js';
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

/** Runs a script as on a server: in Node alone, without any browser API. */
async function onServer(script: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: root, timeout: 20_000 });
  return JSON.parse(stdout);
}

test('the package holds the built files and nothing else', () => {
  const kinds = new Set(
    packed.files.map(({ path }) => path.replace(/^(lib\/(?:own\/)?chunks\/).*(\.js)$/, '$1*$2').replace(/^(lib\/types\/).*(\.d\.ts)$/, '$1*$2')),
  );
  expect([...kinds].toSorted()).toEqual([
    'CHANGELOG.md',
    'README.md',
    'lib/LICENSES.md',
    'lib/chunks/*.js',
    'lib/custom-elements.json',
    'lib/index.js',
    'lib/own/LICENSES.md',
    'lib/own/chunks/*.js',
    'lib/own/elements.js',
    'lib/own/guest.js',
    'lib/react19.js',
    'lib/style.css',
    'lib/types/*.d.ts',
    'package.json',
  ]);
});

test('its only peer dependency is React 18 or later, and bundles with their own React have none', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, object | undefined>;
  expect({ own: manifest['dependencies'], peers: manifest['peerDependencies'] }).toEqual({
    own: undefined,
    peers: { react: '>=18', 'react-dom': '>=18' },
  });
  const outside = { own: new Set<string>(), shared: new Set<string>() };
  const required = new Set<string>();
  for (const { path } of packed.files.filter((file) => file.path.endsWith('.js'))) {
    const code = await readFile(join(root, path), 'utf8');
    for (const [, name] of code.matchAll(/^(?:import|export)\b[^;]*?from "([^".][^"]*)"/gm))
      outside[path.startsWith('lib/own/') ? 'own' : 'shared'].add(name ?? '');
    // A `require()` in an older package fails in a browser.
    for (const [, name] of code.matchAll(/\b(?!import\b)\w+\(["'`](react(?:-dom)?(?:\/[\w-]+)?)["'`]\)/g)) required.add(`${name} in ${path}`);
  }
  expect([...required]).toEqual([]);
  expect({ own: [...outside.own], shared: [...outside.shared].toSorted() }).toEqual({
    own: [],
    shared: ['react', 'react-dom', 'react/jsx-runtime'],
  });
});

test('publint reports nothing', async () => {
  const { messages } = await publint({ pkgDir: root, pack: false, strict: true });
  expect(messages).toEqual([]);
});

test('its types are found by every resolution', async () => {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(join(folder, packed.filename)))));
  // ES modules only: require() in Node before 22 can't load them, import() can. TypeScript's oldest resolution looks for a sheet as if it were a script.
  const problems = result.types
    ? result.problems.filter((p) => !('entrypoint' in p && /css|json$/.test(p.entrypoint)) && p.kind !== 'CJSResolvesToESM')
    : result;
  expect(problems).toEqual([]);
});

test.each([
  [
    'react19',
    (start: string) =>
      '<div class="cojoin-root" data-theme="light" data-ground="page" data-waiting="" lang="en" dir="ltr"><div class="cj-frame">' +
      `<div class="cj-waiting" data-start="${start}" role="status"></div></div><div class="cj-portal"></div></div>`,
  ],
  [
    '',
    (start: string) =>
      '<div class="cojoin-root" data-theme="light" data-ground="page" data-waiting="" dir="ltr"><div class="cj-frame">' +
      `<div class="cj-waiting" data-start="${start}" role="status"></div></div></div><div data-cojoin="1"></div>`,
  ],
])('on a server the components give a shell that holds the first screen’s place, and nothing is left running: %s', async (entry, shell) => {
  await expect(
    onServer(`
      import { createElement } from 'react';
      import { renderToString } from 'react-dom/server';
      const before = Object.keys(globalThis);
      const { AccountFlow, JoinFlow, InviteFlow, ProFlow } = await import('@cojoin/widget${entry && `/${entry}`}');
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

test('editors get every attribute, event and method of the elements', async () => {
  const { modules } = JSON.parse(await readFile(join(root, 'lib/custom-elements.json'), 'utf8')) as {
    modules: { path: string; declarations: Record<'attributes' | 'events' | 'members', { name: string }[]>[] }[];
  };
  expect(modules.map(({ path }) => path)).toEqual(['lib/own/elements.js']);
  for (const each of modules[0]?.declarations ?? []) {
    expect(each.attributes.map(({ name }) => name).toSorted()).toEqual([...attributes, 'mode'].toSorted());
    expect(each.events.map(({ name }) => name)).toEqual(flowEvents.map((event) => `cojoin:${event}`));
    expect(each.members.map(({ name }) => name)).toEqual(['reset', 'destroy', 'doctor']);
  }
});

/** The packages of an application beside ours, under the names in its imports. */
const installed = {
  'with React 19': { react: '@types/react', 'react-dom': '@types/react-dom' },
  'with React 18': { react: 'types-react-18', 'react-dom': 'types-react-dom-18' },
};

test.each([
  ['with React 19', 'ESNext', 'Bundler'],
  ['with React 19', 'Node16', 'Node16'],
  ['with React 19', 'NodeNext', 'NodeNext'],
  ['with React 18', 'ESNext', 'Bundler'],
] as const)('the samples compile strictly %s, module resolution %s %s', async (react, module, moduleResolution) => {
  await expect(compile(['listen.ts', 'page.tsx'], { module, moduleResolution, skipLibCheck: false }, installed[react])).resolves.toBe('');
});

test('the samples for Vue and Svelte compile strictly', async () => {
  await expect(
    compile(['vue.ts', 'svelte.ts'], { module: 'ESNext', moduleResolution: 'Bundler', skipLibCheck: true }, { vue: 'vue', svelte: 'svelte' }),
  ).resolves.toBe('');
});

/** Compiles samples against the packed package in their own folder; returns the compiler's output. */
async function compile(files: string[], options: Record<string, unknown>, beside: Record<string, string>): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'cojoin-samples-'));
  try {
    const link = async (name: string, target: string) => {
      await mkdir(dirname(join(place, 'node_modules', name)), { recursive: true });
      await symlink(await realpath(join(root, 'node_modules', target)), join(place, 'node_modules', name));
    };
    await mkdir(join(place, 'node_modules/@cojoin/widget'), { recursive: true });
    await run('tar', ['-xzf', join(folder, packed.filename), '--strip-components=1', '-C', join(place, 'node_modules/@cojoin/widget')]);
    for (const [name, target] of Object.entries(beside)) await link(name.startsWith('react') ? `@types/${name}` : name, target);
    await writeFile(join(place, 'package.json'), '{ "private": true, "type": "module" }');
    const listen = /```ts\n(document\.addEventListener\('cojoin:complete'[^]*?)```/.exec(await readFile(join(root, 'README.md'), 'utf8'))?.[1];
    const sources: Record<string, string> = { ...samples, 'listen.ts': `${samples['listen.ts']}${listen}` };
    for (const file of files) await writeFile(join(place, file), sources[file] ?? '');
    const compilerOptions = {
      target: 'ES2022',
      jsx: 'react-jsx',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
      ...options,
    };
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const { bin } = JSON.parse(await readFile(join(root, 'node_modules/typescript/package.json'), 'utf8')) as { bin: { tsc: string } };
    return await run(process.execPath, [join(root, 'node_modules/typescript', bin.tsc), '-p', place], { cwd: place }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  } finally {
    await rm(place, { recursive: true });
  }
}

const samples: Record<string, string> = {
  'listen.ts': `import type {} from '@cojoin/widget/elements';
declare const dataLayer: unknown[];
`,
  'page.tsx': `import { JoinFlow, type FlowHandle } from '@cojoin/widget';
import * as shared from '@cojoin/widget/react19';
import type {} from '@cojoin/widget/jsx';
import { defineElements } from '@cojoin/widget/elements';
import { useRef } from 'react';

defineElements({ server: 'https://join.example.com' });
export function Page() {
  const flow = useRef<FlowHandle>(null);
  return (
    <>
      <JoinFlow ref={flow} locale="es" onStep={({ view }) => view.toUpperCase()} onComplete={(order) => ('orderId' in order ? order.tax : '')} />
      <shared.ProFlow theme="dark" />
      <cojoin-join theme="dark" start="parents" heading-level={2} class="wide" ref={(element) => element?.reset()} />
      {/* @ts-expect-error: no such theme */}
      <cojoin-account theme="drak" />
      {/* @ts-expect-error: no such attribute */}
      <JoinFlow locals="es" />
    </>
  );
}
`,
  'vue.ts': `import type {} from '@cojoin/widget/vue';
import type { GlobalComponents } from 'vue';

type Props = InstanceType<GlobalComponents['cojoin-join']>['$props'];
export const good: Props = { theme: 'dark', class: 'wide', 'onCojoin:complete': ({ detail }) => ('orderId' in detail ? detail.tax : '') };
// @ts-expect-error: no such theme
export const bad: Props = { theme: 'drak' };
`,
  'svelte.ts': `import type {} from '@cojoin/widget/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

type Props = SvelteHTMLElements['cojoin-pro'];
export const good: Props = { theme: 'dark', class: 'wide', 'oncojoin:step': ({ detail }) => detail.view };
// @ts-expect-error: no such theme
export const bad: Props = { theme: 'drak' };
`,
};
