// Package chaos proves that customers pay exactly once. It signs customers up against real `cojoin serve` and `cojoin work` processes. It kills those
// with SIGKILL at every point of a payment, kills Postgres, freezes processes past their lease, and makes the provider fail. Then it compares the
// provider's own ledger with the database to the cent.
//
// Meanwhile operators refund and subscriptions renew. The customer's application, the example host in Python, is killed, too. At the end its seats
// must equal ours.
//
// `make chaos` runs it long; `go test ./chaos` in tools/proof runs the short form.
package chaos
