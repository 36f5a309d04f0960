// Package payment makes sure that a payment happens exactly once. Each try to pay is an attempt whose row is
// written before the provider is called; its states are a table ([AttemptStates]). What a crash or a lost answer leaves
// open is found again by asking the provider ([Client.Sweep], [Client.Reconcile]).
//
// Operations are methods of [Client], which package sdk holds as Client.Payment: refunds, webhooks, and the sweeps that jobs run. A parent
// pays with [checkout.Client.Pay], a professional with [codes.Client.Buy].
//
// A dispute (chargeback) arrives as a webhook, and so does the news that it was won: see [Client.Webhook].
//
// Faults: [Invalid], [Closed], [ProveMailbox], [SwitchInvalid], [Unavailable], [AttemptNotFound], [AttemptNotRefundable], [WebhookRefused].
package payment
