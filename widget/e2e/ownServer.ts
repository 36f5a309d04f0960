import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startCojoin, withoutOwn, type Cojoin } from './server.js';
import { setting, test } from './test.js';

const execute = promisify(execFile);

const names = { COJOIN_URL: 'url', COJOIN_SANDBOX: 'sandbox', COJOIN_LOG: 'log' } as const;

export interface OwnServer {
  /** Runs an operator's command, which must succeed, and returns its output. */
  operate: (...args: readonly string[]) => Promise<string>;
}

/**
 * Gives each test of a file its own server instead of the run's: for other settings, or to move its clock. The tests run one after
 * another in one worker of their own.
 */
export function ownServer(env: Readonly<Record<string, string>> = {}): OwnServer {
  let own: Cojoin | undefined;
  const before: Record<string, string | undefined> = {};
  test.describe.configure({ mode: 'default' });
  test.beforeEach(async () => {
    own = await startCojoin(env);
    for (const [name, of] of Object.entries(names)) {
      before[name] = process.env[name];
      process.env[name] = own[of];
    }
  });
  test.afterEach(async () => {
    Object.assign(process.env, before);
    await own?.stop();
  });
  return {
    operate: async (...args) => {
      if (!own) throw new Error('the server is started before the tests, and ended behind them');
      const COJOIN_CONFIG = join(own.data, 'cojoin.yaml');
      return (await execute(setting('COJOIN_BINARY'), args, { env: { ...withoutOwn(process.env), COJOIN_CONFIG } })).stdout;
    },
  };
}
