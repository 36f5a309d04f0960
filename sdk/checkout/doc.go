// Package checkout pays for a sign-up. It checks that the sign-up is ready, prices it again, reserves codes and coupons, has the provider authorize
// the payment, and turns the paid sign-up into a family, accounts, an order, receipts and subscriptions.
//
// [Client.Pay] charges once, even if calls are repeated or lost: package payment has the engine for that. This package decides the order and its
// payer. The operations are methods of [Client], which package sdk holds as Client.Checkout. Faults: [payment.Invalid], [payment.Closed],
// [payment.Unavailable], [PaymentMissing], [fault.StepOutOfOrder], and those of reading a sign-up.
package checkout
