import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');

/** The packages of src, by layer from the top down. A file imports from its own package and from lower layers; packages of one layer are independent. */
const layers = [
  ['hosted', '.'],
  ['embed'],
  ['shell'],
  ['screens'],
  ['steps'],
  ['checkout'],
  ['form'],
  ['flow'],
  ['session'],
  ['fields'],
  ['brand'],
  ['parts', 'i18n'],
  ['client', 'rules', 'theme'],
  ['machine'],
] as const;
const layerOf = new Map<string, number>(layers.flatMap((packages, layer) => packages.map((name) => [name, layer] as const)));

interface Import {
  file: string;
  target: string;
}

/** Returns every import of another file of src, also of types, by paths relative to src. */
function imports(): Import[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    const specifiers = Array.from(text.matchAll(/(?:from |import |import\()'(\.[^']+)'/g), ([, specifier = '']) => specifier);
    return specifiers
      .map((specifier) => ({ file, target: relative(source, join(source, dirname(file), specifier)) }))
      .filter(({ target }) => !target.startsWith('..'));
  });
}

const packageOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '.');

test('every folder of src is a package with a layer', () => {
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !layerOf.has(name))).toEqual([]);
});

test('no file imports from a higher layer, or from another package of its own', () => {
  const all = imports();
  expect(all.length).toBeGreaterThan(500);
  const wrong = all.filter(({ file, target }) => {
    const [from, to] = [packageOf(file), packageOf(target)];
    return from !== to && (layerOf.get(from) ?? -1) >= (layerOf.get(to) ?? -1);
  });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test('no journey of screens imports from another', () => {
  const journeyOf = (path: string) => /^screens\/(\w+)\//.exec(path)?.[1];
  const ofScreens = imports().filter(({ file, target }) => journeyOf(file) && journeyOf(target));
  expect(new Set(ofScreens.map(({ file }) => journeyOf(file)))).toEqual(new Set(['account', 'invite', 'pro', 'signup']));
  const wrong = ofScreens.filter(({ file, target }) => journeyOf(file) !== journeyOf(target));
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});
