// Writes pages/fields.md: a screen reader's announcement of every field, from `checks/fields.json`, which the stories' tests compare with the
// browser's accessibility tree. With --check it only reports removed stories and stories equal to another.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { publish, storiesOf } from './stories.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const stories = await storiesOf(here('stories'));
const fields = JSON.parse(await readFile(here('checks/fields.json'), 'utf8'));
const shown = JSON.parse(await readFile(here('checks/shown.json'), 'utf8'));
const faults = [...new Set([...Object.keys(fields), ...Object.keys(shown)])]
  .filter((id) => !stories.some((story) => story.id === id))
  .map((id) => `checks/fields.json or checks/shown.json has a story that is gone: ${id}`);

// Each run compares the stories' content. A story equal to another and without a play function must have a `proves`.
const storyOf = new Map();
for (const { title, exported, id, hasPlay, proves } of stories) {
  const text = JSON.stringify([title, fields[id], shown[id]]);
  const first = storyOf.get(text);
  if (!first) storyOf.set(text, exported);
  else if (!hasPlay && !proves) faults.push(`${title}#${exported} says what ${first} says: give it a play, or parameters.proves`);
}

const titles = [...new Set(stories.map(({ title }) => title))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
const lines = [
  '# What is said of every field',
  '',
  'Role, “name”, (states) and description of each field, as a browser’s accessibility tree tells them to a screen reader, in English. The error of a',
  'field is part of its description. Each line stands once for all stories of a screen; the tests of the stories compare every one of them.',
];
const cell = (text) => text.replaceAll('|', '\\|');
for (const title of titles) {
  const own = stories.filter((story) => story.title === title && fields[story.id]);
  if (own.length === 0 || /^(Map|Foundation)\//.test(title)) continue;
  const seen = new Map();
  for (const { id, name } of own) {
    for (const line of new Set(fields[id])) seen.set(line, [...(seen.get(line) ?? []), name]);
  }
  const where = (names) =>
    names.length === own.length && own.length > 1
      ? 'every story'
      : names.length > 3
        ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
        : names.join(', ');
  lines.push('', `## ${title}`, '', '| Said | Stories |', '| --- | --- |');
  for (const [line, names] of seen) lines.push(`| ${cell(line)} | ${cell(where(names))} |`);
}

await publish('fields', lines, faults);
