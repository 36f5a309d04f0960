// Package codes sells subscription codes to professionals. A professional buys a [Batch] by card or by invoice and issues its codes to clients. A
// code pays for a subscription at checkout. A batch by invoice becomes active once its invoice is paid. Batches and single codes can be revoked, and
// codes expire.
//
// The operations are methods of [Client], which package sdk holds as Client.Codes. Codes are redeemed and released with the order that they pay for:
// see package order. Faults: [BatchUnknown], [BatchUnpaid], [BatchPaying], [BatchWasRevoked], [BatchEmpty], [SubscriptionCodeGone].
package codes
