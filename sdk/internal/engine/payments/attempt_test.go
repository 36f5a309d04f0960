package payments_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// An order id at the provider identifies an attempt only if this service wrote it.
func TestGatewayOrderID(t *testing.T) {
	t.Parallel()
	a := db.PaymentAttempt{OrderID: uuid.MustParse("0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11"), Number: 12}
	id := payment.GatewayOrderID(a.OrderID, a.Number)
	if id != "0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11-12" {
		t.Errorf("written as %s", id)
	}
	order, number, ours := payment.ParseGatewayOrderID(id)
	if order != a.OrderID || number != 12 || !ours {
		t.Errorf("read as %s %d %t", order, number, ours)
	}
	for _, id := range []string{
		"", "-", "12", "invoice-12", "0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11", "0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11-", "0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11-x",
		"0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11-012", "0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11-40000", "0190A3C4-4F5E-7CC1-9D2A-3F0B8A4F2C11-12",
		"{0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11}-12", "0190a3c44f5e7cc19d2a3f0b8a4f2c11-12",
	} {
		if order, number, ours := payment.ParseGatewayOrderID(id); ours || order != uuid.Nil || number != 0 {
			t.Errorf("%q is read as %s %d %t", id, order, number, ours)
		}
	}
}

// Only the attempt's sale matches it: not its refund, nor a sale for another order, amount, currency or merchant account. Some responses omit the
// merchant account.
func TestMatches(t *testing.T) {
	t.Parallel()
	a := db.PaymentAttempt{OrderID: uuid.MustParse("0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11"), Number: 2, AmountMinor: 15899, Currency: "USD", MerchantAccountID: "us"}
	own := gateway.Transaction{OrderID: payment.GatewayOrderID(a.OrderID, a.Number), Amount: money.New(15899, "USD"), MerchantAccountID: "us"}
	for name, tc := range map[string]struct {
		change func(*gateway.Transaction)
		want   bool
	}{
		"the sale":                     {func(*gateway.Transaction) {}, true},
		"without its merchant account": {func(t *gateway.Transaction) { t.MerchantAccountID = "" }, true},
		"a refund":                     {func(t *gateway.Transaction) { t.Credit = true }, false},
		"of another attempt":           {func(t *gateway.Transaction) { t.OrderID = t.OrderID[:len(t.OrderID)-1] + "1" }, false},
		"for another amount":           {func(t *gateway.Transaction) { t.Amount.Minor++ }, false},
		"in another currency":          {func(t *gateway.Transaction) { t.Amount.Currency = "CAD" }, false},
		"at another merchant account":  {func(t *gateway.Transaction) { t.MerchantAccountID = "ca" }, false},
	} {
		found := own
		tc.change(&found)
		if got := payments.Matches(a, found); got != tc.want {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}

// Only four digits of a card's number are stored, whatever an adapter passes.
func TestLastFour(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"0019": "0019", "9999": "9999", "": "", "188": "", "18811": "", "4111111111111111": "", "188x": "", "/881": "", "188:": "", "18 1": "",
	} {
		if got := payments.LastFour(given); got != want {
			t.Errorf("%q is kept as %q, want %q", given, got, want)
		}
	}
}

// Searches without a result become rarer, by a factor of up to a hundred.
func TestSearchPause(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.ReconcileEvery = time.Second }))
	for n, want := range map[int32]time.Duration{0: time.Second, 1: 2 * time.Second, 6: 64 * time.Second, 7: 100 * time.Second, 8: 100 * time.Second, 1000: 100 * time.Second} {
		if got := engine.Of(env.Client).Payment.SearchPause(n); got != want {
			t.Errorf("after %d searches: %s, want %s", n, got, want)
		}
	}
}
