import { afterEach, expect, inject } from 'vitest';
import { page, server } from 'vitest/browser';
import { readLines, unspoken, type FieldLine, type ShownLine } from './fields.js';
import known from './fields.json' with { type: 'json' };
import { headingJumps, hiddenFocus, misfits, stretch } from './fit.js';
import knownShown from './shown.json' with { type: 'json' };

declare module 'vitest' {
  interface ProvidedContext {
    /** The checks that run in this look of the stories. */
    checks: { axe: 'all' | 'look'; fields: 'compare' | 'write' | 'heed' | 'none'; fit: 'short' | 'longer' | 'long' | 'none' };
  }
}

const checks = inject('checks');
const expected = known as Readonly<Record<string, readonly FieldLine[]>>;
const expectedShown = knownShown as Readonly<Record<string, readonly ShownLine[]>>;

/** WCAG 1.4.12: a reader's own spacing. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;

const root = () => document.querySelector<HTMLElement>('.cojoin-root');
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** Runs after a story's play and axe. */
afterEach(async ({ task }) => {
  const id = (task.meta as { storyId?: string }).storyId;
  if (!id || task.result?.state === 'fail' || !root()) return;
  await checkWords(id);
  if (checks.fit === 'none') return;
  const found = [...(await at(320, 640, misfits)), ...(await at(390, 844, headingJumps))];
  if (checks.fit === 'longer') found.push(...(await stretched()));
  if (checks.fit === 'long') found.push(...(await everywhere()));
  expect(found, 'what has no room').toEqual([]);
});

type Lines = Awaited<ReturnType<typeof readLines>>;

async function checkWords(id: string): Promise<void> {
  if (checks.fields === 'none') return;
  const stored = { fields: expected[id] ?? [], shown: expectedShown[id] ?? [] };
  // One reading serves comparison and checks, because the browser computes its whole tree for each.
  const lines = checks.fields === 'heed' ? await readLines() : await settled(checks.fields === 'compare' ? stored : undefined);
  if (checks.fields === 'write') {
    await write('checks/fields.json', id, lines.fields);
    await write('checks/shown.json', id, lines.shown);
  }
  if (checks.fields === 'compare' && JSON.stringify(lines) !== JSON.stringify(stored)) {
    const changed = [...difference(stored.fields, lines.fields), ...difference(stored.shown, lines.shown)];
    const what = changed.length > 0 ? changed.join('\n') : 'The same lines, in another order.';
    expect(lines, `What ${id} says has changed. If that is meant: pnpm --filter @cojoin/storybook fields\n${what}\n`).toEqual(stored);
  }
  expect(unspoken(lines.fields), 'fields without a name, or wrong without a reason').toEqual([]);
}

/**
 * Reads until the result is `stored`, or stays the same: a list of countries may still be loading.
 * The limit is a number of readings, which take longer on a busy machine. So one outdated fixture doesn't cost its whole patience in every story.
 */
async function settled(stored?: object): Promise<Lines> {
  const enough = stored ? 20 : 3;
  const target = JSON.stringify(stored);
  let last = await readLines();
  for (let same = 0; same < enough && JSON.stringify(last) !== target;) {
    await new Promise((done) => setTimeout(done, 100));
    const next = await readLines();
    same = JSON.stringify(next) === JSON.stringify(last) ? same + 1 : 0;
    last = next;
  }
  return last;
}

/** Returns the removed lines and the new ones. */
function difference(before: readonly string[], after: readonly string[]): string[] {
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
}

async function write(file: string, id: string, lines: readonly string[]): Promise<void> {
  const before = JSON.parse(await server.commands.readFile(file)) as Record<string, readonly string[]>;
  const { [id]: _, ...rest } = before;
  const after = lines.length > 0 ? { ...rest, [id]: lines } : rest;
  const sorted = Object.fromEntries(Object.entries(after).sort(([a], [b]) => (a < b ? -1 : 1)));
  await server.commands.writeFile(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

async function at(width: number, height: number, check: (root: HTMLElement) => string[], what = ''): Promise<string[]> {
  await page.viewport(width, height);
  await drawn();
  const here = root();
  return here ? check(here).map((fault) => `${width} × ${height}${what}: ${fault}`) : [];
}

/** Checks as in a language with texts 35 % longer. */
async function stretched(): Promise<string[]> {
  const here = root();
  if (!here) return [];
  const restore = stretch(here);
  const found = [...(await at(320, 640, misfits, ' stretched')), ...(await at(1280, 900, misfits, ' stretched'))];
  restore();
  return found;
}

/** Checks the widths in between, a reader's own spacing, and a window zoomed to 400 %. */
async function everywhere(): Promise<string[]> {
  const found = [...(await at(768, 900, misfits)), ...(await at(1280, 900, misfits))];
  const style = document.createElement('style');
  style.textContent = spacing;
  document.head.append(style);
  found.push(...(await at(320, 640, misfits, ' spaced')), ...(await at(1280, 900, misfits, ' spaced')));
  style.remove();
  found.push(...(await at(320, 256, hiddenFocus, ' zoomed')));
  return found;
}
