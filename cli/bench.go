package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/internal/seed"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/site"
)

// mostSeeded is the maximum number of sign-ups to seed.
const mostSeeded = 10_000_000

func newBenchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Prepare benchmarks (development)",
		Long: `Prepare benchmarks. Run the benchmarks themselves with make bench and make bench-growth in a checkout;
docs/capacity.md has their results.`,
		Example: "  cojoin bench seed --registrations 10000",
	}
	cmd.AddCommand(newBenchSeedCommand())
	return cmd
}

func newBenchSeedCommand() *cobra.Command {
	var count int
	cmd := &cobra.Command{
		Use:   "seed",
		Short: "Fill an empty database with paid sign-ups, to test with a large database",
		Long: `Fill an empty database with paid sign-ups: registrations, accounts, orders, payments, subscriptions and
receipts, spread over the last 200 days. The first is a real sign-up, paid at a temporary sandbox; the
others are copies of it, each with its own ids. People's encrypted data can't be copied, so names and addresses
are blank, as after an erasure. The schema must be up to date (cojoin migrate).

It refuses to run on a database that has sign-ups, or outside the environment development.

A million sign-ups take about five minutes and 10 GB. Indexes are dropped while rows are copied, and created again at
the end: an interrupted run leaves a database with part of the sign-ups and without those indexes, and can't be resumed.
Drop that database, create and migrate it again, and seed it again.`,
		Example: `  createdb big && export DATABASE_URL=postgres:///big COJOIN_ENVIRONMENT=development
  cojoin migrate && cojoin bench seed --registrations 1000000
  dropdb big && createdb big && cojoin migrate && cojoin bench seed   # after an interrupted run`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if count < 1 || count > mostSeeded {
				return console.Usagef("--registrations must be from 1 to %d", mostSeeded)
			}
			s, _, err := setting.Load(setting.Sources{File: setting.File(cmd), Env: os.Environ()})
			if err != nil {
				return err
			}
			if s.Environment == site.EnvironmentProduction {
				return console.Usagef("this command creates fake people, and the environment is production: set environment to development, and use a separate database")
			}
			pool, err := stack.OpenPool(cmd.Context(), s, noop.NewTracerProvider(), database.PrepareOperator)
			if err != nil {
				return err
			}
			defer pool.Close()
			server, err := setting.SecretBytes(s.Secret.Reveal())
			if err != nil {
				return err
			}
			return seedDatabase(cmd, pool, seed.Size{Signups: count, Secret: server})
		},
	}
	setting.FileFlag(cmd)
	cmd.Flags().IntVar(&count, "registrations", 10_000, "number of sign-ups to create")
	return cmd
}

func seedDatabase(cmd *cobra.Command, pool *pgxpool.Pool, size seed.Size) error {
	start := time.Now()
	err := seed.Fill(cmd.Context(), pool, size, func(done int) {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d\n", done, size.Signups)
	})
	if errors.Is(err, seed.ErrNotEmpty) {
		return console.Usagef("%w", err)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d paid sign-ups in %s\n", size.Signups, time.Since(start).Round(time.Second))
	return err
}
