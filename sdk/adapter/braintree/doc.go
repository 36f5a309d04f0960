// Package braintree is the payment gateway of the SDK over Braintree's server interface. It is the only
// package that knows the provider's client.
//
// The same adapter talks to Braintree's own environments and, by a base URL, to the sandbox of this
// project. It never logs, and its errors hold codes and ids, never a nonce, a token or the provider's
// own words.
package braintree
