package payments_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var guardedAt = time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)

// Payments are tightened if more than 60 percent of at least 40 are declined, and never closed for it. A negative share never tightens. An operator's
// switch decides until it ends.
func TestGuard(t *testing.T) {
	t.Parallel()
	switched := func(row db.CountDeclinesRow, to payment.GuardState, until time.Time) db.CountDeclinesRow {
		row.SwitchedTo = (*string)(&to)
		if !until.IsZero() {
			row.SwitchedUntil = &until
		}
		return row
	}
	calm, wave := db.CountDeclinesRow{Declined: 24, Decided: 40}, db.CountDeclinesRow{Declined: 25, Decided: 40}
	soon := guardedAt.Add(time.Second)
	for name, c := range map[string]struct {
		percent int // 0: the default
		row     db.CountDeclinesRow
		want    payment.Guard
	}{
		"a share of 60 %":           {0, calm, payment.Guard{State: payment.GuardOpen, Declined: 24, Decided: 40}},
		"above it":                  {0, wave, payment.Guard{State: payment.GuardTightened, Declined: 25, Decided: 40}},
		"of too few":                {0, db.CountDeclinesRow{Declined: 39, Decided: 39}, payment.Guard{State: payment.GuardOpen, Declined: 39, Decided: 39}},
		"of none":                   {0, db.CountDeclinesRow{}, payment.Guard{State: payment.GuardOpen}},
		"all of many":               {0, db.CountDeclinesRow{Declined: 900, Decided: 900}, payment.Guard{State: payment.GuardTightened, Declined: 900, Decided: 900}},
		"a lower share":             {10, db.CountDeclinesRow{Declined: 5, Decided: 40}, payment.Guard{State: payment.GuardTightened, Declined: 5, Decided: 40}},
		"switched off":              {-1, db.CountDeclinesRow{Declined: 100, Decided: 100}, payment.Guard{State: payment.GuardOpen, Declined: 100, Decided: 100}},
		"closed by hand":            {0, switched(calm, payment.GuardClosed, time.Time{}), payment.Guard{State: payment.GuardClosed, ByHand: true, Declined: 24, Decided: 40}},
		"closed for another second": {0, switched(calm, payment.GuardClosed, soon), payment.Guard{State: payment.GuardClosed, ByHand: true, Until: &soon, Declined: 24, Decided: 40}},
		"closed until now":          {0, switched(calm, payment.GuardClosed, guardedAt), payment.Guard{State: payment.GuardOpen, Declined: 24, Decided: 40}},
		"tightened by hand":         {0, switched(calm, payment.GuardTightened, soon), payment.Guard{State: payment.GuardTightened, ByHand: true, Until: &soon, Declined: 24, Decided: 40}},
		"opened in a wave":          {0, switched(wave, payment.GuardOpen, soon), payment.Guard{State: payment.GuardOpen, ByHand: true, Until: &soon, Declined: 25, Decided: 40}},
		"opened until now":          {0, switched(wave, payment.GuardOpen, guardedAt), payment.Guard{State: payment.GuardTightened, Declined: 25, Decided: 40}},
	} {
		config := payment.DefaultConfig()
		if c.percent != 0 {
			config.DeclineSharePercent = c.percent
		}
		if diff := cmp.Diff(c.want, payments.GuardOf(config, c.row, guardedAt)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// The demand on a payer depends on the guard's state, the payer's proof, and the declines of session, mailbox, address and network.
func TestDemand(t *testing.T) {
	t.Parallel()
	const minute, quarter = time.Minute, 15 * time.Minute
	soon := guardedAt.Add(2 * time.Minute)
	open, tight, closed := payment.Guard{State: payment.GuardOpen}, payment.Guard{State: payment.GuardTightened}, payment.Guard{State: payment.GuardClosed}
	for name, c := range map[string]struct {
		guard                              payment.Guard
		proof                              payments.Proof
		session, mailbox, address, network int32
		with                               func(*payment.Config)
		verify                             bool
		want                               error
		after                              time.Duration
	}{
		"nothing declined":             {guard: open},
		"one decline to go everywhere": {guard: open, session: 4, mailbox: 4, address: 19, network: 59},
		"the session's limit":          {guard: open, session: 5, want: payment.Closed, after: minute},
		"the address's limit":          {guard: open, address: 20, want: payment.ProveMailbox, after: minute},
		"the network's limit":          {guard: open, network: 60, want: payment.ProveMailbox, after: minute},
		"limits switched off": {guard: open, session: 99, address: 99, network: 99, with: func(c *payment.Config) {
			c.DeclineLimit, c.AddressDeclineLimit, c.NetworkDeclineLimit = -1, -1, -1
		}},

		"a wave":                            {guard: tight, verify: true},
		"a wave, from a network below":      {guard: tight, network: 19, verify: true},
		"a wave, from a network":            {guard: tight, network: 20, want: payment.ProveMailbox, after: minute},
		"a wave, without limit of address":  {guard: tight, address: 99, network: 59, with: func(c *payment.Config) { c.AddressDeclineLimit = -1 }, verify: true},
		"a wave, network without it":        {guard: tight, network: 60, with: func(c *payment.Config) { c.AddressDeclineLimit = -1 }, want: payment.ProveMailbox, after: minute},
		"a wave, the session's limit":       {guard: tight, session: 5, want: payment.Closed, after: minute},
		"a wave, without 3-D Secure":        {guard: tight, with: func(c *payment.Config) { c.AuthenticationCountries = nil }, want: payment.ProveMailbox, after: quarter},
		"no wave, without 3-D Secure":       {guard: open, with: func(c *payment.Config) { c.AuthenticationCountries = nil }},
		"a proved mailbox":                  {guard: tight, proof: payments.ProvedMailbox, address: 99, network: 99},
		"a proved mailbox and no 3-D":       {guard: tight, proof: payments.ProvedMailbox, with: func(c *payment.Config) { c.AuthenticationCountries = nil }},
		"its session's limit":               {guard: open, proof: payments.ProvedMailbox, session: 5, want: payment.Closed, after: minute},
		"its mailbox's limit":               {guard: open, proof: payments.ProvedMailbox, mailbox: 5, want: payment.Closed, after: minute},
		"a customer or invited parent":      {guard: tight, proof: payments.Known, address: 99, network: 99},
		"a customer's limit":                {guard: open, proof: payments.Known, session: 5, want: payment.Closed, after: minute},
		"closed by hand":                    {guard: closed, want: payment.Closed, after: quarter},
		"closed by hand for a known payer":  {guard: closed, proof: payments.Known, want: payment.Closed, after: quarter},
		"closed by hand for a proved one":   {guard: closed, proof: payments.ProvedMailbox, want: payment.Closed, after: quarter},
		"closed by hand for a little while": {guard: payment.Guard{State: payment.GuardClosed, Until: &soon}, want: payment.Closed, after: 2 * time.Minute},
	} {
		config := payment.DefaultConfig()
		config.AuthenticationCountries = []string{"GB"}
		if c.with != nil {
			c.with(&config)
		}
		got := payments.DemandOn(config, c.guard, c.proof, c.session, c.mailbox, c.address, c.network, guardedAt)
		var refused *fault.Fault
		wait := time.Duration(0)
		if errors.As(got.Fault(), &refused) {
			wait = refused.RetryAfter
		}
		if got.Verify != c.verify || !errors.Is(got.Fault(), c.want) || (c.want == nil) != (got.Fault() == nil) || wait != c.after {
			t.Errorf("%s: verify %t, %v for %s; want verify %t, %v for %s", name, got.Verify, got.Fault(), wait, c.verify, c.want, c.after)
		}
	}
}

// A decline beyond the limit is stored like the others. Reaching the limit closes payment, and is no failure.
func TestDeclinesBeyondTheLimit(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	tried := payments.Tried{Payer: "somebody"}
	for n := range 7 { // the limit is 5
		closed := engine.Of(env.Client).Payment.MayPayKnown(t.Context(), tried.Payer)
		if n < 5 && closed != nil || n >= 5 && !errors.Is(closed, payment.Closed) {
			t.Errorf("after %d declines: %v", n, closed)
		}
		if err := engine.Of(env.Client).Payment.CountTried(t.Context(), tried); err != nil {
			t.Errorf("decline %d: %v", n+1, err)
		}
	}
}
