// Package order holds orders, their receipts, and what an order holds on to while it is paid: subscription codes
// and coupons with limited uses. A code or coupon is reserved when a payment begins, redeemed when the order is placed,
// and released when the payment fails.
package order
