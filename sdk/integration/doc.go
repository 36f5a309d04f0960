// Package integration tells the application that was sold what happens here: who signed up, joined, paid, was refunded, and what
// each account may use until when.
//
// Events are written by triggers of the database, in the transaction that causes them. [Client.Relay] numbers them, and
// [Client.Deliver] sends them to the endpoints that want them: at least once, in order per subject, signed by the convention
// of Standard Webhooks. An integration that can't receive them reads them with [Client.Feed], and anybody's entitlement with
// [Client.Entitlement]. After a login the flow leads to the integration, whose server exchanges a code
// with [Client.UseLoginCode]. Operations are methods of [Client], which package sdk holds as Client.Integration. Faults:
// [EndpointNotFound], [EventNotFound], [AccountNotFound], [TokenNotFound], [ScopeMissing], [CodeInvalid], [SendingOff].
package integration
