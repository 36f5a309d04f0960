package payment_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

// The payment engine has a row for every purpose that the database allows: an order of another could be paid for, and
// never placed.
func TestEveryPurposeHasItsRow(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	var check string
	const sql = `SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'orders_purpose_check'`
	if err := env.Pool.QueryRow(t.Context(), sql).Scan(&check); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, name := range regexp.MustCompile(`'(\w+)'`).FindAllStringSubmatch(check, -1) {
		want = append(want, name[1])
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, env.Client.Payment.PurposesForTest()); diff != "" || len(want) < 4 {
		t.Errorf("purposes (-in the database +in the table):\n%s", diff)
	}
}
