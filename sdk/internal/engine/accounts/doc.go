// Package accounts implements [account.Client], and the operations that other engines call.
package accounts
