// Package order holds orders, their receipts, and what an order holds on to while it is paid: subscription codes
// and coupons with limited uses. A code or coupon is reserved when a payment begins ([Client.ReserveCodes]), redeemed
// when the order is placed ([Client.Redeem]), and released when the payment fails ([Client.ReleaseCodes]). The column
// codes of docs/payment-states.md says in which states of a payment codes are held, spent or released.
//
// [Receipt] is the proof of a purchase, and says who may see it. The operations of [Client] are steps of a payment: the
// packages that sell something call them inside their transaction. Fault: [fault.TooManyTries], for too many wrong codes.
package order
