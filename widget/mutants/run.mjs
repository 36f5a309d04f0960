// Breaks the widget by each mutant of the lists beside this file, and fails if the mutant's test doesn't notice it.
//   node mutants/run.mjs                 all of them
//   node mutants/run.mjs nonce           those with the word in their list's name, their own, their file or test
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { survivorsOfJourneys } from './journeys.mjs';
import { survivorsOfUnits } from './units.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const {
  module: { mutants, withMutants },
} = await runnerImport(`${root}mutants/switch.ts`, { logLevel: 'error' });
const [word = ''] = process.argv.slice(2);

const areas = readdirSync(`${root}mutants`).filter((file) => file.endsWith('.json'));
const all = areas.flatMap((file) =>
  JSON.parse(readFileSync(`${root}mutants/${file}`, 'utf8')).map((mutant) => ({ area: file.slice(0, -5), ...mutant })),
);
for (const file of new Set(all.map((mutant) => mutant.file))) {
  withMutants(
    readFileSync(`${root}${file}`, 'utf8'),
    all.filter((mutant) => mutant.file === file),
  );
}
const chosen = all.filter(({ area, name, file, by }) => [area, name, file, by].some((text) => text.includes(word)));
const isJourney = ({ by }) => by.startsWith('e2e/');
const tools = { root, plugin: mutants(all, root) };

const started = Date.now();
const survivors = [
  ...(await survivorsOfUnits(
    chosen.filter((mutant) => !isJourney(mutant)),
    tools,
  )),
  ...(await survivorsOfJourneys(chosen.filter(isJourney), tools)),
];
for (const { area, name, file, by } of survivors) console.error(`survived (${area}): ${name}\n    ${file}, not noticed by ${by}`);
for (const area of new Set(chosen.map((mutant) => mutant.area))) {
  const count = (list) => list.filter((mutant) => mutant.area === area).length;
  console.log(`${area}: ${count(chosen) - count(survivors)} of ${count(chosen)} mutants noticed`);
}
console.log(`${Math.round((Date.now() - started) / 1000)} s`);
process.exitCode = survivors.length > 0 ? 1 : 0;
