import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Runs the journey of each mutant against one build that has all of them behind switches. Returns the surviving mutants. */
export async function survivorsOfJourneys(list, { root, plugin }) {
  if (list.length === 0) return [];
  const folder = join(root, 'node_modules/.mutants');
  const binary = await buildBinary(folder, { root, plugin });
  const [report, log] = ['report.json', 'journeys.log'].map((file) => join(folder, file));
  const run = spawnSync('npx', ['playwright', 'test', '--config', 'mutants/journey.config.ts'], {
    cwd: root,
    env: { ...process.env, TEST_BINARY: binary, MUTANTS: JSON.stringify(list), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    // Most of them fail, as they should.
    stdio: ['ignore', openSync(log, 'w'), 'inherit'],
  });
  if (run.error) throw run.error;
  const results = resultsOf(JSON.parse(readFileSync(report, 'utf8')));
  const isRed = (name) => {
    if (!results.has(name)) throw new Error(`no journey ran for "${name}": ${log}`);
    return results.get(name).includes('unexpected');
  };
  if (isRed('no mutant')) throw new Error(`a journey fails without any mutant: ${log}`);
  return list.filter(({ name }) => !isRed(name));
}

/** Builds the server with the widget's build of all mutants instead of the product's. The product's own build stays untouched. */
async function buildBinary(folder, { root, plugin }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const configFile of ['vite.config.ts', 'vite.loader.config.ts'])
    await build({ root, configFile: join(root, configFile), logLevel: 'error', plugins: [plugin] });
  const [dist, built] = [join(root, 'dist'), join(folder, 'dist')];
  renameSync(join(root, 'node_modules/.dist/next'), built);
  // The go command embeds these files in place of the others; an empty name removes a file.
  const replaced = [...filesIn(dist).map((file) => [join(dist, file), '']), ...filesIn(built).map((file) => [join(dist, file), join(built, file)])];
  writeFileSync(join(folder, 'overlay.json'), JSON.stringify({ Replace: Object.fromEntries(replaced) }));
  const binary = join(folder, 'cojoin');
  execFileSync('go', ['build', '-buildvcs=false', '-overlay', join(folder, 'overlay.json'), '-o', binary, './cli'], {
    cwd: join(root, '..'),
    stdio: 'inherit',
  });
  return binary;
}

const filesIn = (folder) => readdirSync(folder, { recursive: true }).filter((file) => statSync(join(folder, file)).isFile());

/** Returns the results of the journeys, by the name of the mutant. */
function resultsOf({ suites }) {
  const results = new Map();
  const visit = (suite) => {
    for (const { projectName, status } of suite.specs.flatMap(({ tests }) => tests))
      results.set(projectName, [...(results.get(projectName) ?? []), status]);
    (suite.suites ?? []).forEach(visit);
  };
  suites.forEach(visit);
  return results;
}
