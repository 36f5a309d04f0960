package price

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/money"
)

// TestTaxTableKnowsEveryRegion: no state or province is untaxed only because it was forgotten, and the
// table lists none that doesn't exist.
func TestTaxTableKnowsEveryRegion(t *testing.T) {
	t.Parallel()
	tax := &DefaultCatalog().Tax
	for _, country := range tax.Countries {
		if !form.KnownCountry(country.Country) {
			t.Errorf("%s is no country", country.Country)
		}
		if !country.Regional {
			continue
		}
		for _, r := range form.Regions(country.Country, "en") {
			if _, listed := tax.rates[taxPlace{country.Country, r.Code}]; !listed {
				t.Errorf("%s: region %s (%s) isn't listed", country.Country, r.Code, r.Name)
			}
		}
		listed := append([]string{}, country.UntaxedRegions...)
		for _, r := range country.Regions {
			listed = append(listed, r.Region)
		}
		for _, code := range listed {
			if form.FindRegion(country.Country, code) == nil {
				t.Errorf("%s has no region %s", country.Country, code)
			}
		}
	}
}

func TestNewTaxAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		country, region, postalCode string
		want                        TaxAddress
		broken                      []string
	}{
		{"us", "pa", "19103", TaxAddress{"US", "PA", "19103"}, nil},
		{"USA", "Pennsylvania", "", TaxAddress{"US", "PA", ""}, nil},
		{"ca", "QC", "h2x1y4", TaxAddress{"CA", "QC", "H2X 1Y4"}, nil},
		{"FR", "anything", "75001", TaxAddress{"FR", "anything", "75001"}, nil},
		{"zz", "", "", TaxAddress{}, []string{"country"}},
		{"US", "XX", "x", TaxAddress{"US", "XX", "X"}, []string{"region", "postalCode"}},
		{"US", "PA", "90210", TaxAddress{"US", "PA", "90210"}, []string{"postalCode"}},
	} {
		got, broken := NewTaxAddress(c.country, c.region, c.postalCode, "en")
		var fields []string
		for _, v := range broken {
			fields = append(fields, v.Field)
		}
		if diff := cmp.Diff(c.want, got) + cmp.Diff(c.broken, fields); diff != "" {
			t.Errorf("%+v: %s", c, diff)
		}
	}
}

// TestIncludedTaxOfSeveralComponents: the tax is worked out once and divided without losing a unit.
func TestIncludedTaxOfSeveralComponents(t *testing.T) {
	t.Parallel()
	components := []TaxComponent{{"GST", 50_000, money.One}, {"PST", 70_000, money.One}}
	got, err := includedTax(money.New(9999, "USD"), components) // 99.99 × 0.12 ÷ 1.12 = 10.71
	want := []money.Amount{money.New(446, "USD"), money.New(625, "USD")}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}
