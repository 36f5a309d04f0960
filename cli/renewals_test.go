package main

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// TestSubscriptionScripts runs each script on a database with one family: the payer has paid for both seats and stored the
// payment method. $SUBSCRIPTION is the payer's subscription, $ENDS the last day of the term.
func TestSubscriptionScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "script-subscription", func(tb testing.TB, e *testscript.Env) error {
		env := sdktest.New(tb)
		env.Clock.Set(time.Now().UTC())
		s := subscribe(tb, env)
		e.Setenv("KEYS_DATABASE_URL", sdktest.NewKeysDatabase(tb))
		e.Setenv("SUBSCRIPTION", s.ID)
		e.Setenv("ENDS", s.EndsAt.Format(time.DateOnly))
		e.Setenv("DATABASE_URL", env.DatabaseURL)
		e.Setenv("COJOIN_ENVIRONMENT", "development")
		e.Setenv("COJOIN_PAYMENT_PROVIDER", "sandbox")
		e.Setenv("COJOIN_PAYMENT_SANDBOX_URL", env.SandboxURL)
		e.Setenv("COJOIN_SECRET", base64.StdEncoding.EncodeToString([]byte(strings.Repeat("test", 8))))
		return nil
	})
}

// subscribe signs a family up and pays for both seats.
func subscribe(tb testing.TB, env *sdktest.Env) subscription.Subscription {
	tb.Helper()
	signup := env.SignUp(tb)
	order := form.OrderChoice{PackageID: 2001}
	quote, err := env.Client.Signup.Price(tb.Context(), signup.SignupID, signup.Key, price.QuoteInput{
		LimboID: signup.SignupID, OrderDetail: order, PayForCoparent: true,
	}, caller.Meta{Lang: "en"})
	if err != nil {
		tb.Fatal(err)
	}
	_, err = env.Client.Checkout.Pay(tb.Context(), signup.SignupID, signup.Key, payment.Input{
		Order: order, PayForCoparent: true, Payment: payment.Details{
			TaxID: quote.TaxID, AmountDisplayed: quote.Totals.Total, TaxAmountDisplayed: quote.Totals.TaxAmount,
			Nonce: "fake-valid-visa-nonce",
		},
	}, caller.Meta{Lang: "en", IdempotencyKey: "script-payment"})
	if err != nil {
		tb.Fatal(err)
	}
	env.RunJobs(tb)
	list, err := env.Client.Subscription.List(tb.Context(), subscription.Filter{})
	if err != nil || len(list) != 2 {
		tb.Fatalf("subscriptions: %v, %v", list, err)
	}
	for _, s := range list {
		if s.Seat == 1 {
			return s
		}
	}
	tb.Fatal("no payer's seat")
	return subscription.Subscription{}
}
