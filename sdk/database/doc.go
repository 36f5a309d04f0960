// Package database prepares the product's database: it migrates the schema, grants the rights of the server's
// and the worker's roles, and configures the connections of a pool. [Away] distinguishes an unreachable
// database from other errors.
package database
