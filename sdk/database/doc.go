// Package database prepares the database that operations run on: it migrates the schema, grants the rights of
// the server's and the worker's roles, and sets up connections of a pool. [Away] tells an unreachable database
// from other errors.
package database
