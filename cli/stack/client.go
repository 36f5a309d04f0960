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

// WithClient runs f with a client that is created from the server's configuration, and that belongs to the database.
func WithClient(cmd *cobra.Command, file string, f func(ctx context.Context, c *sdk.Client) error) error {
	return WithClientAt(cmd, file, "", f)
}

// WithClientAt is WithClient on the database at a URL; empty: the configuration's.
func WithClientAt(cmd *cobra.Command, file, url string, f func(ctx context.Context, c *sdk.Client) error) error {
	return WithStack(cmd, file, url, func(ctx context.Context, st *Stack) error {
		if err := st.Check(ctx); err != nil {
			return err
		}
		return f(ctx, st.Client)
	})
}

// WithStack runs f with what an operator's command uses, whether it belongs to the database or not.
func WithStack(cmd *cobra.Command, file, url string, f func(ctx context.Context, st *Stack) error) error {
	s, _, err := setting.Load(setting.Sources{File: file, Env: os.Environ()})
	if err != nil {
		return err
	}
	if url != "" {
		s.DatabaseURL = secret.Secret(url)
	}
	st, err := Open(cmd.Context(), s, Options{Operator: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer st.Close()
	return f(cmd.Context(), st)
}

// DatabaseClient opens the database for operations that need no secret (catalogues, receipts, counts), with a random
// one. The workers run the jobs that follow.
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

// DatabaseFlag adds --database-url.
func DatabaseFlag(cmd *cobra.Command, url *string) {
	cmd.Flags().StringVar(url, "database-url", "", "`URL` of the database (default: DATABASE_URL, else the configuration file's)")
}
