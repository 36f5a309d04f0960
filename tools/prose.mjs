#!/usr/bin/env node
// Counts marks of hard prose in comments and documents, by folder, and fails if tools/prose.json allows fewer.
//   tools/prose.mjs           checks
//   tools/prose.mjs -u        lowers the allowed counts to today's
//   tools/prose.mjs -r        prints the rates
//   tools/prose.mjs -l FOLDER lists every place of a folder (or file)
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const root = new URL('..', import.meta.url);
const allowedFile = new URL('prose.json', import.meta.url);

/** Each mark counts its matches in the text of a comment. Those in perLine match a line's beginning. */
const marks = {
  clause:
    /^(?:\/\/ )?(?:func )?[\w.()*[\]]+ (?:is|are|says?|tells?|returns?|gives?|shows?|answers?|decides?|knows?) (?:what|who|how|whom|whose|why|when|whether|where|which)\b/gi,
  opening: /^(?:What|Who|Whom|Whose|How|Whether|Where)\b(?!.*\?$)/g,
  what: /\bwhat\b/gi,
  who: /\b(?:who|whom|whose)\b/gi,
  nobody: /\b(?:nobody|somebody|everybody)\b/gi,
  say: /\b(?:say|says|said|saying|tell|tells|told|telling|ask|asks|asked|asking)\b/gi,
};
const perLine = new Set(['clause', 'opening']);

const folders = ['sdk', 'cli', 'apiserver', 'jobs', 'internal', 'widget', 'storybook', 'tools', 'examples', 'docs'];
const generated =
  /(^|\/)(dist|node_modules|testdata|locales)\/|schema\.d\.ts$|routeTree\.gen|^docs\/reference\/|^sdk\/internal\/db\/migrations\/|^tools\/prose/;

/** Returns the comment on a line of code, without its marks, or undefined. */
function comment(line, isSQL) {
  const own = isSQL ? /^\s*--\s?(.*)$/ : /^\s*(?:\/\/|\/\*\*?|\*(?=\s))\s?(.*?)\s*(?:\*\/)?$/;
  const beside = isSQL ? /\S\s+-- (.*)$/ : /\S\s\/\/ (.*)$/;
  return (own.exec(line) ?? beside.exec(line))?.[1];
}

function* textsOf(path) {
  const lines = readFileSync(new URL(path, root), 'utf8').split('\n');
  if (path.endsWith('.go') && /^\/\/ Code generated .* DO NOT EDIT/m.test(lines.slice(0, 5).join('\n'))) return;
  const isProse = path.endsWith('.md');
  let isCode = false;
  for (const [i, line] of lines.entries()) {
    if (isProse && line.startsWith('```')) isCode = !isCode;
    const text = isProse ? (isCode ? undefined : line) : comment(line, path.endsWith('.sql'));
    if (text && !/^(go:|nolint|eslint|@ts-)/.test(text)) yield { text, line: i + 1 };
  }
}

const words = Object.fromEntries(folders.map((f) => [f, 0]));
const lines = { ...words };
const counts = Object.fromEntries(folders.map((f) => [f, Object.fromEntries(Object.keys(marks).map((m) => [m, 0]))]));
const places = [];
const files = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' }).split('\n');
for (const path of files) {
  if (!/\.(go|ts|tsx|mjs|css|sql|md)$/.test(path) || generated.test(path)) continue;
  const folder = path.slice(0, path.indexOf('/'));
  for (const { text, line } of textsOf(path)) {
    words[folder] += text.split(/\s+/).length;
    lines[folder] += 1;
    for (const [mark, pattern] of Object.entries(marks)) {
      const n = text.match(pattern)?.length ?? 0;
      counts[folder][mark] += n;
      if (n > 0) places.push({ path, line, mark, text });
    }
  }
}

const [option, only = ''] = process.argv.slice(2);
if (option === '-l') {
  for (const p of places) if (p.path.startsWith(only)) console.log(`${p.path}:${p.line}: ${p.mark}: ${p.text}`);
} else if (option === '-r') {
  for (const f of folders) {
    const rate = (m) =>
      perLine.has(m) ? `${counts[f][m]} (${((100 * counts[f][m]) / lines[f]).toFixed(1)} %)` : ((1000 * counts[f][m]) / words[f]).toFixed(1);
    console.log(
      f.padEnd(10),
      `${lines[f]} lines`.padEnd(14),
      Object.keys(marks)
        .map((m) => `${m} ${rate(m)}`)
        .join('  '),
    );
  }
} else {
  const allowed = JSON.parse(readFileSync(allowedFile, 'utf8'));
  let isOver = false;
  for (const f of folders) {
    for (const m of Object.keys(marks)) {
      if (counts[f][m] <= (allowed[f]?.[m] ?? 0)) continue;
      isOver = true;
      console.error(
        `${f}: "${m}" is counted ${counts[f][m]} times, and ${allowed[f]?.[m] ?? 0} are allowed; tools/prose.mjs -l ${f} lists them, CONTRIBUTING.md, "Writing", has the rules`,
      );
    }
  }
  if (option === '-u' && !isOver) writeFileSync(allowedFile, `${JSON.stringify(counts, undefined, 2)}\n`);
  process.exitCode = isOver ? 1 : 0;
}
