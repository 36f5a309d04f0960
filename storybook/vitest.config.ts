import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { launchOptions } from '../widget/e2e/browser.js';
import Retried from '../widget/e2e/retried.js';

const configDir = fileURLToPath(new URL('.storybook', import.meta.url));

/** The checks (`checks/`, `.storybook/axe.ts`) of a look. Each runs in the look that finds most: texts are longest in Spanish or stretched English. */
interface Checks {
  axe: 'all' | 'look';
  fields: 'compare' | 'write' | 'heed' | 'none';
  fit: 'short' | 'longer' | 'long' | 'none';
}

const fields = process.env['COJOIN_FIELDS'] === 'write' ? 'write' : 'compare';

type Look = readonly [locale: string, theme: string, checks: Checks, brand?: string];

/**
 * The looks of each run: `test` has the first, `test:second` (part of `make test-full`) the second, `test:long` every language and theme,
 * `test:brands` our example brands.
 */
const runs: Readonly<Record<string, readonly Look[]>> = {
  first: [['en', 'light', { axe: 'all', fields, fit: 'none' }]],
  second: [['es', 'dark', { axe: 'look', fields: 'none', fit: 'short' }]],
  all: [
    ['en', 'light', { axe: 'all', fields, fit: 'longer' }],
    ['es', 'dark', { axe: 'all', fields: 'heed', fit: 'long' }],
    ['es', 'light', { axe: 'all', fields: 'none', fit: 'none' }],
    ['en', 'dark', { axe: 'all', fields: 'none', fit: 'none' }],
  ],
  brands: [
    ['en', 'light', { axe: 'look', fields: 'none', fit: 'short' }, 'harbor'],
    ['es', 'dark', { axe: 'look', fields: 'none', fit: 'none' }, 'harbor'],
    ['en', 'dark', { axe: 'look', fields: 'none', fit: 'short' }, 'night'],
    ['es', 'light', { axe: 'look', fields: 'none', fit: 'short' }, 'sahar'],
  ],
};
const run = process.env['COJOIN_STORIES'] ?? 'first';
const looks = runs[run];
if (!looks) throw new Error(`COJOIN_STORIES=${run}: there are ${Object.keys(runs).join(', ')}`);

/**
 * Each look has its own server and its own cache. In a shared cache one server would swap bundled dependencies that another is using. All dependencies
 * are found before the start, because one first met during a run would reload the page.
 */
function ownDependencies(look: string): Plugin {
  return {
    name: 'cojoin:own-dependencies',
    enforce: 'post',
    config: () => ({
      cacheDir: fileURLToPath(new URL(`node_modules/.cache/stories-${look}`, import.meta.url)),
      optimizeDeps: { entries: ['stories/**/*.stories.tsx', '.storybook/preview.tsx'] },
    }),
  };
}

/** Tags of stories that a brand excludes: stories about our header or footer don't apply if the brand has none, or its own. */
const without: Readonly<Record<string, string[]>> = { harbor: ['footer'], night: ['footer'], sahar: ['header', 'footer'] };

export default defineConfig({
  test: {
    reporters: ['default', new Retried()],
    projects: looks.map(([locale, theme, checks, brand = 'cojoin']) => ({
      extends: true,
      plugins: [
        storybookTest({ configDir, initialGlobals: { locale, theme, brand }, tags: { exclude: without[brand] ?? [] } }),
        ownDependencies(`${locale}-${theme}-${brand}`),
      ],
      test: {
        name: brand === 'cojoin' ? `${locale} ${theme}` : `${locale} ${theme} ${brand}`,
        provide: { checks },
        env: { COJOIN_AXE: checks.axe },
        setupFiles: ['./checks/setup.ts'],
        // The slowest test takes four seconds alone, but `make test` runs Go's tests on the same processors.
        testTimeout: 60_000,
        // As with the journeys: in CI a failure must happen twice, and one that happens once is listed at the end.
        retry: process.env['CI'] ? 1 : 0,
        // The stories of all files run in one page: shared code is loaded once.
        isolate: false,
        browser: {
          enabled: true,
          headless: true,
          // The limit for the first page with empty caches and busy processors.
          connectTimeout: 180_000,
          screenshotFailures: false,
          provider: playwright({
            // Contrast is measured on the final state, not during a fade.
            contextOptions: { reducedMotion: 'reduce' },
            launchOptions,
          }),
          instances: [{ browser: 'chromium' as const }],
        },
      },
    })),
  },
});
