package setting

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
)

// taxedCountries returns the countries where a catalog sells in one of the accounts' currencies and charges VAT or GST. For these taxes, receipts
// must show the seller's tax id.
func taxedCountries(catalog *price.Catalog, accounts map[money.Currency]string) (out []string) {
	for _, country := range catalog.Tax.Countries {
		components := slices.Clone(country.Components)
		for _, r := range country.Regions {
			components = append(components, r.Components...)
		}
		national := slices.ContainsFunc(components, func(c price.TaxComponent) bool { return c.Name == "VAT" || c.Name == "GST" })
		sold := slices.ContainsFunc(catalog.Groups, func(g price.CatalogGroup) bool {
			return accounts[g.Currency] != "" && (g.TaxCountry == country.Country || slices.Contains(g.Countries, country.Country))
		})
		if national && sold {
			out = append(out, country.Country)
		}
	}
	slices.Sort(out)
	return out
}
