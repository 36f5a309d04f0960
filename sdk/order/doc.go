// Package order holds orders, their receipts, and the subscription codes and limited coupons that an order reserves. A code or coupon is reserved
// when a payment begins, redeemed when the order is placed, and released when the payment fails. In docs/payment-states.md the column codes lists the
// states of a payment in which codes are held, spent or released.
//
// [Receipt] is the proof of a purchase. Its comment lists its readers. Fault: [fault.TooManyTries], for too many wrong codes.
package order
