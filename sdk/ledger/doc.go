// Package ledger holds the rules of bookkeeping: which entries of a journal in double entry follow from an order's history, from movements of money at
// the payment provider, from disputes and from subscription codes, and how a payment is spread over the days that it pays for. Functions are pure. docs/how-to/keep-the-books.md
// explains the accounts.
package ledger
