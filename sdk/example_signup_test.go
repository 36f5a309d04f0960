package sdk_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/braintree"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/mail"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// newClient puts an SDK together on a database whose schema is at head ([database.Migrate], [jobs.Migrate]), paid at Braintree.
func newClient(pool *pgxpool.Pool, plain []byte, provider braintree.Config) (*sdk.Client, error) {
	gateway, err := braintree.New(provider)
	if err != nil {
		return nil, err
	}
	return sdk.New(sdk.Config{
		Pool: pool, Jobs: jobs.NewInserter(), Gateway: gateway, Mailer: mail.NewOutbox(pool),
		Secrets: secret.Secrets{KeyID: 1, Server: plain}, Log: slog.Default(),
	})
}

// A whole sign-up in a program of your own: no HTTP between you and the rules.
func Example() {
	ctx := context.Background()
	connections, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		slog.Error("DATABASE_URL can't be read") // pgx's own words may hold the password
		return
	}
	connections.AfterConnect = database.PrepareConnection
	pool, err := pgxpool.NewWithConfig(ctx, connections)
	if err != nil {
		slog.Error("database", "error", err)
		return
	}
	defer pool.Close()
	client, err := newClient(pool, []byte(os.Getenv("SECRET")), braintree.Config{ /* your merchant account */ })
	if err != nil {
		slog.Error("client", "error", err)
		return
	}
	userID, err := fixture.SignUp(ctx, client, signup.Input{ /* what the person filled in */ }, "nonce-from-the-browser")
	var invalid *fault.ValidationError
	switch {
	case errors.As(err, &invalid):
		for _, v := range invalid.Violations {
			fmt.Println(v.Field, v.Text)
		}
	case err != nil:
		slog.Error("sign-up", "error", err)
	default:
		fmt.Println("signed up:", userID)
	}
}
