import { expect, test } from 'vitest';
import { policyOf } from './doctor.js';

test('names every host of the provider in the policy line', () => {
  expect(policyOf('https://join.example.com/')).toBe(
    'script-src https://join.example.com https://js.braintreegateway.com https://assets.braintreegateway.com https://www.paypal.com https://www.paypalobjects.com; ' +
      'style-src https://join.example.com; ' +
      'connect-src https://join.example.com https://api.braintreegateway.com https://client-analytics.braintreegateway.com https://payments.braintree-api.com https://www.paypal.com; ' +
      'frame-src https://join.example.com https://assets.braintreegateway.com https://www.paypal.com https://*.cardinalcommerce.com; ' +
      'img-src https://join.example.com data: https://assets.braintreegateway.com https://www.paypalobjects.com',
  );
});

test('names the sandbox instead where the server uses it', () => {
  expect(policyOf('http://127.0.0.1:8080', { sandbox: 'http://127.0.0.1:4010/' })).toBe(
    'script-src http://127.0.0.1:8080; style-src http://127.0.0.1:8080; connect-src http://127.0.0.1:8080 http://127.0.0.1:4010; ' +
      'frame-src http://127.0.0.1:8080 http://127.0.0.1:4010; img-src http://127.0.0.1:8080 data:',
  );
});

test('names the host of the affiliate’s pixel, which the receipt shows', () => {
  const pixel = 'https://pixel.affiliate.example/p.gif?order={transactionId}&total={amount}';
  expect(policyOf('http://127.0.0.1:8080', { sandbox: 'http://127.0.0.1:4010/', pixel })).toMatch(
    /; img-src http:\/\/127\.0\.0\.1:8080 data: https:\/\/pixel\.affiliate\.example$/,
  );
});
