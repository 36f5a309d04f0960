package database

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"
)

// sessionSettings are the settings of servers' and workers' sessions.
//
// enable_seqscan: Postgres should use an index even if it believes that a table is small. Counts, stored results and tokens are
// deleted when they expire, so after a quiet night the statistics show empty tables. Statements planned then scan the whole
// table, and each connection keeps that plan until the table's next analyze, when it may have thousands of rows. Every statement
// has its index (a test checks that).
//
// jit: compiling a plan never pays off for a few rows.
//
// The limits end abandoned transactions. Calls and jobs have shorter deadlines of their own, but a process that is paused or
// disconnected leaves its transaction open, and with it its locks.
var sessionSettings = [][2]string{
	{"enable_seqscan", "off"},
	{"jit", "off"},
	{"statement_timeout", "1min"},
	{"idle_in_transaction_session_timeout", "1min"},
	{"lock_timeout", "10s"}, // the time in which a payment's result must be stored
}

// operatorSettings undo [sessionSettings] for a login of servers or workers: a command may read a whole table.
const operatorSettings = "SET enable_seqscan = on; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '10s'"

// PrepareConnection configures a connection for this package's statements. Set it as AfterConnect of the pool in sdk.Config.
// Without it statements still work. Some are slower, some much slower after tables have been empty, and forgotten statements and
// transactions have no time limit. It sends statements instead of start-up parameters, which some poolers reject. Behind a pooler
// that lends connections per transaction a statement configures only one connection; there, [GrantRoles] stores the same settings
// for the logins. It is for servers and workers. Operators' lists and exports, which read whole tables, use [PrepareOperator].
// Error: the database's, or that of a broken connection.
func PrepareConnection(ctx context.Context, conn *pgx.Conn) error {
	pgxuuid.Register(conn.TypeMap()) // sends ids as 16 bytes; as text they cost a step twenty microseconds
	var statements strings.Builder
	for _, s := range sessionSettings {
		fmt.Fprintf(&statements, "SET %s = '%s';", s[0], s[1])
	}
	if _, err := conn.PgConn().Exec(ctx, statements.String()).ReadAll(); err != nil {
		return fmt.Errorf("database: settings of the session: %w", err)
	}
	return nil
}

// PrepareOperator configures a connection for commands that may read whole tables without a time limit.
func PrepareOperator(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.PgConn().Exec(ctx, operatorSettings).ReadAll(); err != nil {
		return fmt.Errorf("database: settings of the session: %w", err)
	}
	return nil
}
