package sdk_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/text"
)

// offerOpen is a time at which the shipped automatic coupon applies.
var offerOpen = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

func quote(t *testing.T, env *sdktest.Env, s sdktest.Session, in sdk.QuoteInput, locale string) *sdk.Quote {
	t.Helper()
	q, err := env.Client.PriceRegistration(t.Context(), s.SignupID, s.Key, in, sdk.CallMeta{Lang: text.Language(locale), Locale: locale})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestPriceRegistration(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		env.Clock.Set(offerOpen)
		s := env.SignUp(t)
		got := quote(t, env, s, sdk.QuoteInput{PayForCoparent: true}, "en")
		want := &sdk.Quote{
			TaxID: got.TaxID, ExpiresAt: "2026-12-01T09:30:00Z", PayForCoParent: true, TaxesCalculated: true, FinalPrice: "286.17",
			CouponDetail:       &sdk.CouponDetail{CouponCode: "WELCOME10", Description: "10% off your first year", Discount: "30.00", DiscountFormatted: "$30.00"},
			PaymentCodeDetails: []sdk.PaymentCodeDetail{},
			Lines: []sdk.QuoteLine{
				{Kind: "package", Description: "Your subscription: Essential, 1 year", Amount: "149.99", AmountFormatted: "$149.99"},
				{Kind: "coParent", Description: "Your co-parent's subscription: Essential, 1 year", Amount: "149.99", AmountFormatted: "$149.99"},
				{Kind: "coupon", Description: "Discount: 10% off your first year", Amount: "-30.00", AmountFormatted: "−$30.00"},
				{Kind: "tax", Description: "Sales tax (6%)", Amount: "16.20", AmountFormatted: "$16.20"},
			},
			Taxes: []sdk.TaxLine{{Code: "SALES_TAX", Name: "Sales tax", Rate: "6", Amount: "16.20", AmountFormatted: "$16.20"}},
			Totals: sdk.Totals{
				CurrencyCode: "USD", SelectedPackageTotal: "299.98", SelectedPackageTotalFormatted: "$299.98", SubTotal: "299.98", SubTotalFormatted: "$299.98",
				SubTotalAfterDiscount: "269.98", SubTotalAfterDiscountFormatted: "$269.98", PaymentCodeTotal: "0.00", PaymentCodeTotalFormatted: "$0.00",
				TaxAmount: "16.20", TaxAmountFormatted: "$16.20", Total: "286.18", TotalFormatted: "$286.18",
			},
			RenewalPrice: "299.98", RenewalFormatted: "$299.98", Years: 1, CatalogVersion: 1, TaxVersion: "2026-11-01", ValidationErrors: sdk.Violations{},
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
		got := quote(t, env, s, sdk.QuoteInput{OrderDetail: sdk.OrderChoice{PackageID: 2064}}, "es-MX")
		want := "Al seleccionar «Pagar ahora», se hará un cargo de GBP 323.98 a su método de pago. Su suscripción se renueva automáticamente cada dos años por GBP 323.98, IVA incluido, hasta que usted la cancele."
		if diff := cmp.Diff(want, strings.ReplaceAll(got.Terms, "\u00a0", " ")); diff != "" {
			t.Error(diff)
		}
		wantTaxes := []sdk.TaxLine{{Code: "VAT", Name: "IVA", Rate: "20", Amount: "54.00", AmountFormatted: "GBP\u00a054.00", Included: true}}
		if diff := cmp.Diff(wantTaxes, got.Taxes); diff != "" || !got.TaxIncluded || got.Totals.Total != "323.98" {
			t.Errorf("total %s\n%s", got.Totals.Total, diff)
		}
	})

	t.Run("address of the call, before it is known", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t, func(in *sdk.RegistrationInput) {
			in.Sections = []sdk.Section{sdk.SectionParent, sdk.SectionFamily, sdk.SectionOrder}
		})
		unknown := quote(t, env, s, sdk.QuoteInput{}, "en")
		if unknown.TaxesCalculated || unknown.Totals.TaxAmount != "0.00" || unknown.Totals.Total != "149.99" {
			t.Errorf("without an address: %+v", unknown.Totals)
		}
		known := quote(t, env, s, sdk.QuoteInput{Address: &sdk.QuoteAddress{Country: "us", Region: "texas"}}, "en")
		if !known.TaxesCalculated || known.Totals.TaxAmount != "7.50" || known.Totals.Total != "157.49" {
			t.Errorf("in Texas: %+v", known.Totals)
		}
	})

	t.Run("referrer", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t)
		meta := sdk.CallMeta{Lang: "en", ReferrerKey: "familylaw"}
		in := sdktest.ReadyToPay(1)
		in.Sections = []sdk.Section{sdk.SectionReferral}
		if _, err := env.Client.UpdateRegistration(t.Context(), s.SignupID, s.Key, in, meta); err != nil {
			t.Fatal(err)
		}
		got := quote(t, env, s, sdk.QuoteInput{}, "en")
		if got.CouponDetail == nil || got.CouponDetail.CouponCode != "PARTNER20" || got.CouponDetail.Discount != "30.00" {
			t.Errorf("coupon %+v", got.CouponDetail)
		}
		coupons, err := env.Client.Coupons(t.Context(), s.SignupID, s.Key, "es")
		want := []sdk.CouponDetail{{
			CouponCode: "PARTNER20", Description: "20 % de descuento por nuestro socio de derecho familiar", Discount: "30.00", DiscountFormatted: "30,00\u00a0US$",
		}}
		if diff := cmp.Diff(want, coupons); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
	})

	t.Run("codes and coupons that don't count", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t)
		code := goodCodes(t, env, 2021, 1)[0] // Canadian dollars
		got := quote(t, env, s, sdk.QuoteInput{
			PromoCodes: []string{" nope ", "partner20"}, PaymentCodes: []string{"0000-0000-0000-0000", "0000-0000-0000-0001", "short", code},
		}, "en")
		if len(got.PaymentCodeDetails) != 0 || got.CouponDetail != nil || got.Totals.Total != "158.99" {
			t.Errorf("quote %+v", got)
		}
		want := []string{
			"paymentCodes=subscription_code_mistyped", "paymentCodes=subscription_code_invalid", "promoCodes=coupon_invalid",
		}
		var texts []string
		for _, v := range got.ValidationErrors {
			texts = append(texts, v.Field+"="+string(v.Code))
		}
		if diff := cmp.Diff(want, texts); diff != "" {
			t.Error(diff)
		}
	})

	t.Run("a good coupon beside a better discount", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t)
		in := sdktest.ReadyToPay(1)
		in.Sections = []sdk.Section{sdk.SectionReferral}
		if _, err := env.Client.UpdateRegistration(t.Context(), s.SignupID, s.Key, in, sdk.CallMeta{ReferrerKey: "familylaw"}); err != nil {
			t.Fatal(err)
		}
		got := quote(t, env, s, sdk.QuoteInput{PromoCodes: []string{"FLAT15"}}, "en")
		want := sdk.Violations{{
			Field: "promoCodes", Code: "coupon_outdone",
			Text: "Another discount saves you more on this order, so this code isn’t needed. Only one discount applies.",
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
			_, err := env.Client.PriceRegistration(t.Context(), s.SignupID, s.Key, sdk.QuoteInput{OrderDetail: sdk.OrderChoice{PackageID: id}}, sdk.CallMeta{})
			wantRefusal(t, err, want)
		}
	})

	t.Run("too many tries of codes", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.CodeTries = sdk.Limit{Count: 2, Per: time.Hour} }))
		s := env.SignUp(t)
		in := sdk.QuoteInput{PaymentCodes: []string{"0000-0000-0000-0000"}}
		for range 2 {
			quote(t, env, s, in, "en")
		}
		_, err := env.Client.PriceRegistration(t.Context(), s.SignupID, s.Key, in, sdk.CallMeta{})
		if diff := cmp.Diff(sdk.TooManyTries, err, cmpopts.EquateErrors()); diff != "" {
			t.Error(diff)
		}
		quote(t, env, s, sdk.QuoteInput{}, "en") // prices without codes go on

		// A good code may be priced as often as one likes.
		other, good := env.SignUp(t), sdk.QuoteInput{PaymentCodes: goodCodes(t, env, 2001, 1)}
		for range 5 {
			if q := quote(t, env, other, good, "en"); q.Totals.Total != "0.00" {
				t.Errorf("with a good code: %+v", q.Totals)
			}
		}
	})

	t.Run("faults of the registration", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		s := env.SignUp(t)
		_, err := env.Client.PriceRegistration(t.Context(), s.SignupID, "wrong", sdk.QuoteInput{}, sdk.CallMeta{})
		if diff := cmp.Diff(sdk.RegistrationKeyWrong, err, cmpopts.EquateErrors()); diff != "" {
			t.Error(diff)
		}
		_, err = env.Client.PriceRegistration(t.Context(), "nonsense", s.Key, sdk.QuoteInput{}, sdk.CallMeta{})
		if diff := cmp.Diff(sdk.RegistrationNotFound, err, cmpopts.EquateErrors()); diff != "" {
			t.Error(diff)
		}
	})
}

func britain(in *sdk.RegistrationInput) {
	in.Parent.PhoneCountryCode, in.Parent.PhoneNumber, in.Parent.TimeZone = "+44", "7911123456", "Europe/London"
	in.Order.PackageID = 2061
	in.Address = &sdk.Address{Line1: "10 Long Lane", City: "London", Region: "ENG", PostalCode: "SW1A 2AA", Country: "GB"}
}

// TestQuoteIsImmutable: neither a new catalogue nor a direct write changes a quote that was shown.
func TestQuoteIsImmutable(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	s := env.SignUp(t)
	before := quote(t, env, s, sdk.QuoteInput{}, "en")
	stored := storedQuote(t, env, before.TaxID)
	applyPrice(t, env, "149.99", "159.99")
	after := quote(t, env, s, sdk.QuoteInput{}, "en")
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

// applyPrice puts the catalogue in force with one price changed.
func applyPrice(t *testing.T, env *sdktest.Env, old, changed string) sdk.CatalogVersion {
	t.Helper()
	_, raw, err := env.Client.Catalog(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	v, err := env.Client.ApplyCatalog(t.Context(), bytes.Replace(raw, []byte(`"`+old+`"`), []byte(`"`+changed+`"`), 1), "test")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestManyWrongCodesRaiseAnAlarm: once for everybody together, whatever the limits of each.
func TestManyWrongCodesRaiseAnAlarm(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) }))
	s := env.SignUp(t)
	for range 502 {
		quote(t, env, s, sdk.QuoteInput{PaymentCodes: []string{"0000-0000-0000-0000"}}, "en")
	}
	if n := strings.Count(log.String(), "somebody may be guessing"); n != 1 || strings.Contains(log.String(), "0000-0000") {
		t.Errorf("%d alarms:\n%s", n, log.String())
	}
}

func TestPurgeQuotes(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	s := env.SignUp(t)
	quote(t, env, s, sdk.QuoteInput{}, "en")
	env.Clock.Advance(time.Hour)
	quote(t, env, s, sdk.QuoteInput{}, "en")
	n, err := env.Client.PurgeQuotes(t.Context(), env.Clock.Now())
	if err != nil || n != 1 {
		t.Errorf("purged %d, %v; want 1", n, err)
	}
}
