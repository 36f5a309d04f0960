import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Config {
  rules: Record<string, unknown>;
  overrides: { files: string[]; rules: Record<string, unknown> }[];
}

test('no rule for hooks is off, for the whole widget, a file or a line', () => {
  const { rules, overrides } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as Config;
  const off = [{ files: ['everything'], rules }, ...overrides].flatMap((part) =>
    Object.entries(part.rules).flatMap(([rule, level]) =>
      rule.startsWith('react/') && level === 'off' ? [`${rule} in ${part.files.join(', ')}`] : [],
    ),
  );
  // Neither rule is about hooks.
  expect(off).toEqual([
    'react/react-in-jsx-scope in everything',
    'react/no-array-index-key in src/screens/signup/family/Children.tsx, src/parts/ErrorSummary.tsx',
  ]);
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const comments = files.flatMap((file) =>
    Array.from(readFileSync(join(root, 'src', file), 'utf8').matchAll(/(?:ox|es)lint-disable(.*)/g), ([, what = '']) => `${file}:${what}`),
  );
  expect(comments.toSorted()).toEqual([
    'rules/patterns.ts: no-control-regex -- the pattern forbidden has to match control characters */',
    'shell/branded.tsx:-next-line no-console -- a visitor has no use for it',
    'shell/branded.tsx:-next-line react/forbid-dom-props -- the isolating style sheet also resets the attributes width and height',
    'theme/Root.tsx:-next-line react/forbid-dom-props -- custom properties of a brand, set through the object model, which no policy forbids',
  ]);
});
