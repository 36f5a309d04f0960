// Command go-service is a law firm's own service built on the SDK. It needs a database but none of our HTTP servers, and
// runs the rules and the jobs in its own process. It reads new cases as JSON lines from standard input. For each, it
// invites the client's family and issues a prepaid code to the client.
//
//	DATABASE_URL=postgres://… COJOIN_SECRET=… PROFESSIONAL=<id> BATCH=<id> go run ./examples/go-service < cases.jsonl
//
// If there are servers, use their database and secret. "cojoin pro list" and "cojoin codes list" print the ids.
package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/adapter/outbox"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := serve(ctx)
	stop()
	if err != nil {
		slog.Error("go-service", "error", err)
		os.Exit(1)
	}
}

func serve(ctx context.Context) error {
	databaseURL := os.Getenv("DATABASE_URL")
	plain, err := base64.StdEncoding.DecodeString(os.Getenv("COJOIN_SECRET"))
	if err != nil {
		return fmt.Errorf("COJOIN_SECRET is not base64: %w", err)
	}
	if err := database.Migrate(ctx, databaseURL, database.Migration{}); err != nil {
		return err
	}
	connections, err := pgxpool.ParseConfig(databaseURL)
	if err != nil {
		return errors.New("DATABASE_URL can't be read") // pgx's error may contain the password
	}
	connections.AfterConnect = database.PrepareConnection
	pool, err := pgxpool.NewWithConfig(ctx, connections)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	defer pool.Close()
	if err := jobs.Migrate(ctx, pool, database.Migration{}); err != nil {
		return err
	}
	client, err := sdk.New(sdk.Config{
		Pool:    pool,
		Jobs:    jobs.NewInserter(),
		Mailer:  outbox.New(pool), // smtp.New in production
		Secrets: secret.Secrets{KeyID: 1, Server: plain},
		Site:    site.Site{PublicURL: "https://join.example.com", SupportEmail: "help@example.com"},
		Log:     slog.Default(),
	})
	if err != nil {
		return err
	}
	// Fails if the secret isn't that of the database: data encrypted with another secret could never be read.
	if err := client.Identity.Verify(ctx); err != nil {
		return err
	}
	worker, err := jobs.New(client, pool, jobs.Options{Log: slog.Default()})
	if err != nil {
		return err
	}
	if err := worker.Start(ctx); err != nil {
		return err
	}
	firm := firm{client: client, professionalID: os.Getenv("PROFESSIONAL"), batchID: os.Getenv("BATCH")}
	err = firm.openAll(ctx, os.Stdin, os.Stdout)
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
	defer cancel()
	if stopErr := worker.Stop(ending); err == nil {
		err = stopErr
	}
	return err
}
