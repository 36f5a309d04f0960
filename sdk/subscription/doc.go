// Package subscription defines bought terms: reading and canceling a subscription, renewing it when its term ends, replacing its payment method, and
// paying its debt.
//
// A renewal costs the list price that the customer agreed to (from the catalog of the order that bought the current term), without coupons and codes,
// plus today's tax. Mails announce it, and it is retried on the days in [RenewalConfig]. The operations are methods of [Client], which package sdk
// holds as Client.Subscription. Faults: [NotFound], [Invalid], [NotRenewing], [RenewalsEarly], [NothingDue], [DueChanged].
package subscription
