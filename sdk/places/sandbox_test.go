package places_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, where an engine answers, for the example
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/places"
)

// Every suggestion of the sandbox can be picked, and its address passes the forms unchanged.
func TestSandboxAddressesAreValid(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for _, country := range places.Countries {
		for first := 'a'; first <= 'z'; first++ {
			for second := 'a'; second <= 'z'; second++ {
				list, err := places.Sandbox{}.SuggestAddresses(t.Context(), places.Query{Query: string(first) + string(second), Country: country})
				if err != nil || len(list) > 5 {
					t.Fatalf("%d suggestions, %v", len(list), err)
				}
				for _, s := range list {
					a, err := places.Sandbox{}.FindAddress(t.Context(), places.Request{ID: s.ID})
					if err != nil {
						t.Fatalf("%s: %v", s.ID, err)
					}
					zone := form.TimeZones(a.Country, a.Region, "en")[0].ID
					want := form.Address{Line1: a.Line1, City: a.City, Region: a.Region, PostalCode: a.PostalCode, Country: country}
					got, broken := form.ValidateAddress(want, zone, "en")
					if diff := cmp.Diff(want, got); diff != "" || len(broken) > 0 {
						t.Errorf("%s: %v %s", s.Text, broken, diff)
					}
					seen[country+s.ID]++
				}
			}
		}
	}
	if len(seen) < 50 {
		t.Errorf("%d addresses in all, want many", len(seen))
	}
}

func TestSandboxSuggests(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ query, country, first string }{
		{"1742 market", "US", "1742 Market Street, Philadelphia, PA 19103"},
		{"market st, phil", "US", "1600 Market Street, Philadelphia, PA 19103"},
		{"120 west 14", "US", "120 West 14th Street, New York, NY 10011"},
		{"7 RUE SAINTE CATHERINE", "CA", "7 Rue Sainte-Catherine Est, Montréal, QC H2X 1Y4"},
		{"12 rose montreal", "CA", ""},
		{"12 rose", "GB", "12 Rose Street, Edinburgh, SCT EH2 2NG"},
		{"1742 market", "FR", ""},
	} {
		list, err := places.Sandbox{}.SuggestAddresses(t.Context(), places.Query{Query: tt.query, Country: tt.country})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(list) > 0 {
			got = list[0].Text
		}
		if got != tt.first {
			t.Errorf("%s in %s suggests %q first, want %q", tt.query, tt.country, got, tt.first)
		}
	}
}

func TestSandboxRejectsUnknownIDs(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", "sandbox", "sandbox-US-0-0-0", "sandbox-US-0-9-1", "sandbox-US-99-0-1", "sandbox-US--1-0-1", "sandbox-FR-0-0-1", "sandbox-US-0-0-100000", "sandbox-US-0-0-x", "other-US-0-0-1"} {
		if _, err := (places.Sandbox{}).FindAddress(t.Context(), places.Request{ID: id}); !errors.Is(err, places.ErrUnknown) {
			t.Errorf("%q: %v", id, err)
		}
	}
}
