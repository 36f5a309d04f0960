package chaos

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/money"
)

// compareBooks checks that every entry of the journal balances, and that its balance at the provider matches the provider's ledger.
func (w *world) compareBooks(ctx context.Context, f *Figures) error {
	now := time.Now()
	booked := map[money.Currency]int64{}
	for m := ledger.MonthOf(now.Add(-24 * time.Hour)); m.Starts().Before(now); m = ledger.Month(m.Ends()) { // a run may begin in the month before
		err := w.client.Audit.Journal(ctx, m, func(e ledger.Entry) error {
			if sum := e.Balance(); sum != 0 {
				f.fault(&f.Books, "the entry %s of %s doesn't balance: %d", e.Kind, e.Document, sum)
			}
			for _, l := range e.Lines {
				if l.Account == ledger.Provider {
					booked[e.Currency] += l.Debit - l.Credit
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("chaos: journal of %s: %w", m, err)
		}
	}
	held, err := w.ledger.Ledger().Held()
	if err != nil {
		return fmt.Errorf("chaos: %w", err)
	}
	maps.DeleteFunc(booked, func(_ money.Currency, minor int64) bool { return minor == 0 })
	if !maps.Equal(held, booked) {
		f.fault(&f.Books, "money at the provider, in minor units: it says %v, the journal %v", held, booked)
	}
	return nil
}
