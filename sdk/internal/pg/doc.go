// Package pg provides Postgres helpers: transactions that pipeline their statements, batches, ids, and locks on
// email addresses.
package pg
