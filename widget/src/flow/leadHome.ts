import { accountCalls } from '../client/account.js';
import { Problem, failureMessage } from '../client/failure.js';
import type { Flow } from './flow.js';
import { isHosted } from '../session/route.js';

/** The actions for leaving the page. */
export interface Leaving {
  before?: (() => void) | undefined;
  leave?: ((href: string) => void) | undefined;
}

/**
 * Leads a logged-in user home. The account page and the customer's application may have another origin than the flow, which doesn't share its login. The
 * server therefore adds a code to their address that brings the login there. After a failure it shows a message and stays on the page. Never throws.
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
    // With an ended login, home asks for a new one.
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
