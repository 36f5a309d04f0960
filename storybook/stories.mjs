import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadCsf } from 'storybook/internal/csf-tools';

/** Returns every story in the *.stories.tsx files of a folder, with the comment above it. */
export async function storiesOf(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.stories.tsx')).sort();
  const groups = await Promise.all(
    files.map(async (name) => {
      const code = await readFile(`${folder}/${name}`, 'utf8');
      const csf = loadCsf(code, { fileName: name, makeTitle: (title) => title }).parse();
      const title = csf.meta?.title ?? '';
      return Object.entries(csf._stories).map(([exported, { id, name: words }]) => ({
        title,
        exported,
        id,
        name: words,
        comment: commentOf(code, exported),
        hasPlay: csf._storyAnnotations[exported]?.play !== undefined,
        proves: provesOf(csf._storyAnnotations[exported]?.parameters),
      }));
    }),
  );
  return groups.flat();
}

/** Returns the story's `parameters.proves`. */
function provesOf(parameters) {
  return parameters?.properties?.find(({ key }) => key?.name === 'proves')?.value?.value;
}

function commentOf(code, exported) {
  const [, comment] = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*export const ${exported}\\b`).exec(code) ?? [];
  return comment ? comment.replaceAll(/\s*\n\s*\*\s?/g, ' ').trim() : '';
}

/** Writes a page to storybook/pages, except with --check. Always prints every fault, and sets exit code 1 if there is one. */
export async function publish(page, lines, faults) {
  if (!process.argv.includes('--check')) {
    const folder = fileURLToPath(new URL('pages/', import.meta.url));
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}${page}.md`, `${lines.join('\n')}\n`);
  }
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exitCode = 1;
  }
}
