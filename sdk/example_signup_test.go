package sdk_test

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/adapter/outbox"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// newPool connects to a database whose schema is at the latest version: see [database.Migrate] and [jobs.Migrate].
func newPool(ctx context.Context, databaseURL string) (*pgxpool.Pool, error) {
	connections, err := pgxpool.ParseConfig(databaseURL)
	if err != nil {
		return nil, err // don't log it: pgx's message may hold the password
	}
	connections.AfterConnect = database.PrepareConnection
	return pgxpool.NewWithConfig(ctx, connections)
}

// signUp takes a parent from the first step to a paid account, and returns the account's id. A [fault.ValidationError] lists the person's mistakes; a
// [fault.Fault] is any other error that they can act on.
func signUp(ctx context.Context, client *sdk.Client, in signup.Input, nonce secret.Secret) (userID string, err error) {
	meta := caller.Meta{Lang: "en"}
	started, err := client.Signup.Create(ctx, in, meta)
	if err != nil {
		return "", err
	}
	key := secret.Secret(started.RegistrationKey) // authenticates every further call: keep it like a password
	// StorePaymentOnFile is left out here and in the payment: the card is stored, and the subscription renews until it is canceled. Show quote.Terms
	// beside the pay button.
	quote, err := client.Signup.Price(ctx, started.SignupID, key, price.QuoteInput{}, meta)
	if err != nil {
		return "", err
	}
	// Repeating the payment with the same key, after a crash or a lost response, never charges twice.
	meta.IdempotencyKey = "first-try/" + started.SignupID
	paid, err := client.Checkout.Pay(ctx, started.SignupID, key, payment.Input{Order: in.Order.OrderChoice, Payment: payment.Details{
		TaxID: quote.TaxID, AmountDisplayed: quote.Totals.Total, TaxAmountDisplayed: quote.Totals.TaxAmount, Nonce: nonce,
	}}, meta)
	if err != nil {
		return "", err
	}
	created, err := client.Account.SetCredentials(ctx, secret.Secret(paid.ClickToJoinToken), account.CredentialsInput{
		Username: "ana.diaz", Password: "Horse-8-battery", TermsAndConditions: true,
	}, caller.Meta{Lang: "en"})
	if err != nil {
		return "", err
	}
	return created.UserID, nil
}

// A client needs a database, a payment provider and a mailer. Here the database and the provider are temporary ones: replace them by your own.
func Example() {
	t := sdktest.NewExample()
	defer t.End()
	temporary := sdktest.New(t)
	ctx, databaseURL := t.Context(), temporary.DatabaseURL
	provider := temporary.Config.Gateway // or braintree.New, with your merchant account

	pool, err := newPool(ctx, databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	box := outbox.New(pool) // or smtp.New
	client, err := sdk.New(sdk.Config{
		Pool: pool, Jobs: jobs.NewInserter(), Gateway: provider, Mailer: box,
		Payment: payment.Config{MerchantAccounts: temporary.Config.Payment.MerchantAccounts},
		Secrets: secret.Secrets{KeyID: 1, Server: bytes.Repeat([]byte("random"), 6)[:32]}, // 32 random bytes
	})
	if err != nil {
		t.Fatal(err)
	}
	userID, err := signUp(ctx, client, sdktest.ReadyToPay(1), "fake-valid-visa-nonce")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := jobs.Drain(ctx, client, pool, time.Now()); err != nil { // in production, cojoin work or jobs.New(…).Start
		t.Fatal(err)
	}
	bought, err := client.Subscription.List(ctx, subscription.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range bought {
		fmt.Println("package", s.PackageID, s.State, "of the new account:", s.UserID == userID, "renews:", s.Renews)
	}
	sent, err := box.List(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range sent {
		fmt.Println("mail", m.Kind)
	}
	// Unordered output:
	// package 2001 active of the new account: true renews: true
	// mail invitation
	// mail receipt
}
