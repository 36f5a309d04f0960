package database

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"
)

// sessionSettings are what servers and workers set for their sessions.
//
// The planner: Postgres uses an index however small it believes a table to be. Counts, stored answers and tokens are
// deleted when they expire, so after a quiet night the statistics say that their tables are empty. Statements planned
// then scan the whole table, and each connection keeps that plan until the table is next analysed, when it may have
// thousands of rows. Every statement has its index (a test checks that). Compiling a plan (jit) never pays off for a
// handful of rows.
//
// The limits hold where nobody is left to cancel: calls and jobs have deadlines of their own, shorter than these, but a
// process that is paused or cut off leaves its transaction open, and with it its locks.
var sessionSettings = [][2]string{
	{"enable_seqscan", "off"},
	{"jit", "off"},
	{"statement_timeout", "1min"},
	{"idle_in_transaction_session_timeout", "1min"},
	{"lock_timeout", "10s"}, // as long as a payment's result has to be written down
}

// operatorSettings take back what a login of servers or workers has of [sessionSettings]: a command may read a whole table.
const operatorSettings = "SET enable_seqscan = on; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '10s'"

// PrepareConnection makes a connection ready for this package's statements. Set it as the AfterConnect of the pool of
// sdk.Config; without it they are answered all the same, but some slower, and some much slower once tables have been
// empty, and without limits on how long a forgotten statement or transaction may last. It sends statements, no start-up
// parameters, which some poolers refuse. Behind a pooler that lends its connections for a transaction a statement reaches
// one of them only: [GrantRoles] sets the same for the logins. It is for servers and workers: operators' lists and exports, which
// read tables from end to end, use [PrepareOperator].
// Error: the database's, or that of a connection that broke.
func PrepareConnection(ctx context.Context, conn *pgx.Conn) error {
	pgxuuid.Register(conn.TypeMap()) // ids go as their 16 bytes; as text and back they cost a step twenty microseconds
	var statements strings.Builder
	for _, s := range sessionSettings {
		fmt.Fprintf(&statements, "SET %s = '%s';", s[0], s[1])
	}
	if _, err := conn.PgConn().Exec(ctx, statements.String()).ReadAll(); err != nil {
		return fmt.Errorf("database: settings of the session: %w", err)
	}
	return nil
}

// PrepareOperator makes a connection ready for commands that may read whole tables and take their time.
func PrepareOperator(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.PgConn().Exec(ctx, operatorSettings).ReadAll(); err != nil {
		return fmt.Errorf("database: settings of the session: %w", err)
	}
	return nil
}
