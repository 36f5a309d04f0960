// Weighs each stage of the flow, gzipped as by the server, against budget.json. Excludes fonts: they load after the text.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = new URL('../', import.meta.url);
const dist = new URL(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'dist/', root);
const read = (url) => readFileSync(fileURLToPath(url));
const budget = JSON.parse(read(new URL('budget.json', root)));
const manifest = JSON.parse(read(new URL('manifest.json', dist)));

const weights = new Map();
function weigh(file) {
  if (!weights.has(file)) weights.set(file, gzipSync(read(new URL(file, dist)), { level: 9 }).length);
  return weights.get(file);
}

/** Returns the chunks of a name, or of a pattern, which begins with ^. */
function named(name) {
  if (!name.startsWith('^')) return [name];
  const found = Object.keys(manifest).filter((chunk) => new RegExp(name).test(chunk));
  if (found.length === 0) throw new Error(`budget.json has a pattern for nothing: ${name}`);
  return found;
}

/** Returns the files of chunks and of all their direct imports: scripts and sheets. */
function filesOf(chunks) {
  const files = new Set();
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`budget.json names ${name}, which the build doesn't have`);
    files.add(chunk.file);
    for (const sheet of chunk.css ?? []) files.add(sheet);
    for (const asset of chunk.assets ?? []) if (asset.endsWith('.css')) files.add(asset);
    for (const dependency of chunk.imports ?? []) visit(dependency);
  };
  for (const name of chunks.flatMap(named)) visit(name);
  return files;
}

let isOver = false;
for (const [name, { limit, files = [], chunks = [], without = [], ...unknown }] of Object.entries(budget)) {
  if (Object.keys(unknown).length > 0) throw new Error(`budget.json has an unknown key in "${name}": ${Object.keys(unknown).join(', ')}`);
  const before = filesOf(without);
  const all = [...files, ...filesOf(chunks)].filter((file) => !before.has(file));
  const bytes = all.reduce((sum, file) => sum + weigh(file), 0);
  const over = bytes > limit * 1024;
  isOver ||= over;
  console.log(`${over ? 'OVER' : '  ok'}  ${(bytes / 1024).toFixed(1).padStart(6)} of ${String(limit).padStart(3)} KB  ${name}`);
  if (over || process.argv.includes('--chunks')) {
    for (const file of all.toSorted((a, b) => weigh(b) - weigh(a))) console.log(`        ${(weigh(file) / 1024).toFixed(2).padStart(7)}  ${file}`);
  }
}
if (isOver) process.exitCode = 1;
