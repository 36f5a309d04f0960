package sdk_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// TestPayPricesAgain: where anything differs from what was shown, nothing is charged, and the refusal
// brings a new quote that can be paid.
func TestPayPricesAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		meanwhile func(t *testing.T, w *till, s sdktest.Session, in *sdk.PaymentInput)
		total     string // of the new quote
	}{
		"new price": {func(t *testing.T, w *till, _ sdktest.Session, _ *sdk.PaymentInput) {
			applyPrice(t, w.Env, "149.99", "159.99")
		}, "152.63"},
		"new tax": {func(t *testing.T, w *till, _ sdktest.Session, _ *sdk.PaymentInput) {
			applyCatalog(t, w.Env, `{region: PA, components: [{name: SALES_TAX, percent: "6"}]}`, `{region: PA, components: [{name: SALES_TAX, percent: "7"}]}`)
		}, "144.44"},
		"quote expired": {func(_ *testing.T, w *till, _ sdktest.Session, _ *sdk.PaymentInput) { w.Clock.Advance(30 * time.Minute) }, "143.09"},
		"window closed": {func(t *testing.T, w *till, s sdktest.Session, in *sdk.PaymentInput) {
			w.Clock.Set(windowEnd)
			*in = w.input(t, s, goodNonce)
			w.Clock.Advance(time.Second)
		}, "158.99"},
		"another total": {func(_ *testing.T, _ *till, _ sdktest.Session, in *sdk.PaymentInput) {
			in.Payment.AmountDisplayed = "143.08"
		}, "143.09"},
		"another tax": {func(_ *testing.T, _ *till, _ sdktest.Session, in *sdk.PaymentInput) {
			in.Payment.TaxAmountDisplayed = "8.11"
		}, "143.09"},
		"no amount":       {func(_ *testing.T, _ *till, _ sdktest.Session, in *sdk.PaymentInput) { in.Payment.AmountDisplayed = "" }, "143.09"},
		"another package": {func(_ *testing.T, _ *till, _ sdktest.Session, in *sdk.PaymentInput) { in.Order.PackageID = 2003 }, "209.87"},
		"another seat":    {func(_ *testing.T, _ *till, _ sdktest.Session, in *sdk.PaymentInput) { in.PayForCoparent = true }, "286.18"},
		"unknown quote": {func(_ *testing.T, _ *till, _ sdktest.Session, in *sdk.PaymentInput) {
			in.Payment.TaxID = uuid.NewString()
		}, "143.09"},
		"another session's quote": {func(t *testing.T, w *till, _ sdktest.Session, in *sdk.PaymentInput) {
			in.Payment.TaxID = quote(t, w.Env, w.SignUp(t), sdk.QuoteInput{}, "en").TaxID
		}, "143.09"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			w.Clock.Set(windowEnd.Add(-20 * time.Hour))
			s := w.SignUp(t)
			w.Clock.Set(windowEnd.Add(-time.Hour))
			in := w.input(t, s, goodNonce)
			c.meanwhile(t, w, s, &in)
			_, err := w.pay(t, s, in)
			wantRefusal(t, err, "pricing=pricing_changed")
			w.wantLedger(t)
			var invalid *sdk.ChangedError
			if !errors.As(err, &invalid) || invalid.Quote.Totals.Total != c.total {
				t.Fatalf("new quote %+v, want a total of %s", invalid, c.total)
			}
			in.Payment.TaxID, in.Payment.AmountDisplayed, in.Payment.TaxAmountDisplayed = invalid.Quote.TaxID, invalid.Quote.Totals.Total, invalid.Quote.Totals.TaxAmount
			if _, err := w.pay(t, s, in); err != nil {
				t.Fatalf("the new quote can't be paid: %v", err)
			}
			w.wantLedger(t, line{"authorized", c.total, "USD"})
		})
	}
}

// windowEnd is the last second of the shipped offer.
var windowEnd = time.Date(2027, 3, 31, 23, 59, 59, 0, time.UTC)

// applyCatalog puts the catalogue in force with one text in it replaced.
func applyCatalog(t *testing.T, env *sdktest.Env, old, changed string) {
	t.Helper()
	_, raw, err := env.Client.Catalog(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(raw), old) {
		t.Fatalf("the catalogue has no %s", old)
	}
	if _, err := env.Client.ApplyCatalog(t.Context(), []byte(strings.Replace(string(raw), old, changed, 1)), ""); err != nil {
		t.Fatal(err)
	}
}

// TestNewCatalogThatLeavesThePriceAlone: such a one doesn't bother who is about to pay.
func TestNewCatalogThatLeavesThePriceAlone(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	s := w.SignUp(t)
	in := w.input(t, s, goodNonce)
	applyPrice(t, w.Env, "219.99", "229.99")
	if _, err := w.pay(t, s, in); err != nil {
		t.Fatal(err)
	}
	w.wantLedger(t, line{"authorized", "158.99", "USD"})
}

// TestCodeRevokedBeforePaying: the code is refused, nothing is charged, and without it the order can be paid.
func TestCodeRevokedBeforePaying(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	b := newBatch(t, w.Env, insertProfessional(t, w.Env), 2001, 2)
	codes := batchCodes(t, w.Env, b)
	s := w.SignUp(t)
	in := w.input(t, s, "", func(in *sdk.PaymentInput) { in.PaymentCodes = []string{codes[0].Code} })
	if err := w.Client.RevokeSubscriptionCode(t.Context(), b.ProfessionalID, b.ID, codes[0].ID); err != nil {
		t.Fatal(err)
	}
	_, err := w.pay(t, s, in)
	wantRefusal(t, err, "paymentCodes=subscription_code_invalid")
	if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
		t.Fatal(err)
	}
	w.wantLedger(t, line{"authorized", "158.99", "USD"})
}

// TestDeclinedPaymentGivesCodesBack: what a declined order held is good again, for anybody.
func TestDeclinedPaymentGivesCodesBack(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	b := newBatch(t, w.Env, insertProfessional(t, w.Env), 2001, 1)
	code := batchCodes(t, w.Env, b)[0].Code
	half := func(in *sdk.PaymentInput) { in.PayForCoparent, in.PaymentCodes = true, []string{code} }
	s := w.SignUp(t)
	_, err := w.pay(t, s, w.input(t, s, "fake-processor-declined-visa-nonce", half))
	if err == nil {
		t.Fatal("a declined card paid")
	}
	if got := batchCodes(t, w.Env, b)[0].State; got != sdk.SubscriptionCodeAvailable {
		t.Fatalf("after the decline the code is %s", got)
	}
	other := w.SignUp(t)
	if _, err := w.pay(t, other, w.input(t, other, goodNonce, half)); err != nil {
		t.Fatal(err)
	}
	if got := batchCodes(t, w.Env, b)[0]; got.State != sdk.SubscriptionCodeRedeemed || got.RedeemedAt == nil {
		t.Errorf("after the payment the code is %+v", got)
	}
}

// TestCouponWithALimit: of many orders at once as many get it as its limit allows; the others are shown
// the price without it and can pay that.
func TestCouponWithALimit(t *testing.T) {
	t.Parallel()
	const orders, limit = 12, 3
	w := newTill(t, sdktest.WithConnections(8))
	applyCatalog(t, w.Env, "typed: true\n", "typed: true\n    maxUses: 3\n")
	sessions, inputs := make([]sdktest.Session, orders), make([]sdk.PaymentInput, orders)
	for i := range sessions {
		sessions[i] = w.SignUp(t)
		inputs[i] = w.input(t, sessions[i], goodNonce, func(in *sdk.PaymentInput) { in.PromoCodes = []string{"FLAT15"} })
	}
	errs := make([]error, orders)
	var wg sync.WaitGroup
	for i := range sessions {
		wg.Go(func() {
			_, errs[i] = w.Client.Pay(t.Context(), sessions[i].SignupID, sessions[i].Key, inputs[i], sdk.CallMeta{Lang: "en", IdempotencyKey: sessions[i].SignupID})
		})
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		var invalid *sdk.ValidationError
		switch {
		case err == nil:
			won++
		case !errors.As(err, &invalid):
			t.Errorf("got %v", err)
		}
	}
	var taken, redeemed int
	err := w.Pool.QueryRow(t.Context(), `SELECT (SELECT taken FROM coupon_counts), (SELECT count(*) FROM coupon_uses WHERE state = 'redeemed')`).Scan(&taken, &redeemed)
	if diff := cmp.Diff([]int{limit, limit, limit}, []int{won, taken, redeemed}); err != nil || diff != "" {
		t.Errorf("won, taken, redeemed: %v\n%s", err, diff)
	}
	late := w.SignUp(t)
	q := quote(t, w.Env, late, sdk.QuoteInput{PromoCodes: []string{"FLAT15"}}, "en")
	if q.CouponDetail != nil || q.Totals.Total != "158.99" || len(q.ValidationErrors) != 1 {
		t.Errorf("after the last use: %+v", q)
	}
}

func TestApplyCatalog(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(8))
	broken := strings.Replace(string(sdk.DefaultCatalogFile()), `price: "149.99"`, `price: 149.99`, 1)
	_, err := env.Client.ApplyCatalog(t.Context(), []byte(broken), "")
	var faults *sdk.CatalogError
	if !errors.As(err, &faults) || faults.Faults[0].Path != "packages[0].price" || faults.Faults[0].Line != 46 {
		t.Fatalf("got %v", err)
	}
	if cat, _, err := env.Client.Catalog(t.Context(), 0); err != nil || cat.Version != 1 {
		t.Fatalf("a broken file changed the catalogue: %d, %v", cat.Version, err)
	}

	// Appliers at once: each gets a version of its own or is told to look again.
	const appliers = 8
	versions := make([]int, appliers)
	var wg sync.WaitGroup
	for i := range appliers {
		wg.Go(func() {
			price := `price: "1` + string(rune('0'+i)) + `9.99"`
			file := strings.Replace(string(sdk.DefaultCatalogFile()), `price: "149.99"`, price, 1)
			v, err := env.Client.ApplyCatalog(t.Context(), []byte(file), "")
			if err != nil && !errors.Is(err, sdk.CatalogBusy) {
				t.Errorf("applier %d: %v", i, err)
			}
			versions[i] = v.Version
		})
	}
	wg.Wait()
	list, err := env.Client.CatalogVersions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	applied := map[int]bool{}
	for _, v := range versions {
		if v > 1 && applied[v] {
			t.Errorf("version %d was given twice: %v", v, versions)
		}
		applied[v] = true
	}
	for i, v := range list {
		if v.Version != len(list)-i || v.Version > 1 && !applied[v.Version] {
			t.Errorf("versions %+v, applied %v", list, versions)
		}
	}
	_, _, err = env.Client.Catalog(t.Context(), 99)
	wantFault(t, err, sdk.CatalogVersionUnknown)
}
