package sdk

import (
	"bytes"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/text"
)

// siteClient returns a client with a site and flags, but without a database, which start-up data doesn't need.
func siteClient(t *testing.T, s site.Site) *Client {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), "postgres://127.0.0.1:1/none") // connects on first use
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	c, err := New(Config{Pool: pool, Secrets: secret.Secrets{Server: bytes.Repeat([]byte("test"), 8)}, Site: s})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBootstrap(t *testing.T) {
	t.Parallel()
	c := siteClient(t, site.Site{
		PublicURL: "https://join.example.com", SupportEmail: "help@example.com",
		SupportPhones: map[string]string{"NZ": "+64 9 000 0199"}, Links: map[string]string{
			"terms": "https://example.com/terms", "privacy": "https://example.com/{lang}/privacy", "login": "https://example.com/{lang}",
		},
	})
	pages := func(lang string) map[string]string {
		return map[string]string{
			"privacy": "https://example.com/" + lang + "/privacy", "help": "https://join.example.com/help?lang=" + lang, "contact": "https://join.example.com/contact?lang=" + lang,
		}
	}
	links := maps.Clone(c.engine.Core.Site.Links)
	maps.Copy(links, pages("es"))
	arms := map[string]string{}
	for key, arm := range flag.ShippedArms {
		arms[key] = string(arm)
	}
	arms["grow805"], arms["grow886"] = "Treatment", "Off"
	want := Bootstrap{
		Product: "Cojoin", Environment: "development", Locale: "es-MX", Languages: text.Languages,
		Experiments:       arms,
		PrimaryExperiment: "GROW-805",
		Flags:             map[string]bool{"supportChat": false, "packagesV2": false},
		SupportPhones: map[string]string{
			"default": "+1 800-555-0199", "GB": "+44 20 7946 0123", "IE": "+44 20 7946 0123", "AU": "+61 2 5550 1234", "NZ": "+64 9 000 0199",
		},
		SupportEmail: "help@example.com",
		Links:        links, LinksByLanguage: map[string]map[string]string{"en": pages("en"), "es": pages("es")},
		Payment: BootstrapPayment{
			Provider: "sandbox", SandboxURL: "http://127.0.0.1:4010",
			VerifiedCountries: []string{}, DeviceDataCountries: []string{"GB", "GG", "JE", "IM"},
			WalletCountries: gateway.RestrictedCountries(),
		},
		AddressCountries: []string{},
	}
	got := c.Bootstrap(t.Context(), caller.Meta{Lang: "es-MX", AnonymousID: "a", ForcedFlags: map[string]string{"grow886": "off", "grow805": "treatment"}})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Links["cases"] != "https://join.example.com/app/join/login" {
		t.Errorf("a professional's cases are at %q", got.Links["cases"])
	}
	if got.Links["terms"] != "https://example.com/terms" || got.Links["login"] != "https://example.com/{lang}" {
		t.Errorf("links %v", got.Links)
	}
	// Changing a result doesn't change the next one.
	got.SupportPhones["default"], got.Links["terms"] = "changed", "changed"
	again := c.Bootstrap(t.Context(), caller.Meta{})
	if again.SupportPhones["default"] == "changed" || again.Links["terms"] == "changed" || again.Locale != "en" {
		t.Errorf("the site was changed through an answer: %+v", again)
	}
}

// The experiment decides where device data is collected.
func TestDeviceDataOfBritishCards(t *testing.T) {
	t.Parallel()
	c := siteClient(t, site.Site{Environment: site.EnvironmentDevelopment})
	for arm, want := range map[string][]string{"treatment": payment.BritishCountries, "control": {}, "off": {}} {
		got := c.Bootstrap(t.Context(), caller.Meta{ForcedFlags: map[string]string{flag.ExperimentUKCards: arm}}).Payment.DeviceDataCountries
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", arm, diff)
		}
	}
}

func TestBootstrapIgnoresForcedFlagsInProduction(t *testing.T) {
	t.Parallel()
	c := siteClient(t, site.Site{Environment: site.EnvironmentProduction})
	got := c.Bootstrap(t.Context(), caller.Meta{ForcedFlags: map[string]string{"grow886": "treatment", "packagesV2": "on"}})
	if got.Experiments["grow886"] != "Control" || got.Flags["packagesV2"] || got.Payment.Provider != "braintree" || got.Payment.SandboxURL != "" {
		t.Errorf("%+v", got)
	}
}

func TestSupportPhone(t *testing.T) {
	t.Parallel()
	at := site.Site{}.WithDefaults()
	got := map[string]string{}
	for _, country := range []string{"NZ", "AU", "GB", "IE", "US", "CA", "MX", "FR", ""} {
		got[country] = at.SupportPhone(country)
	}
	const elsewhere, isles = "+1 800-555-0199", "+44 20 7946 0123"
	want := map[string]string{
		"NZ": "+64 9 000 0123", "AU": "+61 2 5550 1234", "GB": isles, "IE": isles,
		"US": elsewhere, "CA": elsewhere, "MX": elsewhere, "FR": elsewhere, "": elsewhere,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
