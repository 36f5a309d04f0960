import { expect, test } from 'vitest';
import { LostAnswer, Problem, ValidationFailure } from '../../client/failure.js';
import { lossOf, PaymentRefused } from './loss.js';

const toRequest = { to: '/invite/request', isReset: true };

test.each([
  ['112', new Problem(401, 'token_invalid', undefined, 112), toRequest],
  ['401 without a number', new Problem(401, 'token_invalid'), toRequest],
  ['auth.fail.message', new Problem(400, 'auth.fail.message'), toRequest],
  ['an invitation that is gone', new Problem(410, 'registration_expired'), toRequest],
  ['an invitation that never was', new Problem(404, 'invitation_not_found'), toRequest],
  ['403', new Problem(403, 'account_forbidden'), { to: '/invite/step1', isReset: true }],
  ['403 when paying', new PaymentRefused(new Problem(403, 'account_forbidden')), { to: '/invite/request', isReset: true }],
  ['112 when paying', new PaymentRefused(new Problem(401, 'token_invalid', undefined, 112)), { to: '/invite/request', isReset: true }],
  ['a field at fault', new ValidationFailure([{ field: 'email', code: 'email_invalid', text: '' }]), undefined],
  ['no answer', new LostAnswer(), undefined],
  ['a failing server', new Problem(500, 'unexpected_error'), undefined],
  ['too many tries', new Problem(429, 'rate_limited', 60), undefined],
])('%s', (_, error, want) => {
  expect(lossOf(error, false)).toEqual(want);
});

test('a link that ends after the payment takes nothing of it away', () => {
  expect(lossOf(new Problem(401, 'token_invalid', undefined, 112), true)).toEqual({ to: '/invite/request', isReset: false });
});
