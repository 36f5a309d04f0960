// Package orders reserves, redeems and releases the codes and coupons of orders, and writes receipts.
package orders
