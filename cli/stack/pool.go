package stack

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk/secret"
)

// OpenPool creates the pool of database connections. It doesn't connect yet. Servers and workers prepare their
// connections with [database.PrepareConnection], migrations and operators' commands with [database.PrepareOperator].
func OpenPool(ctx context.Context, s *setting.Config, traces trace.TracerProvider, prepare func(context.Context, *pgx.Conn) error) (*pgxpool.Pool, error) {
	return openPoolAt(ctx, "databaseUrl", s.DatabaseURL, s.DatabaseConns, traces, prepare)
}

// OpenKeysPool opens the connections to the database of persons' keys; nil if they are in the product's database.
func OpenKeysPool(ctx context.Context, s *setting.Config, traces trace.TracerProvider, prepare func(context.Context, *pgx.Conn) error) (*pgxpool.Pool, error) {
	if s.PersonKeysURL == "" {
		return nil, nil
	}
	return openPoolAt(ctx, "personKeysUrl", s.PersonKeysURL, s.DatabaseConns, traces, prepare)
}

func openPoolAt(ctx context.Context, name string, url secret.Secret, connections int32, traces trace.TracerProvider, prepare func(context.Context, *pgx.Conn) error) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url.Reveal())
	if err != nil {
		return nil, errors.New(name + " is invalid; it must look like postgres://user:password@host:5432/name") // pgx's error may contain the password
	}
	cfg.MaxConns = connections
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
