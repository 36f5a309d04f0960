package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// openPool opens the connections to the database. It returns before there is one. Servers and workers prepare their
// connections with [database.PrepareConnection]. For migrations and operators' commands prepare is nil: they read tables from
// end to end, and the planner is to choose how.
func openPool(ctx context.Context, s *settings, traces trace.TracerProvider, prepare func(context.Context, *pgx.Conn) error) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(s.databaseURL.Reveal())
	if err != nil {
		return nil, errors.New("databaseUrl is invalid; it must look like postgres://user:password@host:5432/name") // pgx's error may contain the password
	}
	cfg.MaxConns = s.databaseConns
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	if cfg.ConnConfig.RuntimeParams["application_name"] == "" {
		cfg.ConnConfig.RuntimeParams["application_name"] = "cojoin"
	}
	if _, off := traces.(noop.TracerProvider); !off {
		cfg.ConnConfig.Tracer = sqlTracer(traces)
	}
	cfg.AfterConnect = prepare
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	return pool, nil
}
