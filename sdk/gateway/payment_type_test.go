package gateway_test

import (
	"encoding/json"
	stdflag "flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/text"
)

var update = stdflag.Bool("update", false, "write testdata/payment_methods.json")

// The whole table, and the restricted methods, match the reviewed copy. After a change on purpose, rewrite the copy with -update and review the
// difference.
func TestPaymentMethods(t *testing.T) {
	t.Parallel()
	const path = "testdata/payment_methods.json"
	got, err := json.MarshalIndent(map[string]any{"methods": gateway.PaymentMethods, "restricted": gateway.RestrictedCountries()}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("differs (-%s +got):\n%s", path, diff)
	}
}

// A row is complete: it has texts in every language, and its experiment is one that can be configured.
func TestPaymentMethodsAreComplete(t *testing.T) {
	t.Parallel()
	types, keys := map[gateway.PaymentType]bool{}, map[string]bool{}
	for _, m := range gateway.PaymentMethods {
		if types[m.Type] || keys[m.Key] {
			t.Errorf("%s, for the widget %s, isn't the only method of that name", m.Type, m.Key)
		}
		types[m.Type], keys[m.Key] = true, true
		for _, code := range []text.Code{m.Name, m.Failure} {
			for _, lang := range text.Languages {
				if code != "" && !text.Has(lang, code) {
					t.Errorf("%s: language %s has no text %s", m.Type, lang, code)
				}
			}
		}
		if _, known := flag.ShippedArms[m.Experiment]; m.Experiment != "" && !known {
			t.Errorf("%s: there is no experiment %s", m.Type, m.Experiment)
		}
		if found, ok := m.Type.Method(); !ok || !cmp.Equal(m, found) {
			t.Errorf("%s is found as %+v", m.Type, found)
		}
	}
	if found, ok := gateway.PaymentType("BANK").Method(); ok {
		t.Errorf("BANK is found as %+v", found)
	}
}

func TestTypeCountries(t *testing.T) {
	t.Parallel()
	cases := []struct {
		countries gateway.TypeCountries
		want      map[string]bool
	}{
		{gateway.TypeCountries{}, map[string]bool{"US": true, "GB": true, "": true}},
		{gateway.TypeCountries{Only: []string{"GB", "IE"}}, map[string]bool{"US": false, "GB": true, "IE": true, "": false}},
		{gateway.TypeCountries{Except: []string{"GB"}}, map[string]bool{"US": true, "GB": false, "": true}},
		{gateway.TypeCountries{Only: []string{}}, map[string]bool{"US": false, "": false}},
	}
	for _, c := range cases {
		got := map[string]bool{}
		for country := range c.want {
			got[country] = c.countries.Include(country)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.countries, diff)
		}
	}
}
