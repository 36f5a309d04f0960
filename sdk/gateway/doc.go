// Package gateway is the port to a payment provider: [Gateway] with its requests and responses, the table of payment methods ([PaymentMethods]),
// decline codes, and the events of the calls for operators ([Observer]). Package sdk/adapter/braintree implements it. Amounts are in minor units of
// their currency.
//
// A call with an unknown outcome returns an error that wraps [ErrGatewayUnknown]: the provider may have executed it.
package gateway
