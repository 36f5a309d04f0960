import { expect, test } from 'vitest';
import { policyOf } from './doctor.js';

test('names every host of the provider and of 3-D Secure in the policy line, and lets the page of any bank be shown', () => {
  expect(policyOf('https://join.example.com/').split('; ')).toEqual([
    'script-src https://join.example.com https://js.braintreegateway.com https://assets.braintreegateway.com https://www.paypalobjects.com ' +
      'https://*.paypal.com https://songbird.cardinalcommerce.com https://songbirdstag.cardinalcommerce.com ' +
      'https://static.client.cardinaltrusted.com https://cas.static.client.cardinaltrusted.com',
    'style-src https://join.example.com',
    'connect-src https://join.example.com https://*.braintreegateway.com https://*.braintree-api.com https://*.paypal.com ' +
      'https://*.cardinalcommerce.com https://*.cardinaltrusted.com',
    'frame-src https://join.example.com https:',
    'img-src https://join.example.com data: https://assets.braintreegateway.com https://*.paypal.com https://www.paypalobjects.com',
    "form-action 'self' https:",
  ]);
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
