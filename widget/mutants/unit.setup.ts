// The active mutant of this test file.
Object.assign(globalThis, { __mutant: process.env['MUTANT'] });
