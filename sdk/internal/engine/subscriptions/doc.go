// Package subscriptions implements [subscription.Client], and the operations that other engines call.
package subscriptions
