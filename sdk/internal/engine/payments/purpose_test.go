package payments_test

import (
	"context"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// The payment engine has a row for every purpose that the database allows: an order of another purpose could be paid for, and never placed.
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
	if diff := cmp.Diff(want, engine.Of(env.Client).Payment.PurposesForTest()); diff != "" || len(want) < 4 {
		t.Errorf("purposes (-in the database +in the table):\n%s", diff)
	}
}

// A purpose without one of its functions would fail while a payer's money is held, so it is rejected before any sale.
func TestIncompletePurpose(t *testing.T) {
	t.Parallel()
	whole := func() payments.Purpose {
		return payments.Purpose{
			Session: func(db.Order) string { return "" },
			Place: func(context.Context, *pg.Tx, *payments.HeldOutcome, gateway.Transaction, string) (any, error) {
				return "placed", nil
			},
			Follow: func(context.Context, *pg.Tx, *payments.HeldOutcome, payments.AttemptRule, payments.AttemptRule) error {
				return nil
			},
			Price: func(*price.Catalog, price.Input) (price.Priced, error) { return price.Priced{}, nil },
		}
	}
	if _, err := payments.NewPurposes(map[string]payments.Purpose{"gift": whole()}); err != nil {
		t.Errorf("a whole one: %v", err)
	}
	const want = "payment: purpose gift lacks Session, Place, Follow or Price"
	for name, drop := range map[string]func(*payments.Purpose){
		"Session": func(p *payments.Purpose) { p.Session = nil },
		"Place":   func(p *payments.Purpose) { p.Place = nil },
		"Follow":  func(p *payments.Purpose) { p.Follow = nil },
		"Price":   func(p *payments.Purpose) { p.Price = nil },
	} {
		row := whole()
		drop(&row)
		if _, err := payments.NewPurposes(map[string]payments.Purpose{"gift": row}); err == nil || err.Error() != want {
			t.Errorf("without %s: %v, want %s", name, err, want)
		}
	}
}
