// Package gateway is the port to a payment provider: [Gateway] and its requests and answers, the table of payment methods
// ([PaymentMethods]), decline codes, and what an operator observes of the calls ([Observer]). Package sdk/adapter/braintree implements it; amounts are in minor units of
// their currency.
//
// A call whose outcome is not known returns an error that wraps [ErrGatewayUnknown]: the provider may have done it.
package gateway
