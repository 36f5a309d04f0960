package operations_test

import (
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// The shipped catalog is for demonstrations, even as an earlier release stored it, without the mark. An operator's own catalog isn't, once the mark
// is removed.
func TestCatalogForDemonstration(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	inForce := func(what string, version int, want bool) {
		t.Helper()
		cat, err := env.NewClient(t, env.Config).Operate.CatalogInForce(t.Context()) // with nothing in memory
		if err != nil {
			t.Fatal(err)
		}
		if cat.Version != version || cat.ForDemonstration() != want {
			t.Errorf("%s: version %d, for the demonstration: %t, want version %d and %t", what, cat.Version, cat.ForDemonstration(), version, want)
		}
	}
	inForce("shipped", 1, true)
	marked := string(price.DefaultCatalogFile())
	own := strings.Replace(marked, "demonstration: true\n", "", 1)
	const earlier = "ALTER TABLE catalog_versions DISABLE TRIGGER USER"
	if _, err := env.Pool.Exec(t.Context(), earlier); err != nil {
		t.Fatal(err)
	}
	if _, err := env.Pool.Exec(t.Context(), "UPDATE catalog_versions SET body = $1", own); err != nil {
		t.Fatal(err)
	}
	inForce("as an earlier release stored it", 1, true)
	apply := func(text string) {
		t.Helper()
		if _, err := env.Client.Operate.ApplyCatalog(t.Context(), []byte(text), ""); err != nil {
			t.Fatal(err)
		}
	}
	apply(strings.Replace(own, `"149.99"`, `"159.99"`, 1))
	inForce("an operator's own", 2, false)
	apply(strings.Replace(marked, `"149.99"`, `"169.99"`, 1))
	inForce("a copy that still bears the mark", 3, true)
	apply(own)
	inForce("the shipped prices, taken as their own", 4, false)
}

// Before anything is stored, the shipped catalog is in force. Reading it doesn't store it.
func TestCatalogInForceStoresNothing(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	for _, statement := range []string{"ALTER TABLE catalog_versions DISABLE TRIGGER USER", "DELETE FROM catalog_versions"} {
		if _, err := env.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	cat, err := env.Client.Operate.CatalogInForce(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var stored int
	if err := env.Pool.QueryRow(t.Context(), "SELECT count(*) FROM catalog_versions").Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if cat.Version != 1 || !cat.ForDemonstration() || stored != 0 {
		t.Errorf("version %d, for the demonstration: %t, %d stored; want 1, true and none", cat.Version, cat.ForDemonstration(), stored)
	}
}

// An installation sells once an order is paid, but not by a trial's merchant accounts.
func TestSells(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	sells := func(what string, want bool, trials ...string) {
		t.Helper()
		if got, err := env.Client.Operate.Sells(t.Context(), trials); err != nil || got != want {
			t.Errorf("%s: sells %t, want %t: %v", what, got, want, err)
		}
	}
	sells("nothing is paid", false)
	env.Join(t)
	var account string
	if err := env.Pool.QueryRow(t.Context(), "SELECT merchant_account_id FROM payment_attempts").Scan(&account); err != nil {
		t.Fatal(err)
	}
	sells("paid", true, "another")
	sells("paid in a trial", false, "another", account)
	sells("no trials", true)
}
