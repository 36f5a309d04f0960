import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the name of every test that needed a second try to a file in the folder $RETRIED. If RETRIED isn't set, it writes nothing. The class is a
 * reporter for both Vitest and Playwright: each calls its own methods. At the end of `make test`, `tools/retried` prints the names.
 */
export default class Retried {
  /** Playwright calls this after each try. */
  onTestEnd(test: { titlePath(): string[] }, result: { retry: number }) {
    if (result.retry > 0) note('journeys', test.titlePath());
  }

  /** Vitest calls this after the last try. */
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
