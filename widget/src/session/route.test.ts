import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PaymentAnswer, Registration } from '../client/types.js';
import { stepGuards } from '../rules/index.js';
import { firstPath, isHosted, legacyRoute, loginRedirectOf, pathAfter, pathOf, redirectOf, routes, type Need } from './route.js';
import { openSession, type SignupSession } from './session.js';

const blank = openSession(undefined, 'test').get();
const registration = (state: keyof typeof stepGuards): Registration => ({
  signupId: '0190',
  state: 'open',
  lastCompletedStep: 0,
  ...stepGuards[state],
  routes: [...stepGuards[state].routes],
  parentDuplicateConfirmed: false,
  knowsCoParentEmail: true,
  coParentDuplicateConfirmed: false,
  children: [],
  pricingGroup: 'P0',
  expiresAt: '2026-11-22T00:00:00Z',
});
const paid: PaymentAnswer = { status: 'accepted', clickToJoinToken: 'token' };

/** Returns each screen's redirect, by its path; '' for a screen that opens. */
function table(session: SignupSession, experiments: Record<string, string> = {}) {
  return Object.fromEntries(routes.map((route: { path: string; needs: Need }) => [route.path, redirectOf(route, session, experiments) ?? '']));
}

test('every screen has a row, and every row a screen', () => {
  const folder = join(import.meta.dirname, '../screens');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('Screen.tsx'));
  const named = [...routes.map(({ screen }) => screen), legacyRoute.screen];
  expect(named.map((screen) => `${screen}.tsx`).toSorted()).toEqual(files.toSorted());
});

test('a visitor without a registration sees the screens before it', () => {
  const targets: Record<Need, string> = {
    nothing: '',
    status: '',
    registration: '/step1',
    credentials: '/signup',
    receipt: '',
    invitation: '',
    login: '',
    'no login': '',
  };
  expect(table(blank)).toEqual(Object.fromEntries(routes.map(({ path, needs }) => [path, targets[needs]])));
});

test('going back after sign-up leads to the receipt, not to an empty form', () => {
  const back = (needs: Need) => redirectOf({ path: '/payment', needs }, blank, {}, true);
  expect([back('registration'), back('credentials'), back('nothing')]).toEqual(['/receipt', '/receipt', undefined]);
});

test('the account page requires a login, and the login page none', () => {
  const at = (isLoggedIn: boolean) =>
    Object.fromEntries(routes.flatMap((route) => (loginRedirectOf(route, isLoggedIn) ? [[route.path, loginRedirectOf(route, isLoggedIn)]] : [])));
  expect([at(false), at(true)]).toEqual([{ '/account': '/login', '/account/payment-method': '/login' }, { '/login': '/account' }]);
});

test.each([
  ['https://join.example.com/app/join/account', true],
  ['https://www.example.com/my-account', false],
  [undefined, false],
])('whether %s is the hosted account page: %s', (address, isOwn) => {
  expect(isHosted('/account', address)).toBe(isOwn);
});

test.each(['grow794', 'coparentStatusBypass'])('%s skips the co-parent status', (key) => {
  expect(table(blank, { [key]: 'Treatment' })['/coparentstatus']).toBe('/step1');
  expect(table(blank, { [key]: 'Control' })['/coparentstatus']).toBe('');
});

test.each(Object.keys(stepGuards) as (keyof typeof stepGuards)[])('in state %s the server lists the allowed steps', (state) => {
  const seen = table({ ...blank, registration: registration(state) });
  for (const path of ['/step2', '/step3', '/alacarte', '/payment']) {
    expect([path, seen[path]]).toEqual([path, stepGuards[state].routes.includes(path) ? '' : pathOf(stepGuards[state].next)]);
  }
});

test('once paid, every earlier step leads to the credentials, and after them to the receipt', () => {
  const session = { ...blank, registration: registration('paid'), paid };
  const steps = ['/step1', '/step2', '/step3', '/alacarte', '/payment'];
  expect(steps.map((path) => table(session)[path])).toEqual(steps.map(() => '/credentials'));
  expect(table(session)).toMatchObject({ '/credentials': '', '/receipt': '/credentials' });
  const done = { ...session, credentialsSet: true };
  expect([...steps, '/credentials'].map((path) => table(done)[path])).toEqual([...steps, '/credentials'].map(() => '/receipt'));
  expect(table(done)['/receipt']).toBe('');
});

test('a mailed link opens the credentials without a payment in this tab', () => {
  expect(table({ ...blank, mailedToken: 'token' })['/credentials']).toBe('');
});

test('a saved step leads to the one after it, unless the server does not let one go there', () => {
  expect(pathAfter('/step2', registration('payment'))).toBe('/step2');
  expect(pathAfter('/step3', registration('family'))).toBe('/step2');
  expect(pathAfter('/step3', registration('duplicate'))).toBe('/duplicate');
});

test('a route that we have no screen for leads to the beginning', () => {
  expect(pathOf('/somewhere')).toBe('/step1');
});

test('a flow without an address goes on where the sign-up stood', () => {
  const open: SignupSession = { ...blank, registration: registration('payment_custom') };
  expect({
    blank: firstPath('chooser', blank),
    parents: firstPath('parents', blank),
    expired: firstPath('chooser', { ...blank, notice: 'session_expired' }),
    open: firstPath('chooser', open),
    paid: firstPath('chooser', { ...open, paid }),
    done: firstPath('chooser', { ...open, paid, credentialsSet: true }),
  }).toEqual({ blank: '/signup', parents: '/step1', expired: '/step1', open: '/payment', paid: '/credentials', done: '/receipt' });
});

test('a flow for professionals begins with their form, whatever a parent did in this tab', () => {
  expect(firstPath('professionals', blank)).toBe('/pro');
  expect(firstPath('professionals', { ...blank, registration: registration('payment'), paid, notice: 'session_expired' })).toBe('/pro');
});
