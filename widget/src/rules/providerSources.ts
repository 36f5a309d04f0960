// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.

/** What a page's Content-Security-Policy has to name for Braintree's client, by directive. */
export const providerSources = {
  script: [
    'https://js.braintreegateway.com',
    'https://assets.braintreegateway.com',
    'https://www.paypalobjects.com',
    'https://*.paypal.com',
    'https://songbird.cardinalcommerce.com',
    'https://songbirdstag.cardinalcommerce.com',
    'https://static.client.cardinaltrusted.com',
    'https://cas.static.client.cardinaltrusted.com',
  ],
  connect: [
    'https://*.braintreegateway.com',
    'https://*.braintree-api.com',
    'https://*.paypal.com',
    'https://*.cardinalcommerce.com',
    'https://*.cardinaltrusted.com',
  ],
  frame: ['https:'],
  img: ['https://assets.braintreegateway.com', 'https://*.paypal.com', 'https://www.paypalobjects.com'],
  form: ['https:'],
} as const;
