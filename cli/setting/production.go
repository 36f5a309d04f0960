package setting

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/site"
)

// rule restricts a setting's values in production. Every row of [Table] has one.
type rule struct {
	doc string // for docs/configuration.md: yes, or the values that may not stay
	// never returns a mistake with which no command accepts the configuration; empty: none.
	never func(s *Config) string
	// left reports values of the demonstration, with which no installation starts before its first sale.
	left func(s *Config, catalog *price.Catalog, report report)
}

// report reports a value of the demonstration. key is the key of a map's entry, else empty.
type report func(key, found, mend string)

// Leftovers lists the values of the demonstration that are left in a production configuration. The catalog decides which tax ids are needed; nil: the
// shipped one.
func (s *Config) Leftovers(catalog *price.Catalog) (out []site.Leftover) {
	if s.Environment != site.EnvironmentProduction {
		return nil
	}
	if catalog == nil {
		catalog = price.DefaultCatalog()
	}
	for _, d := range Table {
		if d.stays.left == nil {
			continue
		}
		d.stays.left(s, catalog, func(key, found, mend string) {
			out = append(out, site.Leftover{Setting: strings.TrimSuffix(d.Name, "*") + key, Found: found, Mend: mend})
		})
	}
	return out
}

// CatalogLeftovers reports the demonstration's catalog with its invented prices.
func CatalogLeftovers(catalog *price.Catalog) []site.Leftover {
	if !catalog.ForDemonstration() {
		return nil
	}
	return []site.Leftover{{
		Setting: "catalog", Found: "it is the demonstration's: its prices, taxes and public coupons are invented",
		Mend: "edit a copy (cojoin catalog export > catalog.yaml), remove its line demonstration: true, and run: cojoin catalog apply catalog.yaml",
	}}
}

// RealMoney reports whether cards are charged.
func (s *Config) RealMoney() bool {
	return s.Provider == "braintree" && s.Braintree.Environment == "production"
}

// The rules of the rows.
var (
	anyValue = rule{doc: "yes"}

	noSandbox = rule{doc: "not `sandbox`", never: func(s *Config) string {
		return when(s.Provider == "sandbox", "payment.provider: the sandbox takes no money and can't be used in production")
	}}
	noKill  = rule{doc: "no", never: func(s *Config) string { return when(s.KillAt != "", "dev.killAt: can't be used in production") }}
	noPause = rule{doc: "no", never: func(s *Config) string { return when(s.PauseAt != "", "dev.pauseAt: can't be used in production") }}

	realAddresses = rule{doc: "not `sandbox`", never: func(s *Config) string {
		return when(s.AddressProvider == "sandbox", "addresses.provider: the sandbox's addresses are made up and can't be used in production")
	}}
	mailServer = rule{
		doc:   "must be set, not to an example host",
		never: func(s *Config) string { return when(s.SMTP == "", "mail.smtp is missing: set COJOIN_MAIL_SMTP") },
		left: func(s *Config, _ *price.Catalog, report report) {
			if u, err := url.Parse(s.SMTP.Reveal()); err == nil && site.ReservedHost(u.Hostname()) { // a host on this machine is fine
				report("", "is a host reserved for examples and tests", "set COJOIN_MAIL_SMTP to your mail server, or the file that COJOIN_MAIL_SMTP_FILE names")
			}
		},
	}
	publicAddress = rule{
		doc: "must start with https://, not an example host",
		never: func(s *Config) string {
			return when(!strings.HasPrefix(s.PublicURL, "https://"), "publicUrl must start with https:// in production")
		},
		left: func(s *Config, _ *price.Catalog, report report) {
			if strings.HasPrefix(s.PublicURL, "https://") && site.ReservedAddress(s.PublicURL) {
				report("", s.PublicURL+" is reserved for examples and tests", "set it to the address that people open")
			}
		},
	}
	realMoney = rule{doc: "not `sandbox`", left: func(s *Config, _ *price.Catalog, report report) {
		if s.Provider == "braintree" && s.Braintree.Environment == "sandbox" {
			report("", "sandbox: cards aren't charged, and test cards buy subscriptions", "set payment.environment to production")
		}
	}}

	ownMerchant  = text("not a placeholder", placeholder, func(s *Config) string { return s.Braintree.MerchantID }, "is a placeholder", "copy it from Braintree's control panel")
	ownPublicKey = text("not a placeholder", placeholder, func(s *Config) string { return s.Braintree.PublicKey }, "is a placeholder", "copy it from Braintree's control panel")

	ownMerchantAccounts = rule{doc: "not a placeholder", left: func(s *Config, _ *price.Catalog, report report) {
		for _, currency := range slices.Sorted(maps.Keys(s.Braintree.MerchantAccounts)) {
			if account := s.Braintree.MerchantAccounts[currency]; placeholder(account) {
				report(string(currency), account+" is a placeholder", "copy it from Braintree's control panel")
			}
		}
	}}

	ownSender  = text("not an example address", site.ReservedAddress, func(s *Config) string { return s.MailFrom }, "is reserved for examples and tests, so replies are lost", "set it to a sender of your own domain")
	ownSupport = text("not an example address", site.ReservedAddress, func(s *Config) string { return s.SupportEmail }, "is reserved for examples and tests, and people are asked to write to it", "set it to an address that your support reads")
	ownContact = text("not an example address", site.ReservedAddress, func(s *Config) string { return s.Security.Contact }, "is reserved for examples and tests", "set it to an address that you read, or leave it out")
	ownPolicy  = text("not an example address", site.ReservedAddress, func(s *Config) string { return s.Security.Policy }, "is reserved for examples and tests", "set it to your own page, or leave it out")
	ownPixel   = text("not an example address", site.ReservedAddress, func(s *Config) string { return s.Affiliate.Pixel }, "is reserved for examples and tests", "set it to your affiliate network's, or leave it out")
	ownScript  = text("not an example address", site.ReservedAddress, func(s *Config) string { return s.Affiliate.Script }, "is reserved for examples and tests", "set it to your affiliate network's, or leave it out")

	ownSites = rule{doc: "not an example address", left: func(s *Config, _ *price.Catalog, report report) {
		reportReserved(s.Origins, report)
	}}
	ownReturnPages = rule{doc: "not an example address", left: func(s *Config, _ *price.Catalog, report report) {
		reportReserved(s.Events.ReturnURLs, report)
	}}

	ownPhones = rule{doc: "`default` must be set; no number of fiction", left: func(s *Config, _ *price.Catalog, report report) {
		shown := s.Site().WithDefaults().SupportPhones
		for _, country := range slices.Sorted(maps.Keys(shown)) {
			_, set := s.SupportPhones[country]
			if site.FictionalPhone(shown[country]) && (set || country == site.SupportPhoneDefault) {
				report(country, shown[country]+" is a number for fiction, and people are asked to call it", "set it to your support's number")
			}
		}
	}}

	ownPages = rule{doc: "`terms`, `privacy`, `help` and `contact` must be set; not an example address", left: func(s *Config, _ *price.Catalog, report report) {
		for _, page := range []string{"terms", "privacy", "help", "contact"} {
			if s.Links[page] == "" {
				report(page, "pages link to "+s.PublicURL+"/"+page+", which doesn't exist in production", "set it to your own page")
			}
		}
		for _, page := range slices.Sorted(maps.Keys(s.Links)) {
			if address := s.Links[page]; site.ReservedAddress(address) {
				report(page, address+" is reserved for examples and tests", "set it to your own page")
			}
		}
	}}

	ownName = rule{doc: "must be set, not the example's", left: func(s *Config, _ *price.Catalog, report report) {
		switch {
		case s.Seller.Name == "":
			report("", "receipts and credit notes name no seller", "set it to the name under which you sell")
		case placeholder(s.Seller.Name):
			report("", s.Seller.Name+" is a placeholder", "set it to the name under which you sell")
		}
	}}
	ownSeat = rule{doc: "must be set", left: func(s *Config, _ *price.Catalog, report report) {
		if len(s.Seller.Address) == 0 {
			report("", "receipts and credit notes have no seller's address", "set it, with | between its lines")
		}
	}}
	ownTaxIDs = rule{doc: "must be set where VAT or GST is charged, not to a placeholder", left: func(s *Config, catalog *price.Catalog, report report) {
		for _, country := range taxedCountries(catalog, s.Braintree.MerchantAccounts) {
			if s.Seller.TaxIDs[country] == "" {
				report(country, "the tax of "+country+" is charged, but receipts have no tax id for it", "set it to the id under which you are registered there")
			}
		}
		for _, country := range slices.Sorted(maps.Keys(s.Seller.TaxIDs)) {
			if id := s.Seller.TaxIDs[country]; strings.Contains(id, "123456789") {
				report(country, id+" is a placeholder", "set it to the id under which you are registered there")
			}
		}
	}}
)

// when returns a mistake's text, or an empty one without a mistake.
func when(mistaken bool, what string) string {
	if mistaken {
		return what
	}
	return ""
}

// text returns the rule of a setting with one text.
func text(doc string, wrong func(string) bool, value func(s *Config) string, found, mend string) rule {
	return rule{doc: doc, left: func(s *Config, _ *price.Catalog, report report) {
		if v := value(s); v != "" && wrong(v) {
			report("", v+" "+found, mend)
		}
	}}
}

// reportReserved reports the addresses in a list that are reserved for examples.
func reportReserved(addresses []string, report report) {
	for _, address := range addresses {
		if site.ReservedAddress(address) {
			report("", address+" is reserved for examples and tests", "set it to your own site")
		}
	}
}

// placeholder reports whether a value looks like the placeholders of our example files: your_merchant_id, example_usd, Example, Inc.
func placeholder(v string) bool {
	first := strings.ToLower(v)
	return strings.HasPrefix(first, "your_") || strings.HasPrefix(first, "example_") || first == "example" || strings.HasPrefix(first, "example, ")
}
