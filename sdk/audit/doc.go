// Package audit verifies sales. It compares payments with the provider's transactions and receipts with their prices, writes a month's
// journal for the books, and collects a payment's evidence for the payer's bank.
//
// Operations are methods of [Client], which package sdk holds as Client.Audit. Error: [ErrNoJournal].
package audit
