// Package braintree implements the SDK's payment gateway with Braintree's server API. No other package uses the
// provider's client.
//
// The same adapter works with Braintree's own environments and, with a base URL, with this project's sandbox.
// It never logs. Its errors contain codes and ids, never a nonce, a token or the provider's own text.
package braintree
