// Package pg speaks to Postgres: transactions that pipeline their statements, batches, ids, and locks on e-mail
// addresses.
package pg
