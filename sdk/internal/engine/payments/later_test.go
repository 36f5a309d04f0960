package payments_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
)

// A family's payments and disputes are in these states at each moment of its life, newest first.
func TestPaymentsOfALife(t *testing.T) {
	t.Parallel()
	type now struct{ Attempts, Disputes []string }
	const settled, declined = "settled 158.99, order placed", "declined 158.99, order placed"
	want := map[fixture.Moment]now{
		fixture.BeforeTheEnd: {Attempts: []string{settled}},
		fixture.InDunning:    {Attempts: []string{"declined 158.99, order pending", "declined 158.99, order pending", settled}},
		fixture.AfterTheEnd:  {Attempts: []string{settled, declined, declined, settled}},
		fixture.InMonth20:    {Attempts: []string{settled, declined, declined, settled}},
		fixture.AfterNoSweeps: {
			Attempts: []string{"disputed 158.99, order placed", declined, declined, settled}, Disputes: []string{"open chargeback 158.99"},
		},
	}
	fixture.Later(t, want, func(l *fixture.Life) (n now) {
		attempts, err := l.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range attempts {
			n.Attempts = append(n.Attempts, string(a.State)+" "+a.Amount+", order "+string(a.OrderState))
		}
		disputes, err := l.Client.Payment.Disputes(t.Context(), payment.DisputeFilter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range disputes {
			n.Disputes = append(n.Disputes, string(d.State)+" "+string(d.Kind)+" "+d.Amount)
		}
		return n
	})
}
