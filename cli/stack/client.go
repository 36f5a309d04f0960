package stack

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"

	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/secret"
)

// WithClient runs f with a client of the server's configuration. It fails if the configuration doesn't belong to the database.
func WithClient(cmd *cobra.Command, f func(ctx context.Context, c *sdk.Client) error) error {
	return WithStack(cmd, func(ctx context.Context, st *Stack) error {
		if err := st.Check(ctx); err != nil {
			return err
		}
		return f(ctx, st.Client)
	})
}

// WithStack runs f with a stack for operators' commands, also if the configuration doesn't belong to the database. If the
// command has --database-url and it is set, that replaces the configured database.
func WithStack(cmd *cobra.Command, f func(ctx context.Context, st *Stack) error) error {
	s, _, err := setting.Load(setting.Sources{File: setting.File(cmd), Env: os.Environ()})
	if err != nil {
		return err
	}
	if url := databaseURL(cmd); url != "" {
		s.DatabaseURL = secret.Secret(url)
	}
	st, err := Open(cmd.Context(), s, Options{Operator: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer st.Close()
	return f(cmd.Context(), st)
}

// DatabaseClient opens the database for operations that need no secret (catalogs, receipts, counts); it uses a random
// one. The workers run the resulting jobs.
func DatabaseClient(ctx context.Context, url string) (*sdk.Client, func(), error) {
	found, err := setting.LoadDatabase(os.Getenv(setting.ConfigVariable), url)
	if err != nil {
		return nil, nil, err
	}
	pool, err := OpenPool(ctx, found, noop.NewTracerProvider(), database.PrepareOperator)
	if err != nil {
		return nil, nil, &console.UsageError{Err: err}
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, nil, fmt.Errorf("the database doesn't answer: %w", err)
	}
	plain := make([]byte, 32)
	if _, err := rand.Read(plain); err != nil {
		pool.Close()
		return nil, nil, err
	}
	client, err := sdk.New(sdk.Config{Pool: pool, Jobs: jobs.NewInserter(), Secrets: secret.Secrets{Server: plain}, Lapses: found.Lapses, Operator: operatorName()})
	if err != nil {
		pool.Close()
		return nil, nil, err
	}
	return client, pool.Close, nil
}

// WithDatabase runs f with a client of DatabaseClient, on the database of --database-url.
func WithDatabase(cmd *cobra.Command, f func(ctx context.Context, c *sdk.Client) error) error {
	client, done, err := DatabaseClient(cmd.Context(), databaseURL(cmd))
	if err != nil {
		return err
	}
	defer done()
	return f(cmd.Context(), client)
}

// DatabaseFlag adds --database-url.
func DatabaseFlag(cmd *cobra.Command) {
	cmd.Flags().String("database-url", "", "`URL` of the database (default: DATABASE_URL, else the configuration file's)")
}

func databaseURL(cmd *cobra.Command) string {
	url, _ := cmd.Flags().GetString("database-url")
	return url
}
