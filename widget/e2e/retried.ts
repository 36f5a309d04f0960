import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Records every test that needed a second try in the folder $RETRIED, for Vitest and for Playwright, whose reporters have other methods.
 * `tools/retried` prints the records at the end of `make test`. Without the folder it records nothing.
 */
export default class Retried {
  /** Playwright: at each try. */
  onTestEnd(test: { titlePath(): string[] }, result: { retry: number }) {
    if (result.retry > 0) note('journeys', test.titlePath());
  }

  /** Vitest: after the last try. */
  onTestCaseResult(test: { fullName: string; module: { relativeModuleId: string }; diagnostic(): { retryCount: number } | undefined }) {
    if ((test.diagnostic()?.retryCount ?? 0) > 0) note('stories', [test.module.relativeModuleId, test.fullName]);
  }

  printsToStdio() {
    return false;
  }
}

function note(runner: string, names: string[]) {
  const folder = process.env['RETRIED'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${runner}.txt`), `${names.filter(Boolean).join(' > ')}\n`);
}
