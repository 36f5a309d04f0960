package setting

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
)

// SellerMissing tells what receipts and credit notes lack: the seller's name and address, and a tax id for each country whose tax is charged.
func (s *Config) SellerMissing(missing func(setting, what, mend string)) {
	if s.Seller.Name == "" {
		missing("seller.name", "receipts and credit notes name no seller", "set it to the name under which you sell")
	}
	if len(s.Seller.Address) == 0 {
		missing("seller.address", "receipts and credit notes have no seller's address", "set it, with | between its lines")
	}
	for _, country := range taxedCountries(s.Braintree.MerchantAccounts) {
		if s.Seller.TaxIDs[country] == "" {
			missing("seller.taxIds."+country, "the tax of "+country+" is charged, and receipts don't say under which id", "set it to the id under which you are registered there")
		}
	}
}

// taxedCountries are the countries where something is sold in one of the currencies and a national tax is charged on it, as the shipped catalogue has them:
// VAT or GST, which receipts have to show with the seller's id.
func taxedCountries(accounts map[money.Currency]string) (out []string) {
	catalog := price.DefaultCatalog()
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
