// Writes pages/screens.md: every screen and state of the specification, with its story. With --check it only reports missing stories and paths.
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { publish, storiesOf } from './stories.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { module: map } = await runnerImport(here('stories/map/states.ts'), { logLevel: 'error' });
const { module: flow } = await runnerImport(here('../widget/src/session/route.ts'), { logLevel: 'error' });
const stories = await storiesOf(here('stories'));
const faults = [];

const find = (screen, name) => {
  const [title, exported] = name.includes('#') ? name.split('#') : [screen.title, name];
  const story = stories.find((s) => s.title === title && s.exported === exported);
  if (!story) faults.push(`no story ${title}#${exported}`);
  return story;
};
const link = (story) => `\`${story.title}\` · ${story.name}`;
const cell = (text) => text.replaceAll('|', '\\|');

// A screen's story is a state that the flow can reach, so no story may mount a view by itself.
for (const file of await readdir(here('stories/screens'))) {
  const views =
    (await readFile(here(`stories/screens/${file}`), 'utf8')).match(/@widget\/(screens|steps|checkout\/views)\/(\w+\/)*[A-Z]\w+\.js/g) ?? [];
  faults.push(...views.map((view) => `stories/screens/${file} mounts ${view}: begin a flowStory or a checkoutStory in that state`));
}

const shown = map.screens.flatMap(({ paths }) => paths);
for (const path of [...flow.routes.map((route) => route.path), ...flow.legacyPaths]) {
  if (!shown.includes(path)) faults.push(`no screen for the path ${path}`);
}

const lines = [
  '# Screens and states',
  '',
  'Every screen and state of the specification, with the story that shows it (`make storybook`). “Spec” is part and section. The other states of a',
  'screen are those that the design asks for: busy, slow, offline, long names, a phone, 400 % zoom.',
];
const listed = new Set();
for (const screen of map.screens) {
  const paths = screen.paths.map((path) => `\`${path}\``).join(', ');
  lines.push(
    '',
    `## ${screen.title.replace(/^Journey\/\d+ /, '').replace(/^(\w+)\/\d+ /, '$1: ')}`,
    '',
    `${paths ? `${paths} · ` : ''}specification ${screen.spec}`,
    '',
    '| State | Story |',
    '| --- | --- |',
  );
  for (const [state, name] of screen.states) {
    const story = find(screen, name);
    if (!story) continue;
    listed.add(story.id);
    lines.push(`| ${cell(state)} | ${link(story)} |`);
  }
  for (const story of stories.filter((s) => s.title === screen.title && !listed.has(s.id))) {
    listed.add(story.id);
    lines.push(`| ${cell(story.comment || story.name)} | ${link(story)} |`);
  }
}
// Screens outside the specification: their states are the stories' own names and comments.
const rest = new Map();
for (const story of stories) {
  if (listed.has(story.id) || !/^(Journey|Invitation|Professionals)\//.test(story.title)) continue;
  rest.set(story.title, [...(rest.get(story.title) ?? []), story]);
}
for (const [title, group] of [...rest].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))) {
  lines.push('', `## ${title}`, '', '| State | Story |', '| --- | --- |', ...group.map((s) => `| ${cell(s.comment || s.name)} | ${link(s)} |`));
}

await publish('screens', lines, faults);
