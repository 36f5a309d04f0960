// Package order holds orders, their receipts, and what an order holds on to while it is paid: subscription codes
// and coupons with limited uses. A code or coupon is reserved when a payment begins, redeemed when the order is placed,
// and released when the payment fails.
//
// [Receipt] is the proof of a purchase. The operations of [Client] are steps of a payment: the rooms that sell something call them
// inside their transaction. Fault: [fault.TooManyTries], for too many wrong codes.
package order
