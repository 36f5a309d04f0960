import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const attribute = /\s(?:aria-label|aria-description|aria-roledescription|alt|placeholder|title|label)="([^"]*\p{L}{2}[^"]*)"/gu;

/** An affiliate's frame, hidden from all users. */
const hidden = ['Affiliate'];

// The linter checks text between tags (react/jsx-no-literals): with both, the pseudo-locale has nothing left to find.
test('no attribute that people read or hear is written in the code', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx') && !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(80);
  const found = files.flatMap((file) =>
    Array.from(readFileSync(join(source, file), 'utf8').matchAll(attribute), (match) => `${file}: ${match[1] ?? ''}`),
  );
  expect(found.filter((place) => !hidden.some((name) => place.endsWith(`: ${name}`)))).toEqual([]);
});
