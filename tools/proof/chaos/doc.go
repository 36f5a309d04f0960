// Package chaos proves the promise of paying exactly once: it signs customers up against real `cojoin
// serve` and `cojoin work` processes, kills those with SIGKILL at every point of a payment, kills Postgres,
// freezes processes past their lease, makes the provider fail, and then compares the provider's own ledger
// with the database to the cent. Meanwhile operators refund, subscriptions renew, and the customer's application, the example host in Python, is
// killed, too: at the end it knows of every place in a family what we know.
//
// `make chaos` runs it long; `go test ./chaos` in tools/proof runs the short form.
package chaos
