import { startCojoin, type Cojoin } from './server.js';
import { test } from './test.js';

const names = { COJOIN_URL: 'url', COJOIN_SANDBOX: 'sandbox', COJOIN_LOG: 'log' } as const;

/**
 * Gives the tests of a file a server of their own, in place of the run's: one with other settings, or whose time they move. They run one after
 * another in one worker, which serves nobody else meanwhile.
 */
export function useOwnServer(env: Readonly<Record<string, string>> = {}): () => Cojoin {
  let own: Cojoin | undefined;
  const before: Record<string, string | undefined> = {};
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    own = await startCojoin(env);
    for (const [name, of] of Object.entries(names)) {
      before[name] = process.env[name];
      process.env[name] = own[of];
    }
  });
  test.afterAll(async () => {
    Object.assign(process.env, before);
    await own?.stop();
  });
  return () => {
    if (!own) throw new Error('the server is started before the tests, and ended behind them');
    return own;
  };
}
