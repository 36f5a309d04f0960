package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// planning has statements find their rows by an index whatever Postgres believes of a table's size. Counts, stored
// answers and tokens are deleted when they have run out: after a quiet night their tables are empty, and known to be.
// The first statements of the morning are planned then, to read an empty table from end to end, and each connection
// keeps such a plan until the table has been analysed anew, by which time it has thousands of rows. Every statement
// has its index (a test sees to that). Compiling a plan (jit) never pays for a handful of rows.
const planning = "SET enable_seqscan = off; SET jit = off"

// openPool opens the connections to the database. It returns before there is one.
func openPool(ctx context.Context, s *settings, traces trace.TracerProvider) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(s.databaseURL.Reveal())
	if err != nil {
		return nil, errors.New("databaseUrl can't be read; it looks like postgres://user:password@host:5432/name") // pgx's text may hold the password
	}
	cfg.MaxConns = s.databaseConns
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	if cfg.ConnConfig.RuntimeParams["application_name"] == "" {
		cfg.ConnConfig.RuntimeParams["application_name"] = "cojoin"
	}
	if _, off := traces.(noop.TracerProvider); !off {
		cfg.ConnConfig.Tracer = sqlTracer(traces)
	}
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		pgxuuid.Register(conn.TypeMap()) // ids go as their 16 bytes; as text and back they cost a step twenty microseconds
		if _, err := conn.PgConn().Exec(ctx, planning).ReadAll(); err != nil {
			return fmt.Errorf("database: planning: %w", err)
		}
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	return pool, nil
}
