import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { launchOptions } from '../widget/e2e/browser.js';
import Retried from '../widget/e2e/retried.js';

const configDir = fileURLToPath(new URL('.storybook', import.meta.url));

/** The checks (`checks/`, `.storybook/axe.ts`) of a look. Each runs in the look that reveals most: words are longest in Spanish, or in stretched English. */
interface Checks {
  axe: 'all' | 'look';
  fields: 'compare' | 'write' | 'heed' | 'none';
  fit: 'short' | 'longer' | 'long' | 'none';
}

const fields = process.env['COJOIN_FIELDS'] === 'write' ? 'write' : 'compare';

type Look = readonly [locale: string, theme: string, checks: Checks, brand?: string];

/** Which looks each run takes: `test` the first, `test:second` (a part of `make test-full`) the second, `test:long` every language and theme, `test:brands` our example brands. */
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
 * Each look is served by a server of its own. With one cache between them, the one would swap bundled dependencies under the other's feet;
 * and a dependency that is first met in the middle of a run would reload the page. So: a cache each, and everything found before the start.
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

/** Stories that are about our header or footer have nothing to look at where a brand has none, or one of its own. */
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
        // The slowest takes four seconds by itself, but `make test` runs Go's tests on the same processors.
        testTimeout: 60_000,
        // As with the journeys: where nobody watches, a failure has to happen twice, and one that happens once is listed at the end.
        retry: process.env['CI'] ? 1 : 0,
        // The stories of all files in one page: what they share is loaded once.
        isolate: false,
        browser: {
          enabled: true,
          headless: true,
          // The time limit of the first page with empty caches and busy processors.
          connectTimeout: 180_000,
          screenshotFailures: false,
          provider: playwright({
            // Contrast is measured on what stays, not in the middle of a fade.
            contextOptions: { reducedMotion: 'reduce' },
            launchOptions,
          }),
          instances: [{ browser: 'chromium' as const }],
        },
      },
    })),
  },
});
