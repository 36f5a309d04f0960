// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.

/** What pays with each wallet in the payment provider's test environment. */
export const testNonces = {
  paypal: 'fake-paypal-billing-agreement-nonce',
  venmo: 'fake-venmo-account-nonce',
  applePay: 'fake-apple-pay-visa-nonce',
} as const;
