// Package subscription holds the terms that were bought: reading and cancelling a subscription, renewing it when
// its term ends, replacing the payment method it renews with.
//
// A renewal costs the list price that the customer agreed to (from the catalogue of the order that bought the current
// term), without coupons and codes, plus today's tax. It is announced by mail, and tried again on the days that
// [RenewalConfig] names. Operations are methods of [Client], which package sdk holds as Client.Subscription. Faults:
// [NotFound], [Invalid], [NotRenewing], [RenewalsEarly], [NothingDue], [DueChanged].
package subscription
