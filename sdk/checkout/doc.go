// Package checkout pays for a sign-up: it checks that the sign-up is ready, prices it again, reserves codes and
// coupons, has the provider authorise the payment, and turns the paid sign-up into a family, accounts, an order, receipts
// and subscriptions.
//
// [Client.Pay] charges once, whatever is sent twice or lost: package payment holds the engine that makes it so. This
// package decides what is bought and by whom. Operations are methods of [Client], which package sdk holds as
// Client.Checkout. Faults: [payment.Invalid], [payment.Closed], [payment.Unavailable], [PaymentMissing],
// [fault.StepOutOfOrder], and those of reading a sign-up.
package checkout
