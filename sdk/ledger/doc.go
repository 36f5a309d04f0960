// Package ledger holds the rules of bookkeeping. It derives journal entries in double entry from an order's history, movements of money at the
// payment provider, disputes and subscription codes, and spreads a payment over the days of its term. Functions are pure.
// docs/how-to/keep-the-books.md explains the accounts.
package ledger
