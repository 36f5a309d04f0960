import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');

/** The rooms of src, from the top down. A file imports from its own room and from the rooms below; rooms of one floor don't know each other. */
const floors = [
  ['hosted', '.'],
  ['embed'],
  ['shell'],
  ['screens'],
  ['checkout'],
  ['flow'],
  ['fields'],
  ['brand'],
  ['parts', 'i18n'],
  ['client', 'rules', 'theme'],
  ['machine'],
] as const;
const floorOf = new Map<string, number>(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)));

interface Import {
  file: string;
  target: string;
}

/** Every import of another file of src, of a type too, by paths relative to src. */
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

const roomOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '.');

test('every folder of src is a room with a floor', () => {
  const rooms = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.map(({ name }) => name).filter((name) => !floorOf.has(name))).toEqual([]);
});

test('no file imports from a room above its own, or beside it', () => {
  const all = imports();
  expect(all.length).toBeGreaterThan(500);
  const wrong = all.filter(({ file, target }) => {
    const [from, to] = [roomOf(file), roomOf(target)];
    return from !== to && (floorOf.get(from) ?? -1) >= (floorOf.get(to) ?? -1);
  });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});
