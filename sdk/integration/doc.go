// Package integration connects the customer's application: it sends the events of sign-ups, payments and refunds, and answers what
// each account is entitled to.
//
// Events are written by triggers of the database, in the transaction that causes them. [Client.Relay] numbers them, and
// [Client.Deliver] sends them to the endpoints that want them: at least once, in order per subject, signed by the convention
// of Standard Webhooks. An integration that can't receive them reads them with [Client.Feed], and anybody's entitlement with
// [Client.Entitlement]. After a login the flow leads to the integration, whose server exchanges a code
// with [Client.UseLoginCode]. Operations are methods of [Client], which package sdk holds as Client.Integration. Faults:
// [EndpointNotFound], [EventNotFound], [AccountNotFound], [TokenNotFound], [ScopeMissing], [CodeInvalid], [SendingOff].
package integration
