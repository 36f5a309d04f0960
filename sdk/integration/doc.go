// Package integration connects the customer's application: it sends the events of sign-ups, payments and refunds, and returns each account's
// entitlement.
//
// Database triggers write events in the transaction that causes them. [Client.Relay] numbers them. [Client.Deliver] sends them to the
// subscribed endpoints: at least once, in order per subject, signed as in Standard Webhooks. An integration that can't receive events reads
// them with [Client.Feed], and any account's entitlement with [Client.Entitlement]. After a login the flow leads to the integration, whose
// server exchanges a code with [Client.UseLoginCode]. Operations are methods of [Client], which package sdk holds as Client.Integration.
// Faults: [EndpointNotFound], [EventNotFound], [AccountNotFound], [TokenNotFound], [ScopeMissing], [CodeInvalid], [SendingOff].
package integration
