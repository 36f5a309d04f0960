package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/internal/seed"
	"github.com/cojoin/cojoin/sdk"
)

// mostSeeded bounds one database.
const mostSeeded = 10_000_000

func newBenchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Prepare measurements (development)",
		Long: `Prepare measurements. The measurements themselves are make bench and make bench-growth in a checkout;
docs/capacity.md has their figures.`,
		Example: "  cojoin bench seed --registrations 10000",
	}
	cmd.AddCommand(newBenchSeedCommand())
	return cmd
}

func newBenchSeedCommand() *cobra.Command {
	var file string
	var count int
	cmd := &cobra.Command{
		Use:   "seed",
		Short: "Fill an empty database with paid sign-ups, to see how a large one behaves",
		Long: `Fill an empty database with paid sign-ups: registrations, accounts, orders, payments, subscriptions and
receipts, spread over the last 200 days. One is made by the product itself, paid at a sandbox of its own; the
others are its copies, each with ids, e-mail address, phone and username of its own. The schema must be at
head (cojoin migrate).

It refuses a database that has sign-ups, and works with environment development only.

A million take some five minutes and 10 GB. Indexes are dropped while rows are copied, and made again at the end: a run
that was cut short leaves a database with part of the sign-ups and without those indexes, and can't be gone on with.
Drop that database, make it anew, migrate it and seed it again.`,
		Example: `  createdb big && export DATABASE_URL=postgres:///big COJOIN_ENVIRONMENT=development
  cojoin migrate && cojoin bench seed --registrations 1000000
  dropdb big && createdb big && cojoin migrate && cojoin bench seed   # after a run that was cut short`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if count < 1 || count > mostSeeded {
				return usagef("--registrations is from 1 to %d", mostSeeded)
			}
			s, _, err := loadSettings(settingSources{file: file, env: os.Environ()})
			if err != nil {
				return err
			}
			if s.environment == sdk.EnvironmentProduction {
				return usagef("it makes people up, and this is production: set environment to development, and name a database of its own")
			}
			pool, err := openPool(cmd.Context(), s, noop.NewTracerProvider())
			if err != nil {
				return err
			}
			defer pool.Close()
			return seedDatabase(cmd, pool, count)
		},
	}
	addConfigFlag(cmd, &file)
	cmd.Flags().IntVar(&count, "registrations", 10_000, "how many sign-ups the database holds then")
	return cmd
}

func seedDatabase(cmd *cobra.Command, pool *pgxpool.Pool, count int) error {
	start := time.Now()
	err := seed.Fill(cmd.Context(), pool, count, func(done int) {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d\n", done, count)
	})
	if errors.Is(err, seed.ErrNotEmpty) {
		return usagef("%w", err)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d paid sign-ups in %s\n", count, time.Since(start).Round(time.Second))
	return err
}
