// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { Problem } from '../../client/failure.js';
import { FlowProvider, useInvited, type InvitedFlow, type SignupFlow } from '../../flow/flow.js';
import { openInvitation, openSession } from '../../session/session.js';
import { InviteFlow } from './InviteFlow.js';

/** A flow with a draft and an order, both in the invitation and in the tab's own sign-up. */
function show() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const keeper = openSession(undefined, 'test');
  const inviteKeeper = openInvitation(undefined, 'test.invite');
  keeper.set({ promoCodes: ['THEIRS'] });
  inviteKeeper.set({ invite: { userId: 'u1', token: 'abc' }, promoCodes: ['FLAT15'], drafts: { 'invite parent': { firstName: 'Ana' } } });
  const calls: string[] = [];
  const around = {
    kind: 'signup',
    api: { client: {} },
    bootstrap: { experiments: {} },
    keeper,
    inviteKeeper,
    go: (path: string) => calls.push(path),
    notify: (notice: string) => calls.push(notice),
    fail: () => calls.push('toast'),
  } as unknown as SignupFlow;
  let flow: InvitedFlow | undefined;
  const Screen = () => {
    flow = useInvited();
    return null;
  };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(createElement(FlowProvider, { value: around }, createElement(InviteFlow, undefined, createElement(Screen)))));
  return { fail: (error: unknown) => flow?.fail(error), calls, invited: () => inviteKeeper.get(), codes: () => keeper.get().promoCodes };
}

const restarted = {
  drafts: {},
  payForCoparent: false,
  promoCodes: [],
  paymentCodes: [],
  credentialsSet: false,
  invite: { userId: 'u1', token: 'abc' },
};

test.each([
  ['whose link has ended', new Problem(401, 'auth.fail.message'), ['/invite/request']],
  ['of another user', new Problem(403, 'forbidden'), ['invite_restarted', '/invite/step1']],
])('an invitation %s begins with nothing but its link; the sign-up of the tab stays', (_, error, want) => {
  const { fail, calls, invited, codes } = show();
  fail(error);
  expect({ calls, invited: invited(), codes: codes() }).toEqual({ calls: want, invited: restarted, codes: ['THEIRS'] });
});

test('any other failure is shown, and deletes nothing', () => {
  const { fail, calls, invited } = show();
  fail(new Problem(503, 'server_overloaded'));
  expect({ calls, codes: invited().promoCodes }).toEqual({ calls: ['toast'], codes: ['FLAT15'] });
});
