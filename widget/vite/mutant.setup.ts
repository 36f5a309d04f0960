// For vite/mutate.mjs: the mutant that is active while this file of tests runs.
Object.assign(globalThis, { __mutant: process.env['COJOIN_MUTANT'] });
