package payments_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// deaf is a provider. Its Forget fails for a while.
type deaf struct {
	gateway.Gateway
	failures int
	requests int
}

func (d *deaf) Forget(ctx context.Context, token secret.Secret) error {
	if d.requests++; d.requests <= d.failures {
		return gateway.ErrGatewayUnknown
	}
	return d.Gateway.Forget(ctx, token)
}

// A card that the provider doesn't have any more is forgotten like any other.
func TestForgetMethodMissingAtProvider(t *testing.T) {
	t.Parallel()
	var provider gateway.Gateway
	w, answer := fixture.Subscribed(t, fixture.Kept, sdktest.WithConfig(func(c *sdk.Config) { provider = c.Gateway }))
	sale, err := provider.Find(t.Context(), answer.Receipt.TransactionID)
	if err != nil {
		t.Fatal(err)
	}
	if err := provider.Forget(t.Context(), sale.PaymentMethodToken); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), answer.Registration.Parent.UserID); err != nil {
		t.Fatal(err)
	}
	w.RunJobs(t)
	if n := fixture.CountRows(t, w.Env, "payment_methods WHERE token_sealed <> ''"); n != 0 {
		t.Errorf("%d tokens are kept", n)
	}
}

// An erased person's card is deleted at the provider, too, after as many tries as that takes. Only then is the required token deleted here. Other
// customers' cards stay.
func TestErasureForgetsAtTheProvider(t *testing.T) {
	t.Parallel()
	provider := &deaf{failures: 1}
	w := fixture.NewTill(t, fixture.WithGateway(provider, &provider.Gateway))
	keep := func(in *payment.Input) { in.Payment.StorePaymentOnFile = new(true) }
	var tokens []secret.Secret
	var accounts []string
	for range 2 {
		s := w.SignUp(t)
		answer, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, keep))
		if err != nil {
			t.Fatal(err)
		}
		sale, err := provider.Find(t.Context(), answer.Receipt.TransactionID)
		if err != nil || sale.PaymentMethodToken == "" {
			t.Fatalf("no token: %v", err)
		}
		tokens, accounts = append(tokens, sale.PaymentMethodToken), append(accounts, answer.Registration.Parent.UserID)
	}
	w.RunJobs(t)
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), accounts[0]); err != nil {
		t.Fatal(err)
	}
	var id string
	if err := w.Pool.QueryRow(t.Context(), "SELECT args->>'paymentMethodId' FROM river_job WHERE kind = 'payment_method_forget'").Scan(&id); err != nil {
		t.Fatalf("no job is left: %v", err)
	}
	sealed := "payment_methods WHERE token_sealed <> ''"
	if err := w.Client.Payment.ForgetMethod(t.Context(), id); !errors.Is(err, gateway.ErrGatewayUnknown) {
		t.Errorf("forgotten without an answer: %v", err)
	}
	if n := fixture.CountRows(t, w.Env, sealed); n != 2 {
		t.Errorf("%d tokens are kept, want 2: it has to be tried again", n)
	}
	w.RunJobs(t)
	if n := fixture.CountRows(t, w.Env, sealed); n != 1 {
		t.Errorf("%d tokens are kept, want the other person's", n)
	}
	if n := fixture.CountRows(t, w.Env, "payment_methods WHERE token_hash = sha256(convert_to(id::text, 'UTF8'))"); n != 1 {
		t.Error("the erased token could still be recognized")
	}
	if err := provider.Gateway.Forget(t.Context(), tokens[0]); !errors.Is(err, gateway.ErrGatewayNotFound) {
		t.Errorf("the provider still stores it: %v", err)
	}
	before := provider.requests
	if err := w.Client.Payment.ForgetMethod(t.Context(), id); err != nil || provider.requests != before {
		t.Errorf("forgotten again: %v, after %d more requests", err, provider.requests-before)
	}
	var other string
	if err := w.Pool.QueryRow(t.Context(), "SELECT id::text FROM payment_methods WHERE removed_at IS NULL").Scan(&other); err != nil {
		t.Fatal(err)
	}
	if err := w.Client.Payment.ForgetMethod(t.Context(), other); err != nil || provider.requests != before {
		t.Errorf("a method in use was forgotten: %v", err)
	}
	if err := provider.Gateway.Forget(t.Context(), tokens[1]); err != nil {
		t.Errorf("the other person's card is deleted, too: %v", err)
	}
	for table, content := range fixture.Everything(t, w.Env) {
		if strings.Contains(content, tokens[0].Reveal()) {
			t.Errorf("%s holds the token", table)
		}
	}
}
