import { expect, test } from 'vitest';
import { Problem } from '../../client/failure.js';
import type { Api } from '../../client/api.js';
import type { InvitationContext, PaymentAnswer } from '../../client/types.js';
import { isInvitePath, routes as screens } from '../../session/route.js';
import { openInvitation, type InvitedSession } from '../../session/session.js';
import { inviteGuards, type InviteState } from '../../rules/index.js';
import { guardInvite, invitePathOf, inviteRedirect } from './guard.js';

const blank = openInvitation(undefined, 'test').get();
const invite = { userId: 'u1', token: 't1' };
const paid: PaymentAnswer = { status: 'accepted', clickToJoinToken: 'c1' };

/** Returns the server's answer in a state, by the server's own table. */
function invitation(state: InviteState, change: Partial<InvitationContext> = {}): InvitationContext {
  const { next, routes } = inviteGuards[state];
  const allowed = { next, routes: [...routes] };
  return {
    userId: 'u1',
    isSubscriptionCurrent: false,
    subscriptionStatus: 'none',
    billingAddressComplete: false,
    requireCredentials: true,
    agreedToTerms: false,
    languageLocale: 'en',
    familyMembers: [],
    availableCoupons: [],
    pricingGroup: 'P0',
    packageIds: [2001],
    expiresAt: '2026-12-05T00:00:00Z',
    registration: {
      signupId: '',
      state: 'open',
      lastCompletedStep: 0,
      ...allowed,
      parentDuplicateConfirmed: false,
      knowsCoParentEmail: true,
      coParentDuplicateConfirmed: false,
      children: [],
      pricingGroup: 'P0',
      expiresAt: '2026-12-05T00:00:00Z',
    },
    ...allowed,
    ...change,
  };
}

const invitePaths = screens.map(({ path }) => path).filter(isInvitePath);

/** Returns each screen's redirect, in the order of the table; '' for a screen that opens. */
function table(session: Partial<InvitedSession>): string[] {
  return invitePaths.map((path) => inviteRedirect(path, { ...blank, ...session }) ?? '');
}

const paths = ['', 'request', 'step1', 'packages', 'choose-your-own', 'billing-info', 'payment', 'credentials', 'receipt'];
const may = '';
const to = (path: string) => `/invite/${path}`;

test('the table is about these screens', () => {
  expect(invitePaths.map((path) => path.replace(/^\/invite\/?/, ''))).toEqual(paths);
});

//                                    /invite            request  step1             packages             own                  billing-info             payment              credentials             receipt
const cases: [string, Partial<InvitedSession>, string[]][] = [
  ['no link: home, but a new one may be asked for', {}, ['/signup', may, ...Array<string>(7).fill('/signup')]],
  ['a link whose invitation the server refuses', { invite }, [to('request'), may, ...Array<string>(7).fill(to('request'))]],
  [
    'nothing entered yet',
    { invite, invitation: invitation('invite_parent') },
    [may, may, may, to('step1'), to('step1'), to('step1'), to('step1'), to('step1'), to('step1')],
  ],
  [
    'paid for, address missing',
    { invite, invitation: invitation('invite_billing', { isSubscriptionCurrent: true }) },
    [may, may, may, to('billing-info'), to('billing-info'), may, to('billing-info'), to('billing-info'), to('billing-info')],
  ],
  [
    'a package is to be chosen',
    { invite, invitation: invitation('invite_package') },
    [may, may, may, may, to('packages'), to('packages'), to('packages'), to('packages'), to('packages')],
  ],
  [
    'a custom package is to be built',
    { invite, invitation: invitation('invite_custom') },
    [may, may, may, may, may, ...Array<string>(4).fill(to('choose-your-own'))],
  ],
  [
    'a package is chosen',
    { invite, invitation: invitation('invite_payment') },
    [may, may, may, may, to('payment'), to('payment'), may, to('payment'), to('payment')],
  ],
  [
    'a custom package is built',
    { invite, invitation: invitation('invite_payment_custom') },
    [may, may, may, may, may, to('payment'), may, to('payment'), to('payment')],
  ],
  [
    'a payment is being confirmed',
    { invite, invitation: invitation('invite_confirming') },
    [may, may, to('payment'), to('payment'), to('payment'), to('payment'), may, to('payment'), to('payment')],
  ],
  [
    'current subscription, billing complete, credentials required',
    { invite, invitation: invitation('invite_joined', { isSubscriptionCurrent: true, billingAddressComplete: true }) },
    [to('credentials'), may, ...Array<string>(5).fill(to('credentials')), may, to('credentials')],
  ],
  [
    'current subscription, billing complete, credentials set elsewhere',
    { invite, invitation: invitation('invite_joined', { isSubscriptionCurrent: true, billingAddressComplete: true, requireCredentials: false }) },
    [may, may, ...Array<string>(5).fill(to('credentials')), may, to('credentials')],
  ],
  [
    'paid in this tab',
    { invite, paid, invitation: invitation('invite_payment') },
    [to('credentials'), may, ...Array<string>(5).fill(to('credentials')), may, to('credentials')],
  ],
  [
    'joined with username and password, seen from another tab',
    { invite, invitation: invitation('invite_done', { requireCredentials: false }) },
    [may, may, ...Array<string>(6).fill(to('receipt')), may],
  ],
  [
    'paid in this tab, and the link is used up',
    { invite, paid },
    [to('credentials'), may, ...Array<string>(5).fill(to('credentials')), may, to('credentials')],
  ],
  ['paid, credentials set', { invite, paid, credentialsSet: true }, [to('receipt'), may, ...Array<string>(6).fill(to('receipt')), may]],
  ['paid for, credentials set', { invite, credentialsSet: true }, [to('receipt'), may, ...Array<string>(5).fill(to('receipt')), may, may]],
];

test.each(cases)('redirects: %s', (_, session, want) => {
  expect(table(session)).toEqual(want);
});

test.each([
  ['/invite/billing-info', '/invite/billing-info'],
  ['/invite/nowhere', '/invite/step1'],
])('the server names %s', (route, want) => {
  expect(invitePathOf(route)).toBe(want);
});

/** An API with only the invitation's call. */
function apiOf(answer: object): { api: Api; requests: () => number } {
  let requests = 0;
  const GET = () => {
    requests += 1;
    return answer instanceof Problem
      ? Promise.resolve({
          error: { code: answer.code, statusCode: answer.statusCode },
          response: new Response(null, { status: answer.status }),
        })
      : Promise.resolve({ data: answer, response: new Response(null, { status: 200 }) });
  };
  return { api: { client: { GET }, query: {} } as unknown as Api, requests: () => requests };
}

test('the state is requested once per page, and kept', async () => {
  const keeper = openInvitation(undefined, 'test');
  keeper.set({ invite });
  const context = invitation('invite_package');
  const { api, requests } = apiOf(context);
  await expect(guardInvite('/invite/packages', keeper, api)).resolves.toBeUndefined();
  await expect(guardInvite('/invite/payment', keeper, api)).resolves.toBe('/invite/packages');
  expect({ requests: requests(), invitation: keeper.get().invitation, registration: keeper.get().registration }).toEqual({
    requests: 1,
    invitation: context,
    registration: context.registration,
  });
});

test('a payment with a lost response is found with the invitation, and its key kept until its result is handled', async () => {
  for (const [answer, kept] of [
    [paid, paid],
    [new Problem(404, 'payment_missing'), undefined],
  ] as const) {
    const keeper = openInvitation(undefined, 'test');
    keeper.set({ invite, paymentKey: 'k' });
    const context = invitation('invite_paid');
    const [read, payment] = [apiOf(context).api, apiOf(answer).api];
    const GET = (path: string) => (path.endsWith('/payment') ? payment : read).client.GET(path as never, {} as never);
    await expect(guardInvite('/invite/credentials', keeper, { ...read, client: { GET } } as unknown as Api)).resolves.toBeUndefined();
    expect([keeper.get().paid, keeper.get().paymentKey]).toEqual([kept, 'k']);
  }
});

test.each([
  ['an expired or used link (112)', new Problem(401, 'token_invalid', undefined, 112)],
  ["another user's link", new Problem(403, 'account_forbidden')],
])('%s leads to the request for a new one', async (_, failure) => {
  const keeper = openInvitation(undefined, 'test');
  keeper.set({ invite });
  await expect(guardInvite('/invite/step1', keeper, apiOf(failure).api)).resolves.toBe('/invite/request');
  expect(keeper.get().invite).toEqual(invite);
});

test('an unavailable server differs from an invalid link', async () => {
  const keeper = openInvitation(undefined, 'test');
  keeper.set({ invite });
  await expect(guardInvite('/invite', keeper, apiOf(new Problem(503, 'unavailable')).api)).rejects.toMatchObject({ status: 503 });
});

test('a payment is shown despite a used link', async () => {
  const keeper = openInvitation(undefined, 'test');
  keeper.set({ invite, paid });
  await expect(guardInvite('/invite/credentials', keeper, apiOf(new Problem(401, 'token_invalid', undefined, 112)).api)).resolves.toBeUndefined();
});

test('without a link no request is sent', async () => {
  const { api, requests } = apiOf(invitation('invite_parent'));
  await expect(guardInvite('/invite', openInvitation(undefined, 'test'), api)).resolves.toBe('/signup');
  await expect(guardInvite('/invite/request', openInvitation(undefined, 'test'), api)).resolves.toBeUndefined();
  expect(requests()).toBe(0);
});
