import { defineConfig } from 'vitest/config';

/** Unit tests of code without a look: the flow's table, session, keys, payment. The screens are tested as stories and in whole journeys. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', '{vite,mutants}/**/*.test.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // The slowest test takes two seconds alone, but `make test` runs Go's tests and the journeys on the same processors.
    testTimeout: 30_000,
  },
});
