// Package checkouts implements [checkout.Client], and the operations that other engines call.
package checkouts
