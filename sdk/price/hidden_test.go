package price

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/gateway"
)

// A hidden method or brand sets the field in the tables of methods and brands, and no other.
func TestHidden(t *testing.T) {
	t.Parallel()
	flags := map[string]string{"": ""}
	for _, m := range gateway.PaymentMethods {
		if m.PackageFlag != "" {
			flags[string(m.Type)] = m.PackageFlag
		}
	}
	for _, b := range gateway.CardBrands {
		flags[b.ID] = b.PackageFlag
	}
	for way, flag := range flags {
		p := CatalogPackage{Hide: []string{way}}
		raw, err := json.Marshal(p.hidden())
		if err != nil {
			t.Fatal(err)
		}
		got, want := map[string]bool{}, map[string]bool{}
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		if flag != "" {
			want[flag] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("hide %q (-want +got):\n%s", way, diff)
		}
	}
	if n := reflect.TypeFor[Hidden]().NumField(); n != len(flags)-1 {
		t.Errorf("a package has %d fields for %d methods and brands", n, len(flags)-1)
	}
}
