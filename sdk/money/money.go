// Package money counts money in whole minor units of one currency. There is no float in it.
package money

// Currency is an ISO 4217 code, e.g. "USD".
type Currency string

// Amount is a number of minor units of a currency (14999 USD is $149.99).
type Amount struct {
	Minor    int64
	Currency Currency
}
