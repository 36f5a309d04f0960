package price

import (
	"context"
	"encoding/json"

	"github.com/cojoin/cojoin/sdk/money"
)

// TaxTable is the tax part of a catalogue: percentages by country and region, with their source. The
// shipped one is an illustration and not tax advice.
type TaxTable struct {
	Version   string       `json:"version"`
	Source    string       `json:"source"`
	Date      string       `json:"date"`
	Countries []TaxCountry `json:"countries"`

	rates map[taxPlace][]TaxComponent // region "" stands for the whole country
	known map[string]bool             // countries of the table: true where regional
}

type taxPlace struct{ country, region string }

// TaxCountry is the tax of one country. A regional one is known by region only.
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

// TaxComponent is one tax: its name (SALES_TAX, GST, HST, PST, QST, RST, VAT), its rate and the share of
// the price that it is taken on. Both are exact.
type TaxComponent struct {
	Name  string
	Rate  money.Ratio
	Share money.Ratio // money.One: the whole price
}

// taxComponentFile is how a component is written: percentages in quotes, the share left out where whole.
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

// UnmarshalJSON reads what MarshalJSON writes.
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

// TaxAddress is what tax depends on.
type TaxAddress struct {
	Country    string `json:"country,omitempty"`
	Region     string `json:"region,omitempty"`
	PostalCode string `json:"postalCode,omitempty"`
}

// TaxRates is the answer of a [TaxProvider]. Known is false while the address doesn't say enough; no
// components at a known address means that there is no tax.
type TaxRates struct {
	Version    string         `json:"version"`
	Known      bool           `json:"known"`
	Components []TaxComponent `json:"components,omitempty"`
}

// TaxProvider answers the rates of an address. It is the port for a real tax service; without one the
// catalogue's own table answers. It is asked when a quote is made, outside any transaction; what it said
// is kept with the quote and holds until the quote expires.
type TaxProvider interface {
	TaxRates(ctx context.Context, address TaxAddress) (TaxRates, error)
}

// Rates returns the table's rates at an address: known once the country is, in a regional country once
// its region is. A country that the table doesn't name has no tax.
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

// index makes the look-ups of a table that was just read.
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

// effective is the rate on the whole price, exact: 6.25 % on 80 % of it is 5 %. It is a fraction of
// taxDenominator.
func (c TaxComponent) effective() int64 { return int64(c.Rate) * int64(c.Share) }

// taxDenominator is what [TaxComponent.effective] is a fraction of.
const taxDenominator = int64(money.One) * int64(money.One)

// addedTax is each component on the taxable amount, rounded half up each.
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

// includedTax is what a gross amount holds: gross × rate ÷ (1 + rate), rounded half up once, tax first.
// Of several components each gets its part of that by largest remainder.
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
