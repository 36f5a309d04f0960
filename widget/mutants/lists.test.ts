import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withMutants, type Mutant } from './switch.js';

const root = join(import.meta.dirname, '..');
const lists = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Mutant[]);

test('every mutant still has its place in the code, a name of its own and a test that is there', () => {
  for (const file of new Set(lists.map((mutant) => mutant.file))) {
    const own = lists.filter((mutant) => mutant.file === file);
    expect(withMutants(readFileSync(join(root, file), 'utf8'), own)).toContain('globalThis.__mutant');
  }
  expect(new Set(lists.map(({ name }) => name)).size).toBe(lists.length);
  expect(lists.filter(({ by }) => !existsSync(join(root, String(by).split(': ')[0] ?? '')))).toEqual([]);
});

test('a switch has the code as it is beside each mutant, and only one that is named changes it', () => {
  const mutant = (name: string, old: string, broken: string): Mutant => ({ name, file: '', old, new: broken, by: '' });
  const code = withMutants('if (a) b(); return x + 1;', [
    mutant('one', 'x + 1', 'x'),
    mutant('two', 'x + 1', '0'),
    mutant('three', 'if (a) b();', ''),
  ]);
  const run = (name: string | undefined) => {
    const calls: string[] = [];
    // eslint-disable-next-line typescript/no-implied-eval
    const made = new Function('globalThis', 'a', 'b', 'x', code) as (...args: unknown[]) => number;
    return [made({ __mutant: name }, true, () => calls.push('b'), 5), calls.length];
  };
  expect([undefined, 'one', 'two', 'three'].map(run)).toEqual([
    [6, 1],
    [5, 1],
    [0, 1],
    [6, 0],
  ]);
  expect(() => withMutants('a a', [mutant('one', 'a', 'b')])).toThrow('found more than once: a');
  expect(withMutants('a && b', [mutant('one', 'a && b', 'a'), mutant('two', 'b', '1')])).toBe(
    '(globalThis.__mutant === "one" ? (a) : (a && (globalThis.__mutant === "two" ? (1) : (b))))',
  );
  expect(() => withMutants('abc', [mutant('one', 'ab', 'x'), mutant('two', 'bc', 'x')])).toThrow('two mutants overlap at: bc');
});
