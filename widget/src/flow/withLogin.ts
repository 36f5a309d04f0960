import { Problem } from '../client/failure.js';
import type { Flow } from './flow.js';
import type { Path } from '../session/route.js';

/** Runs a call with the login's token. After the login has ended, the login screen opens and leads back to `path`; the call rejects with status 401. */
export async function withLogin<T>({ account, go }: Pick<Flow, 'account' | 'go'>, path: Path, call: (token: string) => Promise<T>): Promise<T> {
  const { login } = account.get();
  try {
    if (!login) throw new Problem(401, 'token_invalid');
    return await call(login.token);
  } catch (error) {
    if (error instanceof Problem && error.status === 401) {
      account.leave('expired');
      account.rememberTarget(path);
      go('/login', { replace: true });
    }
    throw error;
  }
}
