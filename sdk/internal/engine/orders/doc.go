// Package orders implements [order.Client], and the operations that other engines call.
package orders
