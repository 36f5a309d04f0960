package site

import (
	"maps"
	"strings"

	"github.com/cojoin/cojoin/sdk/brand"
)

// Environment says whether real people use the site.
type Environment string

// The environments.
const (
	EnvironmentDevelopment Environment = "development" // the default: forced flags, /dev and the sandbox are allowed
	EnvironmentProduction  Environment = "production"
)

// Site is what an operator configures about the site that people see. Every field has a default.
type Site struct {
	Environment   Environment
	Product       string            // what people read as the service's name; default Cojoin
	Brand         brand.Brand       // its look and sentences; the zero value is the shipped look
	PublicURL     string            // address of this service without a trailing slash; default http://127.0.0.1:8080
	Links         map[string]string // login, passwordRetrieval, terms, privacy, help, contact, home, cases (a professional's), paymentMethod (where a payer gives another card), appStore, playStore; see [Site.LinksIn]
	SupportPhones map[string]string // by country (NZ, AU, GB, IE) and "default"; without a default, the rest are numbers reserved for fiction
	SupportEmail  string
	Provider      string // payment provider that the widget loads: braintree or sandbox
	SandboxURL    string // only with provider sandbox
	ChatWidgetKey string // names the support chat (Zendesk) to load; empty: none
	Affiliate     Affiliate
	Seller        Seller
	Security      Security
}

// Security is what /.well-known/security.txt says; without a contact there is no such page.
type Security struct {
	Contact string // mailto: or https:
	Policy  string // the page that says how weaknesses are handled
}

// LinkPaymentMethod names the page where the payer of a subscription gives another card: that of the account, unless the site has its own.
const LinkPaymentMethod = "paymentMethod"

// accountPath is our own account page.
const accountPath = "/app/join/account"

// AccountPage returns the address of our own account page.
func (s Site) AccountPage() string { return s.PublicURL + accountPath }

// WithDefaults returns the site with every field that isn't set at its default.
func (s Site) WithDefaults() Site {
	if s.Environment == "" {
		s.Environment = EnvironmentDevelopment
	}
	if s.Product == "" {
		s.Product = "Cojoin"
	}
	if s.PublicURL == "" {
		s.PublicURL = "http://127.0.0.1:8080"
	}
	if s.Provider == "" {
		s.Provider = "sandbox"
		if s.Environment == EnvironmentProduction {
			s.Provider = "braintree"
		}
	}
	if s.SandboxURL == "" && s.Provider == "sandbox" {
		s.SandboxURL = "http://127.0.0.1:4010"
	}
	if s.SupportEmail == "" {
		s.SupportEmail = "support@example.com"
	}
	links := map[string]string{
		"login":             s.PublicURL + "/app/join/login",
		"passwordRetrieval": s.PublicURL + "/app/join/link",
		"terms":             s.PublicURL + "/terms?lang=" + linkLanguage,
		"privacy":           s.PublicURL + "/privacy?lang=" + linkLanguage,
		"help":              s.PublicURL + "/help?lang=" + linkLanguage,
		"contact":           s.PublicURL + "/contact?lang=" + linkLanguage,
		"home":              s.AccountPage(),
		"cases":             s.PublicURL + "/app/join/login",
		"paymentMethod":     s.AccountPage() + "/payment-method",
	}
	if s.Environment != EnvironmentProduction { // the stores' front pages stand for apps; in production nothing does
		links["appStore"], links["playStore"] = "https://apps.apple.com/", "https://play.google.com/store"
	}
	s.Links = mergedDefaults(s.Links, links)
	if s.SupportPhones[SupportPhoneDefault] == "" {
		s.SupportPhones = mergedDefaults(s.SupportPhones, DefaultSupportPhones())
	}
	return s
}

// linkLanguage in the address of a page becomes the language of who reads it.
const linkLanguage = "{lang}"

// LinksIn returns the links for a reader of a language, such as es: terms, privacy, help and contact name it where their addresses have {lang}.
func (s Site) LinksIn(lang string) map[string]string {
	links := maps.Clone(s.Links)
	for _, page := range []string{"terms", "privacy", "help", "contact"} {
		if address, ok := links[page]; ok {
			links[page] = strings.ReplaceAll(address, linkLanguage, lang)
		}
	}
	return links
}

// mergedDefaults returns a new map that holds what is set and, for the rest, the defaults.
func mergedDefaults(set, defaults map[string]string) map[string]string {
	out := make(map[string]string, len(defaults)+len(set))
	for k, v := range defaults {
		out[k] = v
	}
	for k, v := range set {
		out[k] = v
	}
	return out
}

// SupportPhone is the number to call from a country (ISO 3166-1 alpha-2), or from anywhere.
func (s Site) SupportPhone(country string) string {
	if phone, ok := s.SupportPhones[country]; ok {
		return phone
	}
	return s.SupportPhones[SupportPhoneDefault]
}
