// Package order holds orders, their receipts, and what an order holds on to while it is paid: subscription codes
// and coupons with limited uses. A code or coupon is reserved when a payment begins, redeemed
// when the order is placed, and released when the payment fails. The column codes of docs/payment-states.md has the states of a
// payment in which codes are held, spent or released.
//
// [Receipt] is the proof of a purchase. Its comment lists its readers. Fault: [fault.TooManyTries], for too many wrong codes.
package order
