// The mutant that is active while this file of tests runs.
Object.assign(globalThis, { __mutant: process.env['MUTANT'] });
