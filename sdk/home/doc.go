// Package home is the account page: what a parent finds after logging in. It holds
// the subscriptions that an account pays for and uses, receipts, the family, the co-parent's invitation; a professional's batches of codes.
//
// Nothing in it is anybody else's: an invited parent sees the name of who pays, and no price, receipt or address of
// theirs. Operations are methods of [Client], which package sdk holds as Client.Home. Faults: [fault.TokenInvalid],
// [order.ReceiptNotFound].
package home
