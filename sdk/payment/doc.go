// Package payment makes sure that a payment happens exactly once. Each try to pay is an attempt whose row is
// written before the provider is called; its states are a table ([AttemptStates]). What a crash or a lost answer leaves
// open is found again by asking the provider ([Client.Sweep], [Client.Reconcile]).
//
// The engine knows no customer: what is being paid for is a purpose, and each purpose registers what to lock, how to
// place the order and what follows. Operations are methods of [Client], which package sdk holds as Client.Payment: programs
// call [Client.Attempts], [Client.Attempt], [Client.Capture], [Client.Reconcile], [Client.ReconcileNow], [Client.Refund],
// [Client.Sweep], [Client.Void] and [Client.Webhook]. Methods that take a *db.Queries, a *db.Batch, a db.PaymentAttempt or a
// pgx.Tx are for packages of this module. A parent pays with Pay of package checkout.
//
// A dispute (chargeback) arrives as a webhook, and so does the news that it was won: see [Client.Webhook].
//
// Faults: [Invalid], [Closed], [ProveMailbox], [SwitchInvalid], [Unavailable], [AttemptNotFound], [AttemptNotRefundable], [WebhookRefused].
package payment
