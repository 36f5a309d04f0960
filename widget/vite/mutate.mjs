// Breaks the widget by each mutant of mutants/*.json, and fails where the test that is named beside it doesn't notice.
//   node vite/mutate.mjs                 all of them
//   node vite/mutate.mjs nonce           those whose name, file or test has the word
import { readFileSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { createVitest } from 'vitest/node';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const {
  module: { mutants, withMutants },
} = await runnerImport(`${root}vite/mutants.ts`, { logLevel: 'error' });
const [word = ''] = process.argv.slice(2);

const areas = readdirSync(`${root}mutants`).map((file) => ({ area: file.replace('.json', ''), list: read(`../mutants/${file}`) }));
const all = areas.flatMap(({ area, list }) => list.map((mutant) => ({ ...mutant, area })));
for (const file of new Set(all.map((mutant) => mutant.file))) {
  const code = readFileSync(`${root}${file}`, 'utf8');
  withMutants(
    code,
    all.filter((mutant) => mutant.file === file),
  );
}

const chosen = all.filter(({ name, file, by }) => [name, file, by].some((text) => text.includes(word)));

/** What went wrong in a file of tests: in the file itself, or in its tests. */
function whyOf(module) {
  const tests = [...module.children.allTests('failed')].map(
    (test) =>
      `${test.fullName}: ${test
        .result()
        .errors.map(({ message }) => message)
        .join()}`,
  );
  return [module.relativeModuleId, ...module.errors().map(({ message }) => message), ...tests].join('\n  ');
}

/** Runs the unit tests of each mutant, all in one process: a module is transformed once, and has every mutant of its file behind a switch. */
async function survivorsOfUnits(list) {
  if (list.length === 0) return [];
  const vitest = await createVitest(
    'test',
    { root, config: `${root}vitest.config.ts`, watch: false, reporters: [{}], setupFiles: [`${root}vite/mutant.setup.ts`], bail: 1 },
    { plugins: [mutants(all, root)] },
  );
  await vitest.standalone();
  const red = async (files, name) => {
    process.env.COJOIN_MUTANT = name;
    const specs = await vitest.globTestSpecifications(files);
    const wanted = new Set(specs.map(({ moduleId }) => relative(root, moduleId)));
    if (files.some((file) => !wanted.has(file))) throw new Error(`no such test: ${files.join(', ')}`);
    const { testModules } = await vitest.runTestSpecifications(specs);
    return testModules.filter((each) => wanted.has(each.relativeModuleId) && each.state() === 'failed');
  };
  const survivors = [];
  const broken = await red([...new Set(list.map(({ by }) => by))], '');
  if (broken.length > 0) throw new Error(`tests fail without any mutant: ${broken.map(whyOf).join('\n')}`);
  for (const mutant of list) if ((await red([mutant.by], mutant.name)).length === 0) survivors.push(mutant);
  await vitest.close();
  return survivors;
}

const started = Date.now();
const survivors = await survivorsOfUnits(chosen);
for (const { area, name, file, by } of survivors) console.error(`survived (${area}): ${name}\n    ${file}, not noticed by ${by}`);
console.log(
  `${chosen.length - survivors.length} of ${chosen.length} mutants noticed by unit tests, in ${Math.round((Date.now() - started) / 1000)} s`,
);
process.exitCode = survivors.length > 0 ? 1 : 0;
