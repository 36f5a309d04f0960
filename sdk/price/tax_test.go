package price

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

// TestTaxTableHasEveryRegion: the table lists every state and province, taxed or untaxed, and no others.
func TestTaxTableHasEveryRegion(t *testing.T) {
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

// TestIncludedTaxOfSeveralComponents: the tax is computed once and divided without losing a unit.
func TestIncludedTaxOfSeveralComponents(t *testing.T) {
	t.Parallel()
	components := []TaxComponent{{"GST", 50_000, money.One}, {"PST", 70_000, money.One}}
	got, err := includedTax(money.New(9999, "USD"), components) // 99.99 × 0.12 ÷ 1.12 = 10.71
	want := []money.Amount{money.New(446, "USD"), money.New(625, "USD")}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

// If prices include tax, the summary shows it before the address is known. If none is charged, no text mentions tax.
func TestIncludedTaxText(t *testing.T) {
	t.Parallel()
	cat := DefaultCatalog()
	for name, c := range map[string]struct {
		address TaxAddress
		lang    string
		lines   []string
		renewal string
	}{
		"no address yet":     {TaxAddress{}, "en", []string{"Includes VAT £40.00"}, "at £239.98, including VAT, until you cancel."},
		"no address yet, es": {TaxAddress{}, "es", []string{"Incluye IVA 40,00\u00a0£"}, "por 239,98\u00a0£, IVA incluido, hasta que usted la cancele."},
		"a British address":  {TaxAddress{Country: "GB"}, "en", []string{"Includes VAT (20%) £40.00"}, "at £239.98, including VAT, until you cancel."},
		"a Jersey address":   {TaxAddress{Country: "JE"}, "en", nil, "at £239.98 until you cancel."},
	} {
		priced, err := Price(cat, &cat.Tax, Input{Order: form.OrderChoice{PackageID: 2061}, Seats: 2, Address: c.address, At: time.Date(2026, 6, 2, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		quote := ViewPrice(cat, priced, nil, c.lang)
		var lines []string
		for _, line := range quote.Lines {
			if line.Kind == "tax" {
				lines = append(lines, line.Description+" "+line.AmountFormatted)
			}
		}
		if diff := cmp.Diff(c.lines, lines); diff != "" || !strings.HasSuffix(quote.Terms, c.renewal) {
			t.Errorf("%s: terms %q, want %q at their end; lines (-want +got):\n%s", name, quote.Terms, c.renewal, diff)
		}
		want := text.Code("mail_receipt_renews_included")
		if c.lines == nil {
			want = "mail_receipt_renews_untaxed"
		}
		if got := quote.SayTax("mail_receipt_renews"); got != want {
			t.Errorf("%s: a receipt's mail has %s", name, got)
		}
	}
}
