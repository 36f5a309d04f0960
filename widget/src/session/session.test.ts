import { expect, test } from 'vitest';
import type { InvitationContext, Registration } from '../client/types.js';
import { readInvited, readSignup } from './keptSession.js';
import { openInvitation, openSession, resetSignup, textIn, type InvitedSession, type SignupSession, type Store } from './session.js';

function memoryStore(): Store & { content: Map<string, string> } {
  const content = new Map<string, string>();
  return {
    content,
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => void content.set(key, value),
    removeItem: (key) => void content.delete(key),
  };
}

const registration: Registration = {
  signupId: '1',
  state: 'open',
  next: '/step3',
  routes: ['/step1', '/step2', '/step3'],
  lastCompletedStep: 2,
  pricingGroup: 'P0',
  parentDuplicateConfirmed: false,
  knowsCoParentEmail: true,
  coParentDuplicateConfirmed: false,
  children: [{ firstName: 'Leo', lastName: 'Ortiz' }],
  expiresAt: '2026-12-05T00:00:00Z',
};

const purchase = {
  registration,
  payForCoparent: true,
  packagesReloaded: true,
  promoCodes: ['FLAT15'],
  paymentCodes: ['ABCD'],
  customYears: 2,
  paymentKey: 'key',
  paid: { status: 'accepted', clickToJoinToken: 'token' },
  login: { redirect: '#home', auth: 'a', userId: 'u' },
  credentialsSet: true,
} as const;

/** Every field is filled: this reveals a field that a reload forgets, and a missing field doesn't compile. */
const signup: Required<SignupSession> = {
  ...purchase,
  signupId: '1',
  registrationKey: 'key',
  drafts: { parent: { firstName: 'Ana' } },
  discount: { referrer: 'familylaw', percentage: 20 },
  selectionCode: 'PRE2',
  duplicate: { who: 'coParent', firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.com' },
  notice: 'payment_done',
  spoken: { language: 'es', locale: 'en-US' },
  emailPromptDone: true,
  mailedToken: 'token',
  handOver: 'code',
};

test('a reload finds everything of a sign-up again', () => {
  const store = memoryStore();
  openSession(store, 'k').set(signup);
  expect(openSession(store, 'k', readSignup(textIn(store, 'k'))).get()).toEqual(signup);
});

test('a reload finds everything of an invitation again but the server’s word on it', () => {
  const store = memoryStore();
  const invited: InvitedSession = { ...purchase, drafts: { billing: {} }, invite: { userId: 'u', token: 't' } };
  openInvitation(store, 'k').set({ ...invited, invitation: { routes: [] } as unknown as InvitationContext });
  expect(openInvitation(store, 'k', readInvited(textIn(store, 'k'))).get()).toEqual(invited);
});

test('data of an earlier release is read, without its obsolete fields', () => {
  const kept = { signupId: '1', registrationKey: 'key', emailPromptDone: false, drafts: { parent: { firstName: 'Ana' } }, gone: true };
  expect(readSignup(JSON.stringify(kept))).toEqual({
    signupId: '1',
    registrationKey: 'key',
    emailPromptDone: false,
    drafts: { parent: { firstName: 'Ana' } },
    payForCoparent: false,
    promoCodes: [],
    paymentCodes: [],
    credentialsSet: false,
  });
});

test.each([
  ['nothing', undefined],
  ['half a text', '{"half'],
  ['no object', 'null'],
  ['a field of another type', JSON.stringify({ ...signup, promoCodes: 'FLAT15' })],
  ['a registration of another shape', JSON.stringify({ ...signup, registration: { signupId: '1' } })],
])('%s is no session', (_, kept) => {
  expect([readSignup(kept), readInvited(kept)]).toEqual([undefined, undefined]);
});

test('two instances on a page are isolated', () => {
  const store = memoryStore();
  openSession(store, 'cojoin.a').set({ signupId: '1' });
  expect(openSession(store, 'cojoin.b').get().signupId).toBeUndefined();
});

test('a reset forgets the sign-up and keeps the discount, the selection code, the language and the reason', () => {
  const keeper = openSession(memoryStore(), 'k');
  keeper.set({
    signupId: '1',
    registrationKey: 'key',
    discount: { referrer: 'familylaw', percentage: 20 },
    selectionCode: 'PRE2',
    promoCodes: ['FLAT15'],
    spoken: { language: 'es', locale: 'en-US' },
  });
  resetSignup(keeper, { notice: 'session_expired' });
  expect(keeper.get()).toEqual({
    drafts: {},
    payForCoparent: false,
    promoCodes: [],
    paymentCodes: [],
    credentialsSet: false,
    discount: { referrer: 'familylaw', percentage: 20 },
    selectionCode: 'PRE2',
    spoken: { language: 'es', locale: 'en-US' },
    notice: 'session_expired',
  });
});

test('clearing takes our own key away and no other', () => {
  const store = memoryStore();
  store.setItem('host', 'theirs');
  const keeper = openSession(store, 'k');
  keeper.set({ signupId: '1' });
  keeper.clear();
  expect([...store.content]).toEqual([['host', 'theirs']]);
  expect(keeper.get().signupId).toBeUndefined();
});

test('a store that is blocked is done without', () => {
  const blocked: Store = {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  for (const store of [undefined, blocked]) {
    expect(textIn(store, 'k')).toBeUndefined();
    const keeper = openSession(store, 'k');
    keeper.set({ signupId: '1' });
    expect(keeper.get().signupId).toBe('1');
    keeper.clear();
    expect(keeper.get().signupId).toBeUndefined();
  }
});

test('listeners hear every change until they stop', () => {
  const keeper = openSession(undefined, 'k');
  let changes = 0;
  const stop = keeper.subscribe(() => {
    changes += 1;
  });
  keeper.set({ signupId: '1' });
  keeper.restart({});
  stop();
  keeper.set({ signupId: '2' });
  expect(changes).toBe(2);
});
