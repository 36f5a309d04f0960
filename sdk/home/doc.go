// Package home builds the account page, which parents see after login. It holds the subscriptions that the account pays for or uses, receipts, the
// family, the co-parent's invitation, and a professional's batches of codes.
//
// It shows no other person's data, except that an invited parent sees the payer's name: no price, receipt or address. The operations are methods of
// [Client], which package sdk holds as Client.Home. Faults: [fault.TokenInvalid], [order.ReceiptNotFound].
package home
