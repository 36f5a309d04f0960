package site_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/site"
)

func TestStartOf(t *testing.T) {
	t.Parallel()
	left := []site.Leftover{{Setting: "mail.from"}}
	for _, c := range []struct {
		left             []site.Leftover
		realMoney, sells bool
		want             site.Start
	}{
		{nil, false, false, site.StartSound},
		{nil, false, true, site.StartSound},
		{nil, true, false, site.StartSound},
		{nil, true, true, site.StartSound},
		{left, false, false, site.StartWarned}, // a trial
		{left, false, true, site.StartWarned},
		{left, true, false, site.StartRefused},
		{left, true, true, site.StartWarned}, // its customers need it
	} {
		if got := site.StartOf(c.left, c.realMoney, c.sells); got != c.want {
			t.Errorf("%d left, real money %t, sells %t: %s, want %s", len(c.left), c.realMoney, c.sells, got, c.want)
		}
	}
}

func TestReservedAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://join.example.com": true, "https://EXAMPLE.org.": true, "http://example.net:8080/x": true, "https://shop.test": true, "https://a.invalid/x": true,
		"https://b.example": true, "http://localhost:3000": true, "http://app.localhost": true, "http://127.0.0.1": true, "http://[::1]:80": true, "http://0.0.0.0": true,
		"a@example.com": true, "A <a@mail.example.com>": true, "mailto:a@example.org": true, "smtp://u:p@mail.example.com:587": true,
		"https://join.cojoin.dev": false, "https://join.internal": false, "https://myexample.com": false, "https://example.com.evil.dev": false, "https://contest": false,
		"https://10.0.0.1": false, "a@cojoin.dev": false, "A <a@cojoin.dev>": false, "mailto:a@cojoin.dev": false, "": false,
	} {
		if got := site.ReservedAddress(address); got != want {
			t.Errorf("%q: %t, want %t", address, got, want)
		}
	}
}

func TestFictionalPhone(t *testing.T) {
	t.Parallel()
	numbers := map[string]bool{
		"+1 800-555-0100": true, "1 (212) 555-0142": true, "212.555.0199": true, "+44 7700 900123": true, "+61 3 5550 0000": true,
		"+1 800-555-0200": false, "+1 800-556-0100": false, "+1 800-555-1212": false, "+44 20 7123 4567": false, "+61 2 9000 0000": false, "+64 9 300 0123": false, "": false,
	}
	for _, shipped := range site.DefaultSupportPhones() {
		numbers[shipped] = true
	}
	for number, want := range numbers {
		if got := site.FictionalPhone(number); got != want {
			t.Errorf("%q: %t, want %t", number, got, want)
		}
	}
}

// An operator's own number replaces every fictional number. Production has no links to the app stores' front pages.
func TestDefaultsOfProduction(t *testing.T) {
	t.Parallel()
	own := site.Site{Environment: site.EnvironmentProduction, SupportPhones: map[string]string{"default": "+1 800-555-0300"}}.WithDefaults()
	for country, want := range map[string]string{"US": "+1 800-555-0300", "GB": "+1 800-555-0300", "NZ": "+1 800-555-0300"} {
		if got := own.SupportPhone(country); got != want {
			t.Errorf("%s calls %s, want %s", country, got, want)
		}
	}
	if got := (site.Site{SupportPhones: map[string]string{"GB": "+44 20 7123 4567"}}).WithDefaults(); got.SupportPhone("GB") != "+44 20 7123 4567" || got.SupportPhone("US") != "+1 800-555-0199" {
		t.Errorf("with a number for Britain alone: %v", got.SupportPhones)
	}
	for environment, want := range map[site.Environment]string{site.EnvironmentProduction: "", site.EnvironmentDevelopment: "https://apps.apple.com/"} {
		if got := (site.Site{Environment: environment}).WithDefaults().Links["appStore"]; got != want {
			t.Errorf("%s: the App Store's link is %q, want %q", environment, got, want)
		}
	}
}
