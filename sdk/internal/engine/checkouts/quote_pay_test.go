package checkouts_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// TestPayPricesAgain: if anything differs from the displayed amounts, nothing is charged, and the refusal has a new quote that can be paid.
func TestPayPricesAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		meanwhile func(t *testing.T, w *fixture.Till, s sdktest.Session, in *payment.Input)
		total     string // of the new quote
	}{
		"new price": {func(t *testing.T, w *fixture.Till, _ sdktest.Session, _ *payment.Input) {
			fixture.ApplyPrice(t, w.Env, "149.99", "159.99")
		}, "152.63"},
		"new tax": {func(t *testing.T, w *fixture.Till, _ sdktest.Session, _ *payment.Input) {
			applyCatalog(t, w.Env, `{region: PA, components: [{name: SALES_TAX, percent: "6"}]}`, `{region: PA, components: [{name: SALES_TAX, percent: "7"}]}`)
		}, "144.44"},
		"quote expired": {func(_ *testing.T, w *fixture.Till, _ sdktest.Session, _ *payment.Input) {
			w.Clock.Advance(30 * time.Minute)
		}, "143.09"},
		"window closed": {func(t *testing.T, w *fixture.Till, s sdktest.Session, in *payment.Input) {
			w.Clock.Set(windowEnd)
			*in = w.Input(t, s, fixture.GoodNonce)
			w.Clock.Advance(time.Second)
		}, "158.99"},
		"another total": {func(_ *testing.T, _ *fixture.Till, _ sdktest.Session, in *payment.Input) {
			in.Payment.AmountDisplayed = "143.08"
		}, "143.09"},
		"another tax": {func(_ *testing.T, _ *fixture.Till, _ sdktest.Session, in *payment.Input) {
			in.Payment.TaxAmountDisplayed = "8.11"
		}, "143.09"},
		"no amount": {func(_ *testing.T, _ *fixture.Till, _ sdktest.Session, in *payment.Input) {
			in.Payment.AmountDisplayed = ""
		}, "143.09"},
		"another package": {func(_ *testing.T, _ *fixture.Till, _ sdktest.Session, in *payment.Input) { in.Order.PackageID = 2003 }, "209.87"},
		"another seat":    {func(_ *testing.T, _ *fixture.Till, _ sdktest.Session, in *payment.Input) { in.PayForCoparent = true }, "286.18"},
		"unknown quote": {func(_ *testing.T, _ *fixture.Till, _ sdktest.Session, in *payment.Input) {
			in.Payment.TaxID = uuid.NewString()
		}, "143.09"},
		"another session's quote": {func(t *testing.T, w *fixture.Till, _ sdktest.Session, in *payment.Input) {
			in.Payment.TaxID = fixture.Quote(t, w.Env, w.SignUp(t), price.QuoteInput{}, "en").TaxID
		}, "143.09"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			w.Clock.Set(windowEnd.Add(-20 * time.Hour))
			s := w.SignUp(t)
			w.Clock.Set(windowEnd.Add(-time.Hour))
			in := w.Input(t, s, fixture.GoodNonce)
			c.meanwhile(t, w, s, &in)
			_, err := w.Pay(t, s, in)
			fixture.WantRefusal(t, err, "pricing=pricing_changed")
			w.WantLedger(t)
			var invalid *price.ChangedError
			if !errors.As(err, &invalid) || invalid.Quote.Totals.Total != c.total {
				t.Fatalf("new quote %+v, want a total of %s", invalid, c.total)
			}
			in.Payment.TaxID, in.Payment.AmountDisplayed, in.Payment.TaxAmountDisplayed = invalid.Quote.TaxID, invalid.Quote.Totals.Total, invalid.Quote.Totals.TaxAmount
			if _, err := w.Pay(t, s, in); err != nil {
				t.Fatalf("the new quote can't be paid: %v", err)
			}
			w.WantLedger(t, fixture.Line{Status: "authorized", Amount: c.total, Currency: "USD"})
		})
	}
}

// The new quote uses the call's pricing locale, or the caller's own if that is missing or in another language.
func TestNewQuoteIsWrittenForTheCaller(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	in := w.Input(t, s, fixture.GoodNonce)
	in.Payment.AmountDisplayed = "1.00"
	got := map[string]string{}
	for _, locale := range []string{"", "es", "es-MX", "en-US"} {
		in.Payment.PricingLocale = locale
		_, err := w.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, in, caller.Meta{Lang: "es", Locale: "es-MX", IdempotencyKey: w.NewKey()})
		var invalid *price.ChangedError
		if !errors.As(err, &invalid) {
			t.Fatalf("with the locale %q: %v", locale, err)
		}
		got[locale] = invalid.Quote.Totals.TotalFormatted
	}
	mexican := "USD\u00a0158.99"
	want := map[string]string{"": mexican, "es": "$158.99", "es-MX": mexican, "en-US": mexican}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
}

// windowEnd is the last second of the shipped offer.
var windowEnd = time.Date(2027, 3, 31, 23, 59, 59, 0, time.UTC)

// applyCatalog applies the current catalog with one text replaced.
func applyCatalog(t *testing.T, env *sdktest.Env, old, changed string) {
	t.Helper()
	_, raw, err := env.Client.Operate.Catalog(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(raw), old) {
		t.Fatalf("the catalog has no %s", old)
	}
	if _, err := env.Client.Operate.ApplyCatalog(t.Context(), []byte(strings.Replace(string(raw), old, changed, 1)), ""); err != nil {
		t.Fatal(err)
	}
}

// TestNewCatalogThatLeavesThePriceAlone: a new catalog with the same price doesn't interrupt a payer.
func TestNewCatalogThatLeavesThePriceAlone(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	in := w.Input(t, s, fixture.GoodNonce)
	fixture.ApplyPrice(t, w.Env, "219.99", "229.99")
	if _, err := w.Pay(t, s, in); err != nil {
		t.Fatal(err)
	}
	w.WantLedger(t, fixture.Line{Status: "authorized", Amount: "158.99", Currency: "USD"})
}

// TestCodeRevokedBeforePaying: the revoked code is rejected, nothing is charged, and the order can be paid without it.
func TestCodeRevokedBeforePaying(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	b := fixture.NewBatch(t, w.Env, fixture.InsertProfessional(t, w.Env), 2001, 2)
	all := fixture.BatchCodes(t, w.Env, b)
	s := w.SignUp(t)
	in := w.Input(t, s, "", func(in *payment.Input) { in.PaymentCodes = []string{all[0].Code} })
	if err := w.Client.Codes.Revoke(t.Context(), b.ProfessionalID, b.ID, all[0].ID); err != nil {
		t.Fatal(err)
	}
	_, err := w.Pay(t, s, in)
	fixture.WantRefusal(t, err, "paymentCodes=subscription_code_invalid")
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.WantLedger(t, fixture.Line{Status: "authorized", Amount: "158.99", Currency: "USD"})
}

// TestDeclinedPaymentGivesCodesBack: a decline releases the order's codes, for any order.
func TestDeclinedPaymentGivesCodesBack(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	b := fixture.NewBatch(t, w.Env, fixture.InsertProfessional(t, w.Env), 2001, 1)
	code := fixture.BatchCodes(t, w.Env, b)[0].Code
	half := func(in *payment.Input) { in.PayForCoparent, in.PaymentCodes = true, []string{code} }
	s := w.SignUp(t)
	_, err := w.Pay(t, s, w.Input(t, s, "fake-processor-declined-visa-nonce", half))
	if err == nil {
		t.Fatal("a declined card paid")
	}
	if got := fixture.BatchCodes(t, w.Env, b)[0].State; got != codes.SubscriptionCodeAvailable {
		t.Fatalf("after the decline the code is %s", got)
	}
	other := w.SignUp(t)
	if _, err := w.Pay(t, other, w.Input(t, other, fixture.GoodNonce, half)); err != nil {
		t.Fatal(err)
	}
	if got := fixture.BatchCodes(t, w.Env, b)[0]; got.State != codes.SubscriptionCodeRedeemed || got.RedeemedAt == nil {
		t.Errorf("after the payment the code is %+v", got)
	}
}

// TestCouponWithALimit: of many concurrent orders, only the coupon's limit gets it. The others see the price without it and can pay that.
func TestCouponWithALimit(t *testing.T) {
	t.Parallel()
	const orders, limit = 12, 3
	w := fixture.NewTill(t, sdktest.WithConnections(8))
	applyCatalog(t, w.Env, "typed: true\n", "typed: true\n    maxUses: 3\n")
	sessions, inputs := make([]sdktest.Session, orders), make([]payment.Input, orders)
	for i := range sessions {
		sessions[i] = w.SignUp(t)
		inputs[i] = w.Input(t, sessions[i], fixture.GoodNonce, func(in *payment.Input) { in.PromoCodes = []string{"FLAT15"} })
	}
	errs := make([]error, orders)
	var wg sync.WaitGroup
	for i := range sessions {
		wg.Go(func() {
			_, errs[i] = w.Client.Checkout.Pay(t.Context(), sessions[i].SignupID, sessions[i].Key, inputs[i], caller.Meta{Lang: "en", IdempotencyKey: sessions[i].SignupID})
		})
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		var invalid *fault.ValidationError
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
	q := fixture.Quote(t, w.Env, late, price.QuoteInput{PromoCodes: []string{"FLAT15"}}, "en")
	if q.CouponDetail != nil || q.Totals.Total != "158.99" || len(q.ValidationErrors) != 1 {
		t.Errorf("after the last use: %+v", q)
	}
}

// A decline returns the use of a coupon: the next order gets it, the one after that doesn't.
func TestDeclinedPaymentGivesCouponBack(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	applyCatalog(t, w.Env, "typed: true\n", "typed: true\n    maxUses: 1\n")
	typed := func(in *payment.Input) { in.PromoCodes = []string{"FLAT15"} }
	total := func(s sdktest.Session) string {
		return fixture.Quote(t, w.Env, s, price.QuoteInput{PromoCodes: []string{"FLAT15"}}, "en").Totals.Total
	}
	declined, next, last := w.SignUp(t), w.SignUp(t), w.SignUp(t)
	if _, err := w.Pay(t, declined, w.Input(t, declined, "fake-processor-declined-visa-nonce", typed)); err == nil {
		t.Fatal("a declined card paid")
	}
	if got := total(next); got != "143.09" {
		t.Errorf("after the decline the total is %s", got)
	}
	if _, err := w.Pay(t, next, w.Input(t, next, fixture.GoodNonce, typed)); err != nil {
		t.Fatal(err)
	}
	if got := total(last); got != "158.99" {
		t.Errorf("after the only use the total is %s", got)
	}
}

// A coupon without its limit works for all orders again. Those orders neither use up nor return uses of the limit.
func TestCouponWithLimitLifted(t *testing.T) {
	t.Parallel()
	const lifted, limited = "typed: true\n", "typed: true\n    maxUses: 1\n"
	w := fixture.NewTill(t)
	typed := func(in *payment.Input) { in.PromoCodes = []string{"FLAT15"} }
	totals := func() (found []string) {
		for range 2 {
			found = append(found, fixture.Quote(t, w.Env, w.SignUp(t), price.QuoteInput{PromoCodes: []string{"FLAT15"}}, "en").Totals.Total)
		}
		return found
	}
	pay := func(nonce secret.Secret) error {
		s := w.SignUp(t)
		_, err := w.Pay(t, s, w.Input(t, s, nonce, typed))
		return err
	}
	want := func(at string, with string) {
		t.Helper()
		if diff := cmp.Diff([]string{with, with}, totals()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", at, diff)
		}
	}
	applyCatalog(t, w.Env, lifted, limited)
	if err := pay(fixture.GoodNonce); err != nil {
		t.Fatal(err)
	}
	want("its only use is taken", "158.99")
	applyCatalog(t, w.Env, limited, lifted)
	want("without the limit", "143.09")
	if err := pay("fake-processor-declined-visa-nonce"); err == nil {
		t.Fatal("a declined card paid")
	}
	applyCatalog(t, w.Env, lifted, limited)
	want("limited again", "158.99")
}

func TestApplyCatalog(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(8))
	broken := strings.Replace(string(price.DefaultCatalogFile()), `price: "149.99"`, `price: 149.99`, 1)
	_, err := env.Client.Operate.ApplyCatalog(t.Context(), []byte(broken), "")
	var faults *price.CatalogError
	if !errors.As(err, &faults) || faults.Faults[0].Path != "packages[0].price" || faults.Faults[0].Line != 50 {
		t.Fatalf("got %v", err)
	}
	if cat, _, err := env.Client.Operate.Catalog(t.Context(), 0); err != nil || cat.Version != 1 {
		t.Fatalf("a broken file changed the catalog: %d, %v", cat.Version, err)
	}

	// Concurrent appliers: each gets its own version, or must retry.
	const appliers = 8
	versions := make([]int, appliers)
	var wg sync.WaitGroup
	for i := range appliers {
		wg.Go(func() {
			priced := `price: "1` + string(rune('0'+i)) + `9.99"`
			file := strings.Replace(string(price.DefaultCatalogFile()), `price: "149.99"`, priced, 1)
			v, err := env.Client.Operate.ApplyCatalog(t.Context(), []byte(file), "")
			if err != nil && !errors.Is(err, price.CatalogBusy) {
				t.Errorf("applier %d: %v", i, err)
			}
			versions[i] = v.Version
		})
	}
	wg.Wait()
	list, err := env.Client.Operate.CatalogVersions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	applied := map[int]bool{}
	for _, v := range versions {
		if v > 1 && applied[v] {
			t.Errorf("version %d was assigned twice: %v", v, versions)
		}
		applied[v] = true
	}
	for i, v := range list {
		if v.Version != len(list)-i || v.Version > 1 && !applied[v.Version] {
			t.Errorf("versions %+v, applied %v", list, versions)
		}
	}
	_, _, err = env.Client.Operate.Catalog(t.Context(), 99)
	fixture.WantFault(t, err, price.CatalogVersionUnknown)
}
