package database

import (
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Away reports whether an operation failed because its database is unavailable: it restarts, fails over to its standby, has no connections, disk or
// memory left, or another session held a lock for longer than calls wait. The operation may or may not have taken effect. The same call with the same
// idempotency key returns its result.
func Away(err error) bool {
	var connect *pgconn.ConnectError
	var pgErr *pgconn.PgError
	var network net.Error
	switch {
	case err == nil:
		return false
	case errors.As(err, &pgErr):
		return strings.HasPrefix(pgErr.Code, "08") || awayCodes[pgErr.Code]
	case errors.As(err, &connect), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return true
	case errors.As(err, &network):
		return !network.Timeout() // not for our own deadline
	}
	return strings.Contains(err.Error(), "conn closed") // pgx has no error value for it
}

// DiskFailed reports whether an operation failed because the database's disk is full or broken.
func DiskFailed(err error) bool {
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && (pgErr.Code == "53100" || pgErr.Code == "58030")
}

// awayCodes are the SQL states of a server that stops, starts, isn't the primary, or let the operation exceed the limits of its session.
var awayCodes = map[string]bool{
	"57P01": true, // admin_shutdown
	"57P02": true, // crash_shutdown
	"57P03": true, // cannot_connect_now
	"53300": true, // too_many_connections
	"53100": true, // disk_full
	"53200": true, // out_of_memory
	"58030": true, // io_error
	"25006": true, // read_only_sql_transaction
	"55P03": true, // lock_not_available: another session held a lock for longer than lock_timeout
	"25P03": true, // idle_in_transaction_session_timeout: this process was paused for longer than that
}
