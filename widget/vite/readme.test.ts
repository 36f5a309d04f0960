import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attributes } from '../src/embed/attribute.js';
import { policyOf } from '../src/embed/doctor.js';
import { checks } from '../src/embed/report.js';
import { flowEvents } from '../src/flow/event.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = read('../README.md');

/** Returns the rows of each of a page's tables with this head of its first column. */
function tables(first: string, page = readme): string[][][] {
  return [...page.matchAll(/(?:^\|.*\|\n)+/gm)]
    .map(([table]) =>
      table
        .trim()
        .split('\n')
        .map((row) =>
          row
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim()),
        ),
    )
    .filter(([head]) => head?.[0] === first)
    .map((rows) => rows.slice(2));
}

const names = (first: string) =>
  tables(first).flatMap((rows) => rows.flatMap(([cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1])));

test('names every attribute of the elements', () => {
  // `mode` is read only when the element starts.
  expect(new Set(names('attribute'))).toEqual(new Set([...attributes, 'mode']));
});

test('names every event', () => {
  expect(names('event')).toEqual(flowEvents.map((event) => `cojoin:${event}`));
});

test('names every check of the doctor', () => {
  expect(names('check')).toEqual([...checks]);
});

test('has the policy line that the doctor gives', () => {
  expect(readme).toContain(`\n${policyOf('https://join.example.com')}\n`);
});

test('the reference of the theme lists every public custom property with its value', () => {
  const tokens = read('../src/theme/tokens.css').replaceAll(/\(\s+/g, '(').replaceAll(/\s+\)/g, ')').replaceAll(/,\s+/g, ', ');
  const defaults = (pattern: RegExp) => [...tokens.matchAll(pattern)].map(([, ...values]) => values.join(' '));
  const [colors = [], others = []] = tables('property', read('../../docs/reference/theme.md'));
  const cell = (row: string[], i: number) => row[i]?.replaceAll('`', '') ?? '';
  // The page describes derived colors in words.
  const values = defaults(
    /light-dark\(var\((--cojoin-[a-z-]+), (#\w+|var.--cj-[a-z-]+.)\), var\(--cojoin-dark-[a-z-]+, (#\w+|var.--cj-[a-z-]+.)\)\)/g,
  );
  expect(colors.map((row) => [0, 2, 3].map((i) => (i === 0 || cell(row, i).startsWith('#') ? cell(row, i) : '*')).join(' '))).toEqual(
    values.map((row) => row.replaceAll(/var\S+/g, '*')),
  );
  const plain = new Set(`${tokens}${read('../src/theme/base.css')}`.match(/--cojoin-(?!dark-)[a-z-]+(?=,)/g));
  for (const row of colors) plain.delete(cell(row, 0));
  expect(others.map((row) => cell(row, 0)).toSorted()).toEqual([...plain].toSorted());
  for (const row of others.filter((each) => /^[\d]/.test(cell(each, 2)))) expect(tokens).toContain(`var(${cell(row, 0)}, ${cell(row, 2)})`);
});

test('has the sample for analytics that its recipe runs', () => {
  const sample = /```ts\n(document\.addEventListener\('cojoin:complete'[^]*?)\n```/.exec(readme)?.[1];
  const lines = (text = '') => text.split('\n').map((line) => line.trim());
  expect(lines(read('../../examples/recipes/tag-manager/index.html')).join('\n')).toContain(lines(sample).join('\n'));
});
