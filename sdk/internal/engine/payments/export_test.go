package payments

import (
	"maps"
	"slices"
	"time"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/payment"
)

// PurposesForTest returns the engine's purposes, sorted.
func (c *Engine) PurposesForTest() []string { return slices.Sorted(maps.Keys(c.purposes.rows)) }

// ValidateConfig exports validateConfig.
func ValidateConfig(c payment.Config) error { return validateConfig(c) }

// AfterMisses exports afterMisses.
func AfterMisses(c payment.Config, searches int, age time.Duration, methodKept bool) (payment.AttemptEvent, string) {
	return afterMisses(c, searches, age, methodKept)
}

// IsOver returns true if nothing can turn up any more, after the provider returned all.
func IsOver(c payment.Config, age time.Duration, a db.PaymentAttempt, all []gateway.Transaction) bool {
	return isOver(c, age, sortFindings(a, all))
}

// LastFour exports lastFour.
func LastFour(s string) string { return lastFour(s) }

// SearchPause exports searchPause.
func (c *Engine) SearchPause(n int32) time.Duration { return c.searchPause(n) }

// GuardOf exports guardOf.
func GuardOf(c payment.Config, row db.CountDeclinesRow, now time.Time) payment.Guard {
	return guardOf(c, row, now)
}

// DemandOn returns the demand on a payer with windows of declines that all end in a minute.
func DemandOn(c payment.Config, guard payment.Guard, proof Proof, session, mailbox, address, network int32, now time.Time) Demand {
	window := func(n int32) core.EventWindow {
		ends := now.Add(time.Minute)
		return core.EventWindow{Count: &n, EndsAt: &ends}
	}
	return demand(c, guard, proof, counted{session: window(session), mailbox: window(mailbox), address: window(address), network: window(network)}, now)
}

// ExpiryOf exports expiryOf.
func ExpiryOf(m gateway.Method) *time.Time { return expiryOf(m) }

// Found holds the ids of the provider's transactions of an attempt, by their meaning.
type Found struct {
	Keep    string
	Extra   []string
	Pending bool
	Refused string
	Foreign string
}

// Find sorts an attempt's transactions.
func Find(a db.PaymentAttempt, all []gateway.Transaction) Found {
	f := sortFindings(a, all)
	id := func(t *gateway.Transaction) string {
		if t == nil {
			return ""
		}
		return t.ID
	}
	found := Found{Keep: id(f.keep), Pending: f.pending, Refused: id(f.refused), Foreign: id(f.foreign)}
	for i := range f.extra {
		found.Extra = append(found.Extra, f.extra[i].ID)
	}
	return found
}
