import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const configDir = fileURLToPath(new URL('.storybook', import.meta.url));

/** Every story once in each of these; `test:long` takes all four. */
const looks =
  process.env['COJOIN_STORIES'] === 'all'
    ? ([
        ['en', 'light'],
        ['es', 'dark'],
        ['es', 'light'],
        ['en', 'dark'],
      ] as const)
    : ([
        ['en', 'light'],
        ['es', 'dark'],
      ] as const);

export default defineConfig({
  test: {
    projects: looks.map(([locale, theme]) => ({
      extends: true,
      plugins: [storybookTest({ configDir, initialGlobals: { locale, theme } })],
      test: {
        name: `${locale} ${theme}`,
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({
            launchOptions: {
              executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
              chromiumSandbox: false,
              args: [
                '--disable-gpu',
                '--disable-quic',
                '--no-first-run',
                '--disable-background-networking',
                '--disable-component-update',
                '--disable-sync',
              ],
            },
          }),
          instances: [{ browser: 'chromium' as const }],
        },
      },
    })),
  },
});
