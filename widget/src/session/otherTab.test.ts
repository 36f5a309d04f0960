// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readInvited, readSignup } from './keptSession.js';
import { sessionKey } from './setting.js';
import { handOver, takeOver } from './otherTab.js';

const setting = { server: 'https://join.example.com', instance: 'main' };
const key = sessionKey(setting);
const order = { payForCoparent: true, promoCodes: ['FLAT15'], paymentCodes: ['AAAABBBBCCCCDDDD'] };
const signup = { ...order, signupId: 's', registrationKey: 'k', spoken: { language: 'es', locale: 'es-MX' } };
const personal = { registration: { parent: { firstName: 'Maya' } }, drafts: { billing: { line1: '1 Market Street' } } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  location.hash = '#venmoSuccess=1&resource_id=v1';
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
});

const taken = () => {
  takeOver(sessionStorage, key);
  return sessionStorage.getItem(key) ?? undefined;
};

test('another tab takes the sign-up over once, without anything of a person', () => {
  handOver(setting, { ...signup, ...personal });
  expect(Object.values(localStorage).join(' ')).not.toMatch(/Maya|Market/);
  location.hash = '';
  expect(taken()).toBeUndefined();
  location.hash = '#venmoSuccess=1';
  expect(readSignup(taken())).toMatchObject({ ...signup, drafts: {}, credentialsSet: false });
  sessionStorage.clear();
  expect({ again: taken(), left: localStorage.length }).toEqual({ again: undefined, left: 0 });
});

test('an invitation is taken over as one', () => {
  const invite = { userId: 'u', token: 't' };
  handOver(setting, { ...order, ...personal, invite });
  expect(taken()).toBeUndefined();
  expect(readInvited(sessionStorage.getItem(`${key}.invite`) ?? undefined)).toMatchObject({ ...order, invite });
});

test('nothing is taken over that is too old, that was taken back, that is unreadable, or where the tab has a sign-up of its own', () => {
  handOver(setting, signup);
  vi.setSystemTime(Date.now() + 15 * 60_000);
  expect({ old: taken(), left: localStorage.length }).toEqual({ old: undefined, left: 0 });
  handOver(setting, signup)();
  expect(taken()).toBeUndefined();
  localStorage.setItem(`${key}.venmo`, 'what is this');
  expect(taken()).toBeUndefined();
  handOver(setting, signup);
  sessionStorage.setItem(key, 'its own');
  expect({ own: taken(), left: localStorage.length }).toEqual({ own: 'its own', left: 0 });
});
