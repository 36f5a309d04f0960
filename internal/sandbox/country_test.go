package sandbox

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The sandbox accepts each of the product's countries by each of its codes.
func TestCountries(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../sdk/form/data/country.json")
	if err != nil {
		t.Fatal(err)
	}
	var offered struct{ Countries []struct{ Code string } }
	if err := json.Unmarshal(raw, &offered); err != nil || len(offered.Countries) < 240 {
		t.Fatal(len(offered.Countries), err)
	}
	for _, c := range offered.Countries {
		all := putCountry(group("address", text("country-code-alpha2", c.Code)))
		for _, by := range countryCodes {
			one := group("address", text(by.member, all.text(by.member)))
			if faults := checkCountry(one); faults != nil {
				t.Errorf("%s: %v", c.Code, faults)
			}
			for _, other := range countryCodes {
				if got, want := putCountry(one).text(other.member), all.text(other.member); got != want || got == "" {
					t.Errorf("%s by its %s has the %s %q, want %q", c.Code, by.member, other.member, got, want)
				}
			}
		}
	}
	for name, tt := range map[string]struct {
		address *element
		want    []invalid
	}{
		"none":         {nil, nil},
		"lower case":   {group("address", text("country-code-alpha2", "us")), nil},
		"a continent":  {group("address", text("country-code-numeric", "150")), []invalid{{[]string{"address"}, "country_code_numeric", "91817"}}},
		"unknown":      {group("address", text("country-code-alpha3", "ABC")), []invalid{{[]string{"address"}, "country_code_alpha3", "91816"}}},
		"other length": {group("address", text("country-code-alpha2", "USA")), []invalid{{[]string{"address"}, "country_code_alpha2", "91814"}}},
		"two": {
			group("address", text("country-code-alpha2", "US"), text("country-code-numeric", "826")), []invalid{{[]string{"address"}, "base", "91815"}},
		},
	} {
		if diff := cmp.Diff(tt.want, checkCountry(tt.address, "address"), cmp.AllowUnexported(invalid{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
