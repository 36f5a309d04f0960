package audits_test

import (
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/money"
)

// At each moment of a family's life the journals of all months, the present one included, have these balances. Deferred is the part of the paid
// terms that was not yet earned when the month began. The provider agrees.
func TestBooksOfALife(t *testing.T) {
	t.Parallel()
	type books struct {
		Balances map[string]string
		Deferred string
	}
	const tax = "tax_payable US-PA SALES_TAX"
	first := books{map[string]string{"invoices": "149.99", "provider": "138.99", tax: "-7.87", "revenue": "-281.11"}, "0.77"}
	want := map[fixture.Moment]books{
		fixture.BeforeTheEnd: first,
		fixture.InDunning:    first,
		fixture.AfterTheEnd: {map[string]string{
			"invoices": "149.99", "provider": "297.98", tax: "-16.87", "revenue": "-292.99", "deferred_revenue": "-138.11",
		}, "0.77"},
		fixture.InMonth20: {map[string]string{
			"invoices": "149.99", "provider": "297.98", tax: "-16.87", "revenue": "-381.10", "deferred_revenue": "-50.00",
		}, "62.70"},
		fixture.AfterNoSweeps: {map[string]string{
			"invoices": "149.99", "provider": "138.99", "disputed": "158.99", tax: "-16.87", "revenue": "-381.10", "deferred_revenue": "-50.00",
		}, "62.70"},
	}
	fixture.Later(t, want, func(l *fixture.Life) (b books) {
		b.Balances, _ = journal(t, l.Till)
		deferred, err := l.Client.Audit.Deferred(t.Context(), ledger.MonthOf(l.Clock.Now()))
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for _, minor := range deferred["USD"] {
			sum += minor
		}
		b.Deferred = money.New(sum, "USD").Decimal()
		if report, err := l.Client.Audit.Payments(t.Context(), time.Time{}); err != nil || len(report.Findings) > 0 {
			t.Errorf("at %s: %+v, %v", l.Clock.Now(), report, err)
		}
		return b
	})
}
