// Package audit proves what was sold: it compares payments with the provider's transactions and receipts with the prices that they came from,
// writes a month's journal for the books, and collects a payment's evidence for the payer's bank.
//
// Operations are methods of [Client], which package sdk holds as Client.Audit. Error: [ErrNoJournal].
package audit
