// Breaks the functions that differ from a revision, one place at a time, and prints the breakages that no unit test notices.
//   node mutants/change.mjs main
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { changedLines, generated, testsOf } from './generate.mjs';
import { survivorsOfUnits } from './units.mjs';

const withinMs = 280_000;
const started = Date.now();
const root = fileURLToPath(new URL('..', import.meta.url));
const {
  module: { mutants },
} = await runnerImport(`${root}mutants/switch.ts`, { logLevel: 'error' });
const [revision = 'main'] = process.argv.slice(2);

const tests = testsOf(root);
const all = [...changedLines(root, revision)].flatMap(([file, lines]) => generated(file, readFileSync(`${root}${file}`, 'utf8'), lines));
const list = all.map((mutant) => ({ ...mutant, by: tests(mutant.file) })).filter(({ by }) => by.length > 0);
// A hash as the order, so that every file gets its share of a limited time.
const order = ({ name }) => createHash('sha1').update(name).digest('hex');
list.sort((a, b) => (order(a) < order(b) ? -1 : 1));
for (const file of new Set(all.map((mutant) => mutant.file))) if (tests(file).length === 0) console.log(`${file}: no unit test loads it`);

let tried = 0;
const survivors = await survivorsOfUnits(list, {
  root,
  plugin: mutants(list, root),
  onTime: () => {
    if (Date.now() - started > withinMs) return false;
    tried += 1;
    return true;
  },
});
for (const { name } of survivors) console.log(`survived: ${name}`);
console.log(
  `${tried - survivors.length} of ${tried} mutants noticed, ${list.length - tried} not tried, in ${Math.round((Date.now() - started) / 1000)} s`,
);
