import { expect, test } from 'vitest';
import { routes } from '../session/route.js';
import { viewOf } from './view.js';

test('the names of views stay: hosts build funnels on them', () => {
  expect(Object.fromEntries([...routes.map(({ path }) => path), '/billinginfo'].map((path) => [path, viewOf(path)?.view]))).toEqual({
    '/signup': 'chooser',
    '/pro': undefined,
    '/coparentstatus': 'status',
    '/step1': 'parent',
    '/duplicate': 'duplicate',
    '/step2': 'family',
    '/step3': 'packages',
    '/alacarte': 'custom',
    '/payment': undefined,
    '/credentials': 'credentials',
    '/link': 'link',
    '/password': 'password',
    '/login': 'login',
    '/account': 'account',
    '/account/payment-method': 'method',
    '/receipt': 'receipt',
    '/invite': 'welcome',
    '/invite/request': 'request',
    '/invite/step1': 'parent',
    '/invite/packages': 'packages',
    '/invite/choose-your-own': 'custom',
    '/invite/billing-info': 'billing',
    '/invite/payment': undefined,
    '/invite/credentials': 'credentials',
    '/invite/receipt': 'receipt',
    '/billinginfo': 'legacy',
  });
});
