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
	"github.com/cojoin/cojoin/sdk/mail"
)

// newClient puts an SDK together on a database whose schema is at head ([sdk.Migrate], [jobs.Migrate]), paid at Braintree.
func newClient(pool *pgxpool.Pool, secret []byte, provider braintree.Config) (*sdk.Client, error) {
	gateway, err := braintree.New(provider)
	if err != nil {
		return nil, err
	}
	return sdk.New(sdk.Config{
		Pool: pool, Jobs: jobs.NewInserter(), Gateway: gateway, Mailer: mail.NewOutbox(pool),
		Secrets: sdk.Secrets{KeyID: 1, Server: secret}, Log: slog.Default(),
	})
}

// signUp takes a parent from nothing to an account that is paid for, and gives the account's id. What the person has to put right
// is an [sdk.ValidationError]; anything else that they can act on is an [sdk.Fault].
func signUp(ctx context.Context, client *sdk.Client, in sdk.RegistrationInput, nonce sdk.Secret) (userID string, err error) {
	meta := sdk.CallMeta{Lang: "en"}
	started, err := client.CreateRegistration(ctx, in, meta)
	if err != nil {
		return "", err
	}
	key := sdk.Secret(started.RegistrationKey) // whoever holds it may go on with the sign-up: keep it as a password
	quote, err := client.PriceRegistration(ctx, started.SignupID, key, sdk.QuoteInput{}, meta)
	if err != nil {
		return "", err
	}
	// The key of the attempt: paying again with it, after a crash or a lost answer, never charges twice.
	meta.IdempotencyKey = "first-try/" + started.SignupID
	paid, err := client.Pay(ctx, started.SignupID, key, sdk.PaymentInput{Order: in.Order.OrderChoice, Payment: sdk.PaymentDetails{
		TaxID: quote.TaxID, AmountDisplayed: quote.Totals.Total, TaxAmountDisplayed: quote.Totals.TaxAmount, Nonce: nonce,
	}}, meta)
	if err != nil {
		return "", err
	}
	account, err := client.SetCredentials(ctx, sdk.Secret(paid.ClickToJoinToken), sdk.CredentialsInput{
		Username: "ana.diaz", Password: "Horse-8-battery", TermsAndConditions: true,
	}, sdk.CallMeta{Lang: "en"})
	if err != nil {
		return "", err
	}
	return account.UserID, nil
}

// A whole sign-up in a program of your own: no HTTP between you and the rules.
func Example() {
	ctx := context.Background()
	connections, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		slog.Error("DATABASE_URL can't be read") // pgx's own words may hold the password
		return
	}
	connections.AfterConnect = sdk.PrepareConnection
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
	userID, err := signUp(ctx, client, sdk.RegistrationInput{ /* what the person filled in */ }, "nonce-from-the-browser")
	var invalid *sdk.ValidationError
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
