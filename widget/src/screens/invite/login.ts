import type { InvitedFlow } from '../../flow/flow.js';
import { leadHome, type Leaving } from '../../flow/leadHome.js';
import { loginHref } from '../../steps/receipt/loginHref.js';

/** Forgets the invitation, including its link, and leaves for the product. */
export function leaveToLogin(flow: InvitedFlow, leave: Leaving['leave'] = (href) => location.assign(href)): void {
  const { account, bootstrap, keeper } = flow;
  const before = () => keeper.clear();
  if (account.get().login) {
    void leadHome(flow, { before, leave });
    return;
  }
  const href = loginHref(keeper.get().login, bootstrap.links);
  before();
  if (href) leave(href);
}
