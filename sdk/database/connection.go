package database

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"
)

// planning makes Postgres use an index however small it believes a table to be. Counts, stored answers and tokens are
// deleted when they expire, so after a quiet night the statistics say that their tables are empty. Statements planned
// then scan the whole table, and each connection keeps that plan until the table is next analysed, when it may have
// thousands of rows. Every statement has its index (a test checks that). Compiling a plan (jit) never pays off for a
// handful of rows.
const planning = "SET enable_seqscan = off; SET jit = off"

// PrepareConnection makes a connection ready for this package's statements. Set it as the AfterConnect of the pool of
// sdk.Config; without it they are answered all the same, but some slower, and some much slower once tables have been
// empty. It sends statements, no start-up parameters, which some poolers refuse. Behind a pooler that lends its connections
// for a transaction, set the same for the role (ALTER ROLE … SET): a statement reaches one of them only. It is for
// servers and workers: leave it out of a pool for operators' lists and exports, which read tables from end to end.
// Error: the database's, or that of a connection that broke.
func PrepareConnection(ctx context.Context, conn *pgx.Conn) error {
	pgxuuid.Register(conn.TypeMap()) // ids go as their 16 bytes; as text and back they cost a step twenty microseconds
	if _, err := conn.PgConn().Exec(ctx, planning).ReadAll(); err != nil {
		return fmt.Errorf("database: planning: %w", err)
	}
	return nil
}
