package price

import (
	"context"
	"encoding/json"

	"github.com/cojoin/cojoin/sdk/money"
)

// TaxTable is the tax part of a catalog: percentages by country and region, with their source. The shipped one is an illustration, not tax advice.
type TaxTable struct {
	Version   string       `json:"version"`
	Source    string       `json:"source"`
	Date      string       `json:"date"`
	Countries []TaxCountry `json:"countries"`

	rates map[taxPlace][]TaxComponent // region "": the whole country
	known map[string]bool             // countries of the table; true: regional
}

type taxPlace struct{ country, region string }

// TaxCountry is the tax of one country. A regional country has rates only by region.
type TaxCountry struct {
	Country        string         `json:"country"`
	Regional       bool           `json:"regional,omitempty"`
	Components     []TaxComponent `json:"components,omitempty"`
	Regions        []TaxRegion    `json:"regions,omitempty"`
	UntaxedRegions []string       `json:"untaxedRegions,omitempty"`
}

// TaxRegion is the tax of one region.
type TaxRegion struct {
	Region     string         `json:"region"`
	Components []TaxComponent `json:"components"`
}

// TaxComponent is one tax: its name (SALES_TAX, GST, HST, PST, QST, RST, VAT), its rate, and the share of the price that it applies to. Both are
// exact.
type TaxComponent struct {
	Name  string
	Rate  money.Ratio
	Share money.Ratio // money.One: the whole price
}

// taxComponentFile is the JSON of a component: percentages in quotes, share omitted for the whole price.
type taxComponentFile struct {
	Name    string `json:"name"`
	Percent string `json:"percent"`
	Share   string `json:"share,omitempty"`
}

// MarshalJSON writes rate and share as percentages in quotes.
func (c TaxComponent) MarshalJSON() ([]byte, error) {
	f := taxComponentFile{Name: c.Name, Percent: c.Rate.Percent()}
	if c.Share != money.One {
		f.Share = c.Share.Percent()
	}
	return json.Marshal(f)
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (c *TaxComponent) UnmarshalJSON(b []byte) error {
	var f taxComponentFile
	if err := json.Unmarshal(b, &f); err != nil {
		return err
	}
	rate, err := money.ParsePercent(f.Percent)
	if err != nil {
		return err
	}
	share := money.One
	if f.Share != "" {
		if share, err = money.ParsePercent(f.Share); err != nil {
			return err
		}
	}
	*c = TaxComponent{Name: f.Name, Rate: rate, Share: share}
	return nil
}

// TaxAddress holds the parts of an address that determine the tax.
type TaxAddress struct {
	Country    string `json:"country,omitempty"`
	Region     string `json:"region,omitempty"`
	PostalCode string `json:"postalCode,omitempty"`
}

// TaxRates is the result of a [TaxProvider]. Known is false while the address is incomplete. No components at a known address means no tax.
type TaxRates struct {
	Version    string         `json:"version"`
	Known      bool           `json:"known"`
	Components []TaxComponent `json:"components,omitempty"`
}

// TaxProvider returns the rates of an address. It is the port for a real tax service; without one the catalog's own table is used. It is called for a
// new quote, outside any transaction. The quote stores the rates, which apply until it expires.
type TaxProvider interface {
	TaxRates(ctx context.Context, address TaxAddress) (TaxRates, error)
}

// Rates returns the table's rates at an address. They are known once the country is, and in a regional country once the region is. A country outside
// the table has no tax.
func (t *TaxTable) Rates(a TaxAddress) TaxRates {
	rates := TaxRates{Version: t.Version}
	if a.Country == "" {
		return rates
	}
	place := taxPlace{country: a.Country}
	if t.known[a.Country] {
		if a.Region == "" {
			return rates
		}
		place.region = a.Region
	}
	rates.Known = true
	rates.Components = t.rates[place]
	return rates
}

// index builds the lookup tables of a parsed table.
func (t *TaxTable) index() {
	t.rates, t.known = map[taxPlace][]TaxComponent{}, map[string]bool{}
	for _, c := range t.Countries {
		t.known[c.Country] = c.Regional
		if !c.Regional {
			t.rates[taxPlace{country: c.Country}] = c.Components
		}
		for _, r := range c.Regions {
			t.rates[taxPlace{c.Country, r.Region}] = r.Components
		}
		for _, r := range c.UntaxedRegions {
			t.rates[taxPlace{c.Country, r}] = nil
		}
	}
}

// effective returns the exact rate on the whole price as a fraction of taxDenominator: 6.25 % on 80 % of the price is 5 %.
func (c TaxComponent) effective() int64 { return int64(c.Rate) * int64(c.Share) }

// taxDenominator is the denominator of [TaxComponent.effective].
const taxDenominator = int64(money.One) * int64(money.One)

// addedTax returns each component's tax on top of the taxable amount. Each is rounded half up.
func addedTax(taxable money.Amount, components []TaxComponent) ([]money.Amount, error) {
	parts := make([]money.Amount, len(components))
	for i, c := range components {
		part, err := taxable.MulDiv(c.effective(), taxDenominator)
		if err != nil {
			return nil, err
		}
		parts[i] = part
	}
	return parts, nil
}

// includedTax returns the tax within a gross amount: gross × rate ÷ (1 + rate), rounded half up once. Several components share that sum by largest
// remainder.
func includedTax(gross money.Amount, components []TaxComponent) ([]money.Amount, error) {
	var rate int64
	weights := make([]int64, len(components))
	for i, c := range components {
		weights[i] = c.effective()
		rate += weights[i]
	}
	if rate == 0 {
		parts := make([]money.Amount, len(components))
		for i := range parts {
			parts[i] = money.Zero(gross.Currency)
		}
		return parts, nil
	}
	tax, err := gross.MulDiv(rate, taxDenominator+rate)
	if err != nil {
		return nil, err
	}
	return tax.Allocate(weights)
}
