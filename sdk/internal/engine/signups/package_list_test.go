package signups_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestPricingGroup(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	for _, c := range []struct {
		country, code, phone, want string
	}{
		{"", "", "", "P0"},
		{"US", "+1", "4165550123", "P0"},  // the billing country takes precedence over the phone
		{"", "1", "4165550123", "P2"},     // Toronto
		{"", "+1", "2125550123", "P0"},    // New York
		{"", "+44", "7911123456", "UK"},   // Great Britain
		{"", "+44", "1534700123", "UK"},   // Jersey
		{"", "+61", "412345678", "P3"},    // Australia
		{"", "+64", "211234567", "P3"},    // New Zealand
		{"", "+52", "5512345678", "P0"},   // Mexico
		{"", "+1", "8765550123", "P0"},    // Jamaica
		{"", "+33", "612345678", "P0"},    // France
		{"zz", "+44", "7911123456", "UK"}, // an unknown country is ignored
		{"nz", "", "", "P3"}, {"IM", "", "", "UK"}, {"GG", "", "", "UK"}, {"CA", "", "", "P2"}, {"DE", "", "", "P0"},
		{"", "+999", "x", "P0"},
	} {
		got, err := env.Client.Signup.PricingGroup(t.Context(), c.country, c.code, c.phone)
		if err != nil || got.PricingGroupName != c.want || len(got.PackageIDs) == 0 {
			t.Errorf("%q %q %q: %+v, %v; want %s", c.country, c.code, c.phone, got, err, c.want)
		}
	}
}

func TestValidatePackage(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	for _, c := range []struct {
		pkg                  int
		country, code, phone string
		want                 string
	}{
		{2001, "US", "+1", "2125550123", ""},
		{2001, "US", "+1", "4165550123", "order_package_mismatch"}, // a Canadian phone
		{2001, "US", "", "", ""},                                   // confirmed: the phone is evidence only
		{2021, "CA", "+1", "4165550123", ""},
		{2021, "US", "+1", "4165550123", "order_package_mismatch"},
		{2061, "JE", "+44", "7911123456", ""},
		{2001, "FR", "+33", "612345678", ""},
		{2001, "MX", "+52", "5512345678", ""},
		{2001, "", "+44", "7911123456", "order_package_mismatch"},
		{1, "US", "", "", "order_package_unknown"},
	} {
		err := env.Client.Signup.ValidatePackage(t.Context(), c.pkg, signup.CountryCriteria{Country: c.country, CountryCode: c.code, PhoneNumber: c.phone}, fixture.English)
		if c.want == "" {
			if err != nil {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		fixture.WantRefusal(t, err, "order.packageId="+c.want)
	}
}

func TestPackages(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	env.Clock.Set(offerOpen)
	got, err := env.Client.Signup.Packages(t.Context(), "UK", []int{2061, 2069}, caller.Meta{Locale: "en-GB"})
	if err != nil {
		t.Fatal(err)
	}
	features := []string{"Shared calendar", "Documented messages", "Expense log and reimbursements"}
	offer := func(left string) *price.Offer {
		return &price.Offer{CouponCode: "WELCOME10", Description: "10% off your first year", PercentOff: 10, DiscountedFormatted: left, EndsAt: "2027-03-31T23:59:59Z"}
	}
	want := []price.Package{
		{
			ID: 2061, PackageName: "UK_ESSENTIAL_1Y", SubDurationInYears: 1, DisplayName: "Essential, 1 year", ReceiptText: "Essential subscription for 1 year",
			TotalPrice: "119.99", TotalPriceFormatted: "£119.99", CurrencyCode: "GBP", CurrencySymbol: "£", VatAmount: "20.00", VatAmountFormatted: "£20.00",
			TaxIncluded: true, TaxLabel: "VAT", AnalyticsPackage: "ESSENTIAL_1Y", SelectionCode: "ESS1",
			Features: append(append([]string{}, features...), "1 GB of file storage", "Basic calls"), Hidden: price.Hidden{HidePayPal: true, HideVenmo: true}, Offer: offer("£107.99"),
		},
		{
			ID: 2069, PackageName: "UK_CUSTOM", SubDurationInYears: 1, DisplayName: "Build your own", ReceiptText: "Custom subscription", BuildYourOwn: true,
			TotalPrice: "95.99", TotalPriceFormatted: "£95.99", CurrencyCode: "GBP", CurrencySymbol: "£", VatAmount: "16.00", VatAmountFormatted: "£16.00",
			TaxIncluded: true, TaxLabel: "VAT", AnalyticsPackage: "CUSTOM",
			Features: append(append([]string{}, features...), "Choose storage, calls and extras yourself"), Hidden: price.Hidden{HidePayPal: true, HideVenmo: true}, Offer: offer("£86.39"),
		},
	}
	if diff := cmp.Diff(want, got.Packages); diff != "" {
		t.Error(diff)
	}
	if got.OfferEndsAt != "2027-03-31T23:59:59Z" || got.CurrencyCode != "GBP" || got.CatalogVersion != 1 || len(got.CustomOptions) != 9 {
		t.Errorf("list %+v", got)
	}
	free := map[string]bool{}
	for _, o := range got.CustomOptions {
		if o.Free != o.Default {
			t.Errorf("option %+v", o)
		}
		free[o.OptionCode] = o.Free
	}
	if !free["MYFILES1GB"] || !free["CALLSBASIC"] {
		t.Errorf("free options %v", free)
	}

	for _, c := range []struct {
		group string
		ids   []int
		want  *fault.Fault
	}{{"XX", nil, price.PricingGroupUnknown}, {"P0", []int{2061}, price.PackageUnknown}, {"", []int{1}, price.PackageUnknown}, {"", []int{2001, 2021}, price.PackageUnknown}} {
		_, err := env.Client.Signup.Packages(t.Context(), c.group, c.ids, fixture.English)
		if diff := cmp.Diff(c.want, err, cmpopts.EquateErrors()); diff != "" {
			t.Errorf("%+v: %s", c, diff)
		}
	}
	byID, err := env.Client.Signup.Packages(t.Context(), "", []int{2041}, caller.Meta{Lang: "es"})
	if err != nil || byID.PricingGroup != "P3" || len(byID.Packages) != 1 || byID.Packages[0].VatAmount != "18.18" {
		t.Errorf("by id: %+v, %v", byID, err)
	}
}

func TestPackagesOfUnsupportedCurrency(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) {
		c.Payment.MerchantAccounts = map[money.Currency]string{"USD": "dollars"}
	}))
	for group, want := range map[string]bool{"P0": true, "UK": false} {
		got, err := env.Client.Signup.Packages(t.Context(), group, nil, fixture.English)
		if err != nil || len(got.Packages) > 0 != want {
			t.Errorf("%s: %d packages, %v; want some: %v", group, len(got.Packages), err, want)
		}
	}
}

// A customer sent by a partner sees the partner's offer on every card, with the resulting price of the order. Without a partner, or with an unknown
// one, it is the general offer.
func TestPackagesForAReferrer(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	env.Clock.Set(offerOpen)
	for referrer, want := range map[string]*price.Offer{
		"familylaw": {CouponCode: "PARTNER20", Description: "20% off through our family law partner", PercentOff: 20, DiscountedFormatted: "$119.99", Referral: true},
		"nobody":    {CouponCode: "WELCOME10", Description: "10% off your first year", PercentOff: 10, DiscountedFormatted: "$134.99", EndsAt: "2027-03-31T23:59:59Z"},
		"":          {CouponCode: "WELCOME10", Description: "10% off your first year", PercentOff: 10, DiscountedFormatted: "$134.99", EndsAt: "2027-03-31T23:59:59Z"},
	} {
		list, err := env.Client.Signup.Packages(t.Context(), "P0", []int{2001}, caller.Meta{Lang: "en", ReferrerKey: referrer})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, list.Packages[0].Offer); diff != "" {
			t.Errorf("from %q (-want +got):\n%s", referrer, diff)
		}
	}
}
