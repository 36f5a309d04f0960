import { relative } from 'node:path';
import { createVitest } from 'vitest/node';

/** Runs the unit tests of each mutant, all in one process: each module is transformed once, with a switch for each mutant. Returns the survivors. */
export async function survivorsOfUnits(list, { root, plugin, onTime = () => true }) {
  if (list.length === 0) return [];
  const vitest = await createVitest(
    'test',
    { root, config: `${root}vitest.config.ts`, watch: false, reporters: [{}], setupFiles: [`${root}mutants/unit.setup.ts`], bail: 1 },
    { plugins: [plugin] },
  );
  await vitest.standalone();
  const red = async (files, name) => {
    process.env.MUTANT = name;
    const specs = await vitest.globTestSpecifications(files);
    const found = new Set(specs.map(({ moduleId }) => relative(root, moduleId)));
    for (const file of files) if (!found.has(file)) throw new Error(`no tests in ${file}`);
    const { testModules } = await vitest.runTestSpecifications(specs);
    return testModules.filter((module) => found.has(module.relativeModuleId) && module.state() === 'failed');
  };
  try {
    const broken = await red([...new Set(list.flatMap(({ by }) => by))], '');
    if (broken.length > 0) throw new Error(`these fail without any mutant:\n${broken.map(whyOf).join('\n')}`);
    const survivors = [];
    for (const mutant of list) {
      if (!onTime(mutant)) break;
      if ((await red([mutant.by].flat(), mutant.name)).length === 0) survivors.push(mutant);
    }
    return survivors;
  } finally {
    await vitest.close();
  }
}

/** Returns the failure of a test file: in the file itself, or in its tests. */
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
