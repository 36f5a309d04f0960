import { defineConfig } from '@playwright/test';
import journeys from '../e2e/playwright.config.js';
import { literal } from '../e2e/journey.js';
import type { Options } from '../e2e/test.js';
import type { Mutant } from './switch.js';

const list = JSON.parse(process.env['MUTANTS'] ?? '[]') as Mutant[];

/** Returns the journey in `by`, with the mutant active. */
function projectOf(name: string, by: string, mutant: string) {
  const [file = '', title = ''] = by.split(': ');
  return { name, testMatch: file.replace(/^e2e\//, '**/'), grep: new RegExp(literal(title)), use: { mutant } };
}

/** Each mutant's journey, and each journey once without a mutant: the latter must pass, the others must fail. */
export default defineConfig<Options>({
  ...journeys,
  testDir: '../e2e',
  outputDir: '../node_modules/.mutants/results',
  globalSetup: '../e2e/server.ts',
  retries: 0,
  reporter: [['json']],
  projects: [
    ...[...new Set(list.map(({ by }) => String(by)))].map((by) => projectOf('no mutant', by, '')),
    ...list.map(({ name, by }) => projectOf(name, String(by), name)),
  ],
});
