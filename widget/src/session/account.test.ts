// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { openAccount } from './account.js';
import { readLogin } from './keptSession.js';
import { textIn } from './session.js';

const key = 'cojoin.test.login';
afterEach(() => sessionStorage.clear());

/** The tab's account after a reload. */
const reloaded = () => openAccount(sessionStorage, key, readLogin(textIn(sessionStorage, key)));

test('a login outlives a reload of the tab, and nothing but the tab keeps it', () => {
  openAccount(sessionStorage, key).enter({ auth: 'token-1', userId: 'user-1' });
  expect(reloaded().get()).toEqual({ login: { token: 'token-1', userId: 'user-1' } });
  expect({ local: localStorage.length, address: location.href.includes('token-1') }).toEqual({ local: 0, address: false });
});

test('logging out shows its reason once, and deletes the login', () => {
  const account = openAccount(sessionStorage, key);
  let changes = 0;
  account.subscribe(() => (changes += 1));
  account.enter({ auth: 'token-1', userId: 'user-1' });
  account.leave('expired');
  expect({ changes, session: account.get(), kept: sessionStorage.length }).toEqual({ changes: 2, session: { farewell: 'expired' }, kept: 0 });
  expect(reloaded().get()).toEqual({});
});

test('a login leads to the page requested before, once, else to the account', () => {
  const account = openAccount(sessionStorage, key);
  account.rememberTarget('/account/payment-method');
  expect([account.takeTarget(), account.takeTarget()]).toEqual(['/account/payment-method', '/account']);
});

test.each(['', '{', 'null', '[]', '{"token":1,"userId":"u"}', '{"token":"t"}'])('what is unreadable is no login: %s', (kept) => {
  sessionStorage.setItem(key, kept);
  expect(reloaded().get()).toEqual({});
});

test('an answer without a token is no login, and a store that throws is done without', () => {
  const blocked = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => undefined,
  };
  const account = openAccount(blocked, key);
  account.enter({ auth: '', userId: 'user-1' });
  expect(account.get()).toEqual({});
  account.enter({ auth: 'token-1', userId: 'user-1' });
  expect(account.get().login?.token).toBe('token-1');
});
