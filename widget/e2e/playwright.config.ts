import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.js';
import type { Options } from './test.js';
import { otherLanguage } from './words.js';

/** Whole journeys in a real browser, against `cojoin dev` on a data folder of its own. `pnpm --filter @cojoin/widget e2e`. */
export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './server.ts',
  fullyParallel: true,
  forbidOnly: true,
  // On a shared machine a page may be late; a broken journey fails twice. Journeys that fail once are listed at the end of the run.
  retries: process.env['CI'] ? 1 : 0,
  // A journey computes for a third of its time and waits for the rest (answers, frames, polled assertions): four of them fill two processors.
  workers: 4,
  // The time limit of a journey beside ten other processes on the same two processors; alone, each one takes seconds.
  timeout: 300_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  reporter: [['list'], ['./retried.ts']],
  use: {
    // Bigger than a phone and with a mouse, so that desktop controls are tested, too.
    viewport: { width: 1180, height: 900 },
    // A journey fails after this time without a button, not at the end of its five minutes.
    actionTimeout: 60_000,
    contextOptions: { reducedMotion: 'reduce' },
    // The trace of each step costs a sixth of a journey, so it is kept only for second tries (CI); by hand: --trace=retain-on-failure.
    // Without its film: drawing that costs more than the journey itself. The page at the failure is kept anyway, as a tree of roles.
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions,
  },
  projects: [
    { name: 'desktop' },
    // These journeys must also pass in the other language and on a phone. Journeys that cover both by themselves aren't repeated.
    {
      name: 'phone, es',
      testMatch: /(again|checkout|custom|declined|duplicate|invite|mistakes|moved|movement|offline|wallet)\.spec\.ts$/,
      grepInvert: /by keyboard|Spanish/,
      use: { viewport: { width: 360, height: 740 }, lang: otherLanguage },
    },
  ],
});
