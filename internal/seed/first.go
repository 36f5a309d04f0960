package seed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/adapter/braintree"
	"github.com/cojoin/cojoin/sdk/adapter/outbox"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/site"
)

// later is a clock with an offset.
type later time.Duration

// Now implements [site.Clock].
func (l later) Now() time.Time { return time.Now().Add(time.Duration(l)).UTC() }

// first makes the original of the copies. Its rows are two days old.
func first(ctx context.Context, pool *pgxpool.Pool, serverSecret []byte) error {
	provider, err := sandbox.New(sandbox.Options{})
	if err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	server := &http.Server{Handler: provider, ReadHeaderTimeout: time.Second}
	go func() { _ = server.Serve(listener) }()
	err = makeFirst(ctx, pool, "http://"+listener.Addr().String(), serverSecret)
	return errors.Join(err, server.Close(), provider.Close(ctx))
}

func makeFirst(ctx context.Context, pool *pgxpool.Pool, provider string, serverSecret []byte) error {
	client, err := newClient(pool, provider, later(-48*time.Hour), serverSecret)
	if err != nil {
		return err
	}
	if err := client.Identity.Verify(ctx); err != nil { // while the database is empty
		return fmt.Errorf("seed: %w", err)
	}
	if err := signUp(ctx, client); err != nil {
		return err
	}
	if _, err := jobs.Drain(ctx, client, pool, time.Now()); err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	now, err := newClient(pool, provider, later(0), serverSecret) // removes personal data of sign-ups paid days ago
	if err != nil {
		return err
	}
	if _, err := now.Privacy.Purge(ctx); err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	return nil
}

func newClient(pool *pgxpool.Pool, provider string, clock site.Clock, server []byte) (*sdk.Client, error) {
	gw, err := braintree.New(braintree.Config{
		BaseURL: provider, MerchantID: sandbox.DefaultMerchantID, PublicKey: sandbox.DefaultPublicKey, PrivateKey: sandbox.DefaultPrivateKey,
	})
	if err != nil {
		return nil, fmt.Errorf("seed: %w", err)
	}
	accounts := map[money.Currency]string{}
	for _, a := range sandbox.DefaultMerchantAccounts() {
		accounts[a.Currency] = a.ID
	}
	client, err := sdk.New(sdk.Config{
		Pool: pool, Jobs: jobs.NewInserter(), Gateway: gw, Mailer: outbox.New(pool), Clock: clock,
		Secrets: secret.Secrets{Server: server}, Site: site.Site{Provider: "sandbox", SandboxURL: provider},
		Payment: payment.Config{MerchantAccounts: accounts, ReusableNonces: true},
	})
	if err != nil {
		return nil, fmt.Errorf("seed: %w", err)
	}
	return client, nil
}

// person is the sign-up's input, as JSON.
const person = `{
	"sections": ["PARENT", "FAMILY", "ORDER", "ADDRESS", "REFERRAL"],
	"parent": {"firstName": "Ana", "lastName": "Diaz", "email": "ana@example.com", "phoneCountryCode": "+1", "phoneNumber": "2155550100", "timeZone": "America/New_York"},
	"coParent": {"firstName": "Ben", "lastName": "Diaz", "email": "ben@example.com", "phoneCountryCode": "+1", "phoneNumber": "4125550100"},
	"children": [{"firstName": "Mia", "lastName": "Diaz"}],
	"order": {"packageId": 2001},
	"address": {"line1": "1 Market Street", "city": "Philadelphia", "region": "PA", "postalCode": "19103", "country": "US"},
	"referral": {"selection": "SEARCH_ENGINE"}
}`

// signUp makes a whole sign-up: entered, priced, paid, with username and password.
func signUp(ctx context.Context, client *sdk.Client) error {
	var in signup.Input
	if err := json.Unmarshal([]byte(person), &in); err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	meta := caller.Meta{Lang: "en", Locale: "en-US", IdempotencyKey: "seed-the-first"}
	made, err := client.Signup.Create(ctx, in, meta)
	if err != nil {
		return fmt.Errorf("seed: sign-up: %w", err)
	}
	key := secret.Secret(made.RegistrationKey)
	order := form.OrderChoice{PackageID: in.Order.PackageID}
	quote, err := client.Signup.Price(ctx, made.SignupID, key, price.QuoteInput{LimboID: made.SignupID, OrderDetail: order}, meta)
	if err != nil {
		return fmt.Errorf("seed: quote: %w", err)
	}
	paid, err := client.Checkout.Pay(ctx, made.SignupID, key, payment.Input{Order: order, Payment: payment.Details{
		TaxID: quote.TaxID, AmountDisplayed: quote.Totals.Total, TaxAmountDisplayed: quote.Totals.TaxAmount,
		PaymentType: gateway.PaymentCreditCard, Nonce: "fake-valid-nonce", CardHolderName: "Ana Diaz",
	}}, meta)
	if err != nil {
		return fmt.Errorf("seed: payment: %w", err)
	}
	if paid.Status != payment.Accepted {
		return fmt.Errorf("seed: the payment is %s", paid.Status)
	}
	_, err = client.Account.SetCredentials(ctx, secret.Secret(paid.ClickToJoinToken), account.CredentialsInput{Username: "ana_diaz", Password: "A-Long-Pass-1"}, meta)
	if err != nil {
		return fmt.Errorf("seed: credentials: %w", err)
	}
	return nil
}
