package price

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestDefaultCatalogIsSound(t *testing.T) {
	t.Parallel()
	if _, err := ParseCatalog(defaultCatalogFile); err != nil {
		t.Fatal(err)
	}
}

// The shipped prices, copied from the design's tables and not from the file.
func TestDefaultCatalogPrices(t *testing.T) {
	t.Parallel()
	cat := DefaultCatalog()
	want := map[string][]string{
		"P0": {"2001 149.99 USD", "2002 269.98 USD", "2003 219.99 USD", "2004 395.98 USD", "2009"},
		"P2": {"2021 189.99 CAD", "2022 341.98 CAD", "2023 279.99 CAD", "2024 503.98 CAD", "2029"},
		"P3": {"2041 199.99 AUD", "2042 359.98 AUD", "2043 299.99 AUD", "2044 539.98 AUD", "2049"},
		"UK": {"2061 119.99 GBP", "2062 215.98 GBP", "2063 179.99 GBP", "2064 323.98 GBP", "2069"},
	}
	got := map[string][]string{}
	for _, p := range cat.Packages {
		row := itoa(p.ID)
		if !p.BuildYourOwn {
			row += " " + p.Price.String()
		}
		got[p.Group] = append(got[p.Group], row)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	options := map[string]string{}
	for _, o := range cat.Options {
		for _, g := range cat.Groups {
			options[o.Code] += " " + o.Price(g.Name).Decimal()
		}
	}
	wantOptions := map[string]string{
		"SUB1YEAR": " 119.99 149.99 161.99 95.99", "SUB2YEAR": " 119.99 149.99 161.99 95.99",
		"MYFILES1GB": " 0.00 0.00 0.00 0.00", "MYFILES5GB": " 24.00 30.00 32.40 19.20", "MYFILES20GB": " 48.00 60.00 64.80 38.40",
		"TONEMETER": " 12.00 15.00 16.20 9.60", "UNLIMITEDPAYMENTS": " 18.00 22.50 24.30 14.40",
		"CALLSBASIC": " 0.00 0.00 0.00 0.00", "CALLSPREMIUM": " 36.00 45.00 48.60 28.80",
	}
	if diff := cmp.Diff(wantOptions, options); diff != "" {
		t.Error(diff)
	}
}

// The options cost the same in a group with another number of decimals in its currency.
func TestOptionsInOtherDecimals(t *testing.T) {
	t.Parallel()
	for currency, want := range map[string]string{"JPY": "17999", "JOD": "17998.500"} {
		file := strings.Replace(smallCatalog, `optionFactor: "1"}]`, `optionFactor: "1"},
  {name: P1, countries: [JP], currency: `+currency+`, tax: added, optionFactor: "150"}]`, 1)
		file = strings.Replace(file, "customOptions: []", `  - {id: 2, name: P0_CUSTOM, group: P0, buildYourOwn: true, displayName: package_custom, receiptText: package_custom_receipt}
customOptions:
  - {code: SUB1YEAR, kind: subscription, years: 1, price: "119.99", description: option_sub1year}
  - {code: SUB2YEAR, kind: subscription, years: 2, price: "119.99", description: option_sub2year}
  - {code: MYFILES1GB, kind: storage, price: "0", default: true, description: option_myfiles1gb}
  - {code: CALLSBASIC, kind: calls, price: "0", default: true, description: option_callsbasic}`, 1)
		cat, err := ParseCatalog([]byte(file))
		if err != nil {
			t.Fatal(err)
		}
		if got := cat.Option("SUB1YEAR").Price("P1").Decimal(); got != want {
			t.Errorf("119.99 USD at 150 is %s %s, want %s", got, currency, want)
		}
	}
}

// The list has the end of an offer as long as a package has the offer.
func TestEndOfUnusedOffer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shelf Shelf
		want  string
	}{
		"on sale":             {Shelf{}, "2027-03-31T23:59:59Z"},
		"used up":             {Shelf{Exhausted: []string{"WELCOME10"}}, ""},
		"a partner's instead": {Shelf{ReferrerKey: "familylaw"}, ""},
	} {
		c.shelf.At = time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC)
		list, err := DefaultCatalog().ListPackages(c.shelf)
		if err != nil || list.OfferEndsAt != c.want {
			t.Errorf("%s: ends at %q, %v; want %q", name, list.OfferEndsAt, err, c.want)
		}
	}
}

func TestBrokenCatalogNamesLinePathAndReason(t *testing.T) {
	t.Parallel()
	file := string(defaultCatalogFile)
	field := func(name, text string) string { // of the package with the text
		before, _, _ := strings.Cut(file, text)
		return fmt.Sprintf("packages[%d].%s", strings.Count(before+text, "\n  - id: ")-1, name)
	}
	for _, c := range []struct{ name, old, broken, path, reason string }{
		{"unquoted price", `price: "149.99"`, `price: 149.99`, "packages[0].price", `this must be in quotes, e.g. "149.99"`},
		{"negative price", `price: "149.99"`, `price: "-1"`, "packages[0].price", `doesn't have the form`},
		{"price of nothing", `price: "149.99"`, `price: "0"`, "packages[0].price", "a package costs more than 0"},
		{"too many decimals", `price: "149.99"`, `price: "149.999"`, "packages[0].price", "more than 2 decimals"},
		{"unknown name", `price: "149.99"`, `prize: "149.99"`, "packages[0].prize", "this name isn't known here"},
		{"id twice", `id: 2002`, `id: 2001`, field("id", "id: 2002"), "there is another package with this id"},
		{"unknown group", "group: P2\n", "group: P9\n", field("group", "group: P2\n    "), "there is no pricing group P9"},
		{"no such currency", "currency: CAD", "currency: CAX", "pricingGroups[1].currency", "CAX is not an ISO 4217 currency"},
		{"no such country", "[AU, NZ]", "[AU, NZ, XQ]", "pricingGroups[2].countries[2]", "XQ is not an ISO 3166-1 country"},
		{"country twice", "[AU, NZ]", "[AU, CA]", "pricingGroups[2].countries[1]", "CA is already in group P2"},
		{"selection of another term", "selectionCode: ESS1", "selectionCode: ESS2", "packages[0].selectionCode", "the code's digit is the term"},
		{"text without Spanish", "displayName: package_essential_1y\n", "displayName: {en: \"Basic\"}\n", "packages[0].displayName", "a sentence in each language"},
		{"text unknown", "displayName: package_essential_1y\n", "displayName: package_nonsense\n", "packages[0].displayName", `sdk/text has no "package_nonsense" in en`},
		{"default that costs", `{code: CALLSBASIC, kind: calls, price: "0"`, `{code: CALLSBASIC, kind: calls, price: "5"`, "customOptions[7].price", "a default is free"},
		{"coupon two ways", "referrer: familylaw", "referrer: familylaw\n    typed: true", "coupons[1]", "exactly one of automatic, referrer and typed"},
		{"coupon that looks like a code", "code: PARTNER20", "code: PARTNER200000000", "coupons[1].code", "taken for a subscription code"},
		{"coupon without discount", `percent: "20"`, `percent: "0"`, "coupons[1].percent", "takes nothing off"},
		{"window backwards", "until: 2027-03-31T23:59:59Z", "until: 2025-03-31T23:59:59Z", "coupons[0].until", "until is before from"},
		{"tax twice", "country: NZ, components", "country: AU, components", "tax.countries[5].country", "the country is listed twice"},
		{"untaxed and taxed", "untaxedRegions: [AL,", "untaxedRegions: [PA,", "tax.countries[0].untaxedRegions[0]", "PA is listed with a tax, too"},
		{"anchor", "currency: CAD", "currency: &c CAD", "", "anchors and aliases are not supported"},
		{"not YAML", "pricingGroups:\n", "pricingGroups: [\n", "", ""},
		{"two documents", "format: 1\n", "format: 1\n---\na: 1\n---\n", "", "more than one document"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(file, c.old) {
				t.Fatalf("the shipped file has no %q", c.old)
			}
			at := 1 + strings.Count(file[:strings.Index(file, c.old)], "\n")
			_, err := ParseCatalog([]byte(strings.Replace(file, c.old, c.broken, 1)))
			var broken *CatalogError
			if !errors.As(err, &broken) {
				t.Fatalf("got %v, want a *CatalogError", err)
			}
			got := broken.Faults[0]
			for _, f := range broken.Faults {
				if f.Path == c.path {
					got = f
					break
				}
			}
			if got.Path != c.path || !strings.Contains(got.Reason, c.reason) {
				t.Fatalf("got %v\nwant path %q, reason %q", err, c.path, c.reason)
			}
			// A fault of the item itself is at the item's first line, at most a few lines above.
			if c.path != "" && (got.Line > at || got.Line < at-3) {
				t.Errorf("got line %d, want %d", got.Line, at)
			}
		})
	}
}

func TestBrokenCatalogReportsEveryFault(t *testing.T) {
	t.Parallel()
	file := strings.NewReplacer(`price: "149.99"`, `price: 149.99`, `price: "269.98"`, `price: []`).Replace(string(defaultCatalogFile))
	_, err := ParseCatalog([]byte(file))
	var broken *CatalogError
	if !errors.As(err, &broken) || len(broken.Faults) != 2 || broken.Faults[0].Line >= broken.Faults[1].Line {
		t.Fatalf("got %v, want two faults in the order of their lines", err)
	}
}

func TestCatalogOfNothing(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"", "# only a comment\n", "[]", "1", "null", strings.Repeat("[", 100_000), strings.Repeat("- ", 100_000), "\x00", "a: .inf", "? ? ? a"} {
		if cat, err := ParseCatalog([]byte(in)); err == nil {
			t.Errorf("%.20q was accepted as a catalog: %v", in, cat)
		}
	}
}

// smallCatalog is a minimal catalog. Fuzzing the shipped one would spend its time on size.
const smallCatalog = `format: 1
pricingGroups: [{name: P0, base: true, currency: USD, tax: added, optionFactor: "1"}]
packages:
  - {id: 1, name: P0_A, group: P0, years: 1, price: "1.00", displayName: package_custom, receiptText: {en: A, es: B}}
customOptions: []
customTwoYearFactor: "1"
coupons: [{code: AB, typed: true, percent: "10", description: coupon_flat15}]
tax: {version: v, date: "2026-11-01", source: s, countries: [{country: GB, components: [{name: VAT, percent: "20"}]}]}
`

func TestSmallCatalog(t *testing.T) {
	t.Parallel()
	if _, err := ParseCatalog([]byte(smallCatalog)); err != nil {
		t.Fatal(err)
	}
}

func FuzzParseCatalog(f *testing.F) {
	f.Add([]byte(smallCatalog))
	f.Add([]byte("format: 1\npackages: [{id: 1}]\n"))
	f.Add([]byte("a: &a [*a, *a]"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		cat, err := ParseCatalog(raw)
		var broken *CatalogError
		switch {
		case err == nil && cat.BaseGroup() == nil:
			t.Fatal("a catalog without a base group was accepted")
		case err != nil && (!errors.As(err, &broken) || len(broken.Faults) == 0 || broken.Faults[0].Line < 1):
			t.Fatalf("%T: %v", err, err)
		}
	})
}
