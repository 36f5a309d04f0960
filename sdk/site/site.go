package site

import (
	"maps"
	"strings"

	"github.com/cojoin/cojoin/sdk/brand"
)

// Environment is the kind of installation.
type Environment string

// The environments.
const (
	EnvironmentDevelopment Environment = "development" // the default: forced flags, /dev and the sandbox are allowed
	EnvironmentProduction  Environment = "production"
)

// Site holds an operator's settings of the visible site. Every field has a default.
type Site struct {
	Environment   Environment
	Product       string            // the service's name on screens; default Cojoin
	Brand         brand.Brand       // its look and sentences; zero value: the shipped look
	PublicURL     string            // this service's address without a trailing slash; default http://127.0.0.1:8080
	Links         map[string]string // login, passwordRetrieval, terms, privacy, help, contact, home, cases (a professional's), paymentMethod (to change a payer's card), appStore, playStore; see [Site.LinksIn]
	SupportPhones map[string]string // by country (NZ, AU, GB, IE) and "default"; without a default, the others are fictional numbers
	SupportEmail  string
	Provider      string // the widget's payment provider: braintree or sandbox
	SandboxURL    string // only with provider sandbox
	ChatWidgetKey string // key of the support chat (Zendesk); empty: none
	Affiliate     Affiliate
	Seller        Seller
	Security      Security
}

// Security is the content of /.well-known/security.txt. Without a contact the page doesn't exist.
type Security struct {
	Contact string // mailto: or https:
	Policy  string // the page about reporting vulnerabilities
}

// LinkPaymentMethod names the link to change the card of a subscription: the account page's, unless the site has its own.
const LinkPaymentMethod = "paymentMethod"

// accountPath is the path of our own account page.
const accountPath = "/app/join/account"

// AccountPage returns the address of our own account page.
func (s Site) AccountPage() string { return s.PublicURL + accountPath }

// WithDefaults returns the site with defaults for unset fields.
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
	if s.Environment != EnvironmentProduction { // the stores' front pages are placeholders for apps, so production omits them
		links["appStore"], links["playStore"] = "https://apps.apple.com/", "https://play.google.com/store"
	}
	s.Links = mergedDefaults(s.Links, links)
	if s.SupportPhones[SupportPhoneDefault] == "" {
		s.SupportPhones = mergedDefaults(s.SupportPhones, DefaultSupportPhones())
	}
	return s
}

// linkLanguage is the placeholder for the reader's language in a page's address.
const linkLanguage = "{lang}"

// LinksIn returns the links for a language, such as es. It fills {lang} in the addresses of terms, privacy, help and contact.
func (s Site) LinksIn(lang string) map[string]string {
	links := maps.Clone(s.Links)
	for _, page := range []string{"terms", "privacy", "help", "contact"} {
		if address, ok := links[page]; ok {
			links[page] = strings.ReplaceAll(address, linkLanguage, lang)
		}
	}
	return links
}

// mergedDefaults returns a new map of set values and, for other keys, defaults.
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

// SupportPhone returns the number for a country (ISO 3166-1 alpha-2), or the default.
func (s Site) SupportPhone(country string) string {
	if phone, ok := s.SupportPhones[country]; ok {
		return phone
	}
	return s.SupportPhones[SupportPhoneDefault]
}
