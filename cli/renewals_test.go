package main

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// TestSubscriptionScripts runs each script on a database in which one family has paid for both seats and
// keeps the payment method; $SUBSCRIPTION is the payer's, $ENDS the last day of the term.
func TestSubscriptionScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "script-subscription", func(tb testing.TB, e *testscript.Env) error {
		env := sdktest.New(tb)
		env.Clock.Set(time.Now().UTC())
		s := subscribe(tb, env)
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
func subscribe(tb testing.TB, env *sdktest.Env) sdk.Subscription {
	tb.Helper()
	signup := env.SignUp(tb)
	order := sdk.OrderChoice{PackageID: 2001}
	quote, err := env.Client.PriceRegistration(tb.Context(), signup.SignupID, signup.Key, sdk.QuoteInput{
		LimboID: signup.SignupID, OrderDetail: order, PayForCoparent: true,
	}, sdk.CallMeta{Lang: "en"})
	if err != nil {
		tb.Fatal(err)
	}
	_, err = env.Client.Pay(tb.Context(), signup.SignupID, signup.Key, sdk.PaymentInput{
		Order: order, PayForCoparent: true, Payment: sdk.PaymentDetails{
			TaxID: quote.TaxID, AmountDisplayed: quote.Totals.Total, TaxAmountDisplayed: quote.Totals.TaxAmount,
			Nonce: "fake-valid-visa-nonce", StorePaymentOnFile: true,
		},
	}, sdk.CallMeta{Lang: "en", IdempotencyKey: "script-payment"})
	if err != nil {
		tb.Fatal(err)
	}
	env.RunJobs(tb)
	list, err := env.Client.Subscriptions(tb.Context(), sdk.SubscriptionFilter{})
	if err != nil || len(list) != 2 {
		tb.Fatalf("subscriptions: %v, %v", list, err)
	}
	for _, s := range list {
		if s.Seat == 1 {
			return s
		}
	}
	tb.Fatal("no payer's seat")
	return sdk.Subscription{}
}
