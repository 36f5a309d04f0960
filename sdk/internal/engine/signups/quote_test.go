package signups_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// offerOpen is a time at which the shipped automatic coupon applies.
var offerOpen = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

func TestPriceRegistration(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		env.Clock.Set(offerOpen)
		s := env.SignUp(t)
		got := fixture.Quote(t, env, s, price.QuoteInput{PayForCoparent: true}, "en")
		want := &price.Quote{
			TaxID: got.TaxID, ExpiresAt: "2026-12-01T09:30:00Z", PayForCoParent: true, TaxesCalculated: true, FinalPrice: "286.17",
			CouponDetail:       &price.CouponDetail{CouponCode: "WELCOME10", Description: "10% off your first year", Discount: "30.00", DiscountFormatted: "$30.00"},
			PaymentCodeDetails: []price.PaymentCodeDetail{},
			Lines: []price.QuoteLine{
				{Kind: "package", Description: "Your subscription: Essential, 1 year", Amount: "149.99", AmountFormatted: "$149.99"},
				{Kind: "coParent", Description: "Your co-parent's subscription: Essential, 1 year", Amount: "149.99", AmountFormatted: "$149.99"},
				{Kind: "coupon", Description: "Discount: 10% off your first year", Amount: "-30.00", AmountFormatted: "−$30.00"},
				{Kind: "tax", Description: "Sales tax (6%)", Amount: "16.20", AmountFormatted: "$16.20"},
			},
			Taxes: []price.TaxLine{{Code: "SALES_TAX", Name: "Sales tax", Rate: "6", Amount: "16.20", AmountFormatted: "$16.20"}},
			Totals: price.Totals{
				CurrencyCode: "USD", SelectedPackageTotal: "299.98", SelectedPackageTotalFormatted: "$299.98", SubTotal: "299.98", SubTotalFormatted: "$299.98",
				SubTotalAfterDiscount: "269.98", SubTotalAfterDiscountFormatted: "$269.98", PaymentCodeTotal: "0.00", PaymentCodeTotalFormatted: "$0.00",
				TaxAmount: "16.20", TaxAmountFormatted: "$16.20", Total: "286.18", TotalFormatted: "$286.18",
			},
			RenewalPrice: "299.98", RenewalFormatted: "$299.98", Years: 1, Locale: "en-US", CatalogVersion: 1, TaxVersion: "2026-11-01", ValidationErrors: fault.Violations{},
			Terms: `When you select "Pay now", your payment method is billed $286.18. Your subscription renews automatically every year at $299.98 plus taxes until you cancel.`,
		}
		want.FinalPrice = "286.18"
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})

	t.Run("in Spanish, tax included, two years", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t, britain)
		got := fixture.Quote(t, env, s, price.QuoteInput{OrderDetail: form.OrderChoice{PackageID: 2064}}, "es-MX")
		want := "Al seleccionar «Pagar ahora», se hará un cargo de 323,98 £ a su método de pago. Su suscripción se renueva automáticamente cada dos años por 323,98 £, IVA incluido, hasta que usted la cancele."
		if diff := cmp.Diff(want, strings.ReplaceAll(got.Terms, "\u00a0", " ")); diff != "" {
			t.Error(diff)
		}
		wantTaxes := []price.TaxLine{{Code: "VAT", Name: "IVA", Rate: "20", Amount: "54.00", AmountFormatted: "54,00\u00a0£", Included: true}}
		if diff := cmp.Diff(wantTaxes, got.Taxes); diff != "" || !got.TaxIncluded || got.Totals.Total != "323.98" {
			t.Errorf("total %s\n%s", got.Totals.Total, diff)
		}
	})

	t.Run("address of the call, before it is known", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t, func(in *signup.Input) {
			in.Sections = []signup.Section{signup.SectionParent, signup.SectionFamily, signup.SectionOrder}
		})
		unknown := fixture.Quote(t, env, s, price.QuoteInput{}, "en")
		if unknown.TaxesCalculated || unknown.Totals.TaxAmount != "0.00" || unknown.Totals.Total != "149.99" {
			t.Errorf("without an address: %+v", unknown.Totals)
		}
		known := fixture.Quote(t, env, s, price.QuoteInput{Address: &price.QuoteAddress{Country: "us", Region: "texas"}}, "en")
		if !known.TaxesCalculated || known.Totals.TaxAmount != "7.50" || known.Totals.Total != "157.49" {
			t.Errorf("in Texas: %+v", known.Totals)
		}
	})

	t.Run("referrer", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t)
		meta := caller.Meta{Lang: "en", ReferrerKey: "familylaw"}
		in := sdktest.ReadyToPay(1)
		in.Sections = []signup.Section{signup.SectionReferral}
		if _, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, meta); err != nil {
			t.Fatal(err)
		}
		got := fixture.Quote(t, env, s, price.QuoteInput{}, "en")
		if got.CouponDetail == nil || got.CouponDetail.CouponCode != "PARTNER20" || got.CouponDetail.Discount != "30.00" {
			t.Errorf("coupon %+v", got.CouponDetail)
		}
		coupons, err := env.Client.Signup.Coupons(t.Context(), s.SignupID, s.Key, "es")
		want := []price.CustomersCoupon{{
			CouponCode: "PARTNER20", Description: "20 % de descuento por nuestro socio de derecho familiar", Discount: "30.00", DiscountFormatted: "$30.00",
		}}
		if diff := cmp.Diff(want, coupons); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
	})

	t.Run("coupons of the day", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		for at, want := range map[time.Time][]string{
			time.Date(2026, 10, 31, 23, 59, 59, 0, time.UTC): {}, time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC): {"WELCOME10"},
		} {
			env.Clock.Set(time.Date(2026, 10, 31, 23, 0, 0, 0, time.UTC))
			s := env.SignUp(t)
			env.Clock.Set(at)
			coupons, err := env.Client.Signup.Coupons(t.Context(), s.SignupID, s.Key, "en")
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, c := range coupons {
				got = append(got, c.CouponCode)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("at %s (-want +got):\n%s", at, diff)
			}
		}
	})

	t.Run("codes and coupons that don't count", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t)
		code := fixture.GoodCodes(t, env, 2021, 1)[0] // Canadian dollars
		got := fixture.Quote(t, env, s, price.QuoteInput{
			PromoCodes: []string{" nope ", "partner20"}, PaymentCodes: []string{"0000-0000-0000-0000", "0000-0000-0000-0001", "short", code},
		}, "en")
		if len(got.PaymentCodeDetails) != 0 || got.CouponDetail != nil || got.Totals.Total != "158.99" {
			t.Errorf("quote %+v", got)
		}
		want := []string{
			"paymentCodes=subscription_code_mistyped", "paymentCodes=subscription_code_invalid", "promoCodes=coupon_invalid",
		}
		fixture.WantRefusal(t, &fault.ValidationError{Violations: got.ValidationErrors}, want...)
		got = fixture.Quote(t, env, s, price.QuoteInput{PaymentCodes: []string{"short"}}, "en") // only an invalid code
		fixture.WantRefusal(t, &fault.ValidationError{Violations: got.ValidationErrors}, want[1])
	})

	t.Run("ten codes are looked up, and eleven are too many", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t)
		codes := fixture.GoodCodes(t, env, 2001, 10)
		got := fixture.Quote(t, env, s, price.QuoteInput{PaymentCodes: codes}, "en")
		if len(got.ValidationErrors) > 0 || len(got.PaymentCodeDetails) != 10 {
			t.Errorf("ten codes: %+v, %+v", got.PaymentCodeDetails, got.ValidationErrors)
		}
		got = fixture.Quote(t, env, s, price.QuoteInput{PaymentCodes: append(codes, codes[0])}, "en")
		want := fault.Violations{{
			Field: "paymentCodes", Code: "subscription_codes_too_many", Text: "An order takes at most 10 subscription codes.", Args: map[string]any{"most": 10},
		}}
		if diff := cmp.Diff(want, got.ValidationErrors); diff != "" || len(got.PaymentCodeDetails) > 0 {
			t.Errorf("eleven codes: %+v (-want +got):\n%s", got.PaymentCodeDetails, diff)
		}
	})

	t.Run("a good coupon beside a better discount", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t)
		in := sdktest.ReadyToPay(1)
		in.Sections = []signup.Section{signup.SectionReferral}
		if _, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, caller.Meta{ReferrerKey: "familylaw"}); err != nil {
			t.Fatal(err)
		}
		got := fixture.Quote(t, env, s, price.QuoteInput{PromoCodes: []string{"FLAT15"}}, "en")
		want := fault.Violations{{
			Field: "promoCodes", Code: "coupon_outdone",
			Text: "You already have a better discount. Only one applies to an order.",
		}}
		if diff := cmp.Diff(want, got.ValidationErrors); diff != "" || got.CouponDetail.CouponCode != "PARTNER20" {
			t.Errorf("coupon %+v, validationErrors (-want +got):\n%s", got.CouponDetail, diff)
		}
	})

	t.Run("package of another country", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t)
		for id, want := range map[int]string{2061: "order.packageId=order_package_mismatch", 7: "order.packageId=order_package_unknown"} {
			_, err := env.Client.Signup.Price(t.Context(), s.SignupID, s.Key, price.QuoteInput{OrderDetail: form.OrderChoice{PackageID: id}}, caller.Meta{})
			fixture.WantRefusal(t, err, want)
		}
	})

	t.Run("too many tries of codes", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.CodeTries = caller.Limit{Count: 2, Per: time.Hour} }))
		s := env.SignUp(t)
		in := price.QuoteInput{PaymentCodes: []string{"0000-0000-0000-0000"}}
		for range 2 {
			fixture.Quote(t, env, s, in, "en")
		}
		_, err := env.Client.Signup.Price(t.Context(), s.SignupID, s.Key, in, caller.Meta{})
		if diff := cmp.Diff(fault.TooManyTries, err, cmpopts.EquateErrors()); diff != "" {
			t.Error(diff)
		}
		several := env.SignUp(t)
		fixture.Quote(t, env, several, price.QuoteInput{PaymentCodes: []string{"0000-0000-0000-0000", "1111-1111-1111-1111"}}, "en")
		_, err = env.Client.Signup.Price(t.Context(), several.SignupID, several.Key, in, caller.Meta{})
		fixture.WantFault(t, err, fault.TooManyTries)      // two guesses in one call count as two
		fixture.Quote(t, env, s, price.QuoteInput{}, "en") // prices without codes still work

		// After too many guesses, a correct code is rejected as well.
		good := price.QuoteInput{PaymentCodes: fixture.GoodCodes(t, env, 2001, 1)}
		_, err = env.Client.Signup.Price(t.Context(), s.SignupID, s.Key, good, caller.Meta{})
		fixture.WantFault(t, err, fault.TooManyTries)

		// A valid code may be priced any number of times.
		other := env.SignUp(t)
		for range 5 {
			if q := fixture.Quote(t, env, other, good, "en"); q.Totals.Total != "0.00" {
				t.Errorf("with a good code: %+v", q.Totals)
			}
		}
	})

	t.Run("faults of the registration", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t)
		_, err := env.Client.Signup.Price(t.Context(), s.SignupID, "wrong", price.QuoteInput{}, caller.Meta{})
		if diff := cmp.Diff(fault.RegistrationKeyWrong, err, cmpopts.EquateErrors()); diff != "" {
			t.Error(diff)
		}
		_, err = env.Client.Signup.Price(t.Context(), "nonsense", s.Key, price.QuoteInput{}, caller.Meta{})
		if diff := cmp.Diff(fault.RegistrationNotFound, err, cmpopts.EquateErrors()); diff != "" {
			t.Error(diff)
		}
	})
}

func britain(in *signup.Input) {
	in.Parent.PhoneCountryCode, in.Parent.PhoneNumber, in.Parent.TimeZone = "+44", "7911123456", "Europe/London"
	in.Order.PackageID = 2061
	in.Address = &form.Address{Line1: "10 Long Lane", City: "London", Region: "ENG", PostalCode: "SW1A 2AA", Country: "GB"}
}

// TestQuoteIsImmutable: neither a new catalog nor a direct write changes a displayed quote.
func TestQuoteIsImmutable(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	s := env.SignUp(t)
	before := fixture.Quote(t, env, s, price.QuoteInput{}, "en")
	stored := storedQuote(t, env, before.TaxID)
	fixture.ApplyPrice(t, env, "149.99", "159.99")
	after := fixture.Quote(t, env, s, price.QuoteInput{}, "en")
	if after.TaxID == before.TaxID || after.Totals.SubTotal != "159.99" || after.CatalogVersion != 2 {
		t.Errorf("new quote: %+v", after.Totals)
	}
	if diff := cmp.Diff(stored, storedQuote(t, env, before.TaxID)); diff != "" {
		t.Error(diff)
	}
	if _, err := env.Pool.Exec(t.Context(), `UPDATE quotes SET total_minor = 0`); err == nil {
		t.Error("a quote could be changed")
	}
}

func storedQuote(t *testing.T, env *sdktest.Env, taxID string) (steps string) {
	t.Helper()
	if err := env.Pool.QueryRow(t.Context(), `SELECT steps::text FROM quotes WHERE tax_id = $1`, taxID).Scan(&steps); err != nil {
		t.Fatal(err)
	}
	return steps
}

// TestManyWrongCodesRaiseAnAlarm: one alarm for all callers together, whatever the limits of each.
func TestManyWrongCodesRaiseAnAlarm(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) }))
	s := env.SignUp(t)
	for range 502 {
		fixture.Quote(t, env, s, price.QuoteInput{PaymentCodes: []string{"0000-0000-0000-0000"}}, "en")
	}
	if n := strings.Count(log.String(), "somebody may be guessing"); n != 1 || strings.Contains(log.String(), "0000-0000") || strings.Contains(log.String(), "can't be counted") {
		t.Errorf("%d alarms:\n%s", n, log.String())
	}
}

// codesTried counts prices with only valid codes, and prices with an invalid code.
type codesTried struct {
	gateway.Nobody
	good, missed int
}

func (c *codesTried) CodesTried(good bool) {
	if good {
		c.good++
	} else {
		c.missed++
	}
}

// TestOperatorsSeeCodeAttempts: prices with valid codes and prices with an invalid one have separate counters. Prices without codes aren't counted.
func TestOperatorsSeeCodeAttempts(t *testing.T) {
	t.Parallel()
	tried := &codesTried{}
	env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { c.Observer = tried }))
	s := env.SignUp(t)
	code := fixture.GoodCodes(t, env, 2001, 1)[0]
	for _, codes := range [][]string{nil, {code}, {code, "0000-0000-0000-0000"}, {"short"}} {
		fixture.Quote(t, env, s, price.QuoteInput{PaymentCodes: codes}, "en")
	}
	if tried.good != 1 || tried.missed != 2 {
		t.Errorf("%d good and %d missed, want 1 and 2", tried.good, tried.missed)
	}
}
