import { accountCalls } from '../client/account.js';
import { Problem, failureMessage } from '../client/failure.js';
import type { Flow } from './flow.js';
import { isHosted } from '../session/route.js';

/** The actions of leaving the page. */
export interface Leaving {
  before?: (() => void) | undefined;
  leave?: ((href: string) => void) | undefined;
}

/**
 * Leads somebody home. The account page, and the customer's application, may be of another origin than the flow, and hear nothing of its login: the
 * server adds a code to their address that brings it there. A failure is said, and nothing is left. Throws nothing.
 */
export async function leadHome(
  { account, api, bootstrap, emit, go, setting, toast }: Pick<Flow, 'account' | 'api' | 'bootstrap' | 'emit' | 'go' | 'setting' | 'toast'>,
  { before = () => undefined, leave = (href) => location.assign(href) }: Leaving = {},
): Promise<void> {
  const { home = '' } = bootstrap.links;
  if (setting.start === 'account' || (setting.hosted && isHosted('/account', home))) {
    before();
    go('/account');
    return;
  }
  const { login } = account.get();
  let href = home;
  try {
    if (login) href = (await accountCalls(api).handOver(login.token)).redirect;
  } catch (error) {
    // An ended login leads home by another login.
    if (!(error instanceof Problem && error.status === 401)) {
      const message = failureMessage(error, 'genericErrorMessage');
      emit('error', { code: message.code, canContinue: true });
      toast(message);
      return;
    }
  }
  before();
  leave(href);
}
