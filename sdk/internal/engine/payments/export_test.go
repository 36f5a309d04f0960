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

// PurposesForTest are the purposes that the engine knows, sorted.
func (c *Engine) PurposesForTest() []string { return slices.Sorted(maps.Keys(c.purposes.rows)) }

// ValidateConfig refuses a configuration whose clocks would break the promise of paying once.
func ValidateConfig(c payment.Config) error { return validateConfig(c) }

// AfterMisses is what follows from searches that have found nothing.
func AfterMisses(c payment.Config, searches int, age time.Duration, methodKept bool) (payment.AttemptEvent, string) {
	return afterMisses(c, searches, age, methodKept)
}

// IsOver reports whether nothing can turn up any more, after what was found of an attempt.
func IsOver(c payment.Config, age time.Duration, a db.PaymentAttempt, all []gateway.Transaction) bool {
	return isOver(c, age, sortFindings(a, all))
}

// LastFour is what is kept of a card's number.
func LastFour(s string) string { return lastFour(s) }

// SearchPause is the time until the next search after n in vain.
func (c *Engine) SearchPause(n int32) time.Duration { return c.searchPause(n) }

// GuardOf returns the state of the guard for what was counted and switched.
func GuardOf(c payment.Config, row db.CountDeclinesRow, now time.Time) payment.Guard {
	return guardOf(c, row, now)
}

// DemandOn decides on a payer whose windows of declines are all open for another minute.
func DemandOn(c payment.Config, guard payment.Guard, proof Proof, session, mailbox, address, network int32, now time.Time) Demand {
	window := func(n int32) core.EventWindow {
		ends := now.Add(time.Minute)
		return core.EventWindow{Count: &n, EndsAt: &ends}
	}
	return demand(c, guard, proof, counted{session: window(session), mailbox: window(mailbox), address: window(address), network: window(network)}, now)
}

// ExpiryOf is when a kept method is no longer good.
func ExpiryOf(m gateway.Method) *time.Time { return expiryOf(m) }

// Found is what the provider's transactions of an attempt mean, by their ids.
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
