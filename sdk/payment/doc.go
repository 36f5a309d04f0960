// Package payment makes sure that a payment happens exactly once. Each try to pay is an attempt. Its row is stored before the provider is called, and
// its states are a table ([AttemptStates]). After a crash or a lost response, a search at the provider finds the outcome ([Client.Sweep],
// [Client.Reconcile]).
//
// Operations are methods of [Client], which package sdk holds as Client.Payment: refunds, webhooks, and the sweeps that jobs run. A parent pays with
// [checkout.Client.Pay], a professional with [codes.Client.Buy].
//
// A dispute (chargeback) arrives as a webhook, and so does its end: see [Client.Webhook].
//
// Faults: [Invalid], [Closed], [ProveMailbox], [SwitchInvalid], [Unavailable], [AttemptNotFound], [AttemptNotRefundable], [WebhookRefused].
package payment
