// Package payments implements [payment.Client], and the operations that other engines call.
package payments
