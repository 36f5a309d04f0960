package payments

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Scopes of the limits on declines, which CountDeclines in payment.sql names, too.
const (
	limitDeclines       core.LimitScope = "decline"         // of a session
	limitDeclineMailbox core.LimitScope = "decline_mailbox" // of a proved mailbox
	limitDeclineAddress core.LimitScope = "decline_address" // of a client address
	limitDeclineNetwork core.LimitScope = "decline_network" // of its network
)

// Visit identifies a payer before a payment: the subjects for counting declines, and the payer's proof.
type Visit struct {
	Session    string // id of the registration, account or professional
	Mailbox    []byte // keyed hash of the email address; counted only for a [ProvedMailbox]
	ClientAddr string
	Proof      Proof
}

// mailbox returns the subject of the mailbox's count; empty if the mailbox isn't proved.
func (v Visit) mailbox() string {
	if v.Proof != ProvedMailbox {
		return ""
	}
	return hex.EncodeToString(v.Mailbox)
}

// MayPay returns the demand on a payer now.
func (c *Engine) MayPay(ctx context.Context, v Visit) (Demand, error) {
	reads := &db.Batch{}
	declines := c.ReadDeclines(reads, v)
	if err := pg.SendBatch(ctx, c.core.Pool, reads); err != nil {
		return Demand{}, fmt.Errorf("declines: %w", err)
	}
	return c.DemandOn(v, declines), nil
}

// MayPayKnown returns the fault of a customer, professional or operator, or nil if they may pay now.
func (c *Engine) MayPayKnown(ctx context.Context, payer string) error {
	demand, err := c.MayPay(ctx, Visit{Session: payer, Proof: Known})
	if err != nil {
		return err
	}
	return demand.Fault()
}

// ReadDeclines queues the statement that reads the counts of declines and the operators' switch, for [Engine.DemandOn]. Sending the batch fills the
// result.
func (c *Engine) ReadDeclines(b *db.Batch, v Visit) *db.CountDeclinesRow {
	d := &db.CountDeclinesRow{}
	b.CountDeclines(d, db.CountDeclinesParams{
		Since:   c.declinesSince(c.core.Now()),
		Session: c.core.LimitSubject(limitDeclines, []string{v.Session}), Mailbox: c.core.LimitSubject(limitDeclineMailbox, []string{v.mailbox()}),
		Address: c.core.LimitSubject(limitDeclineAddress, []string{v.ClientAddr}), Network: c.core.LimitSubject(limitDeclineNetwork, []string{caller.NetworkOf(v.ClientAddr)}),
	})
	return d
}

// DemandOn returns the demand on a payer, from the result of [Engine.ReadDeclines]. While payments are tightened by their declines, it logs an error
// each minute.
func (c *Engine) DemandOn(v Visit, d *db.CountDeclinesRow) Demand {
	now := c.core.Now()
	guard := guardOf(c.config, *d, now)
	if last := c.declineAlarm.Load(); guard.State == payment.GuardTightened && !guard.ByHand && now.Unix()-last >= 60 && c.declineAlarm.CompareAndSwap(last, now.Unix()) {
		c.core.Log.Error("payments tightened: too many declines", "declined", guard.Declined, "decided", guard.Decided, "window", c.config.DeclineShareWindow)
	}
	return demand(c.config, guard, v.Proof, counted{
		session: core.EventWindow{Count: d.OfSession, EndsAt: d.SessionUntil}, mailbox: core.EventWindow{Count: d.OfMailbox, EndsAt: d.MailboxUntil},
		address: core.EventWindow{Count: d.OfAddress, EndsAt: d.AddressUntil}, network: core.EventWindow{Count: d.OfNetwork, EndsAt: d.NetworkUntil},
	}, now)
}

// Guard returns the state of the payments guard.
func (c *Engine) Guard(ctx context.Context, q *db.Queries) (payment.Guard, error) {
	now := c.core.Now()
	row, err := q.CountDeclines(ctx, db.CountDeclinesParams{Since: c.declinesSince(now)}) // of no payer in particular
	if err != nil {
		return payment.Guard{}, fmt.Errorf("payments guard: %w", err)
	}
	return guardOf(c.config, row, now), nil
}

// declineMinute is the unit of the payment counts: the minute in which the attempt was created.
const declineMinute = time.Minute

// declinesSince returns the first minute that counts, in which the window begins.
func (c *Engine) declinesSince(now time.Time) time.Time {
	return now.Add(-c.config.DeclineShareWindow).Truncate(declineMinute)
}

// count adds a change of state to the counts of payments and declines.
func (h *HeldOutcome) count(from, to payment.AttemptState) {
	h.decided += one(attemptRules[to].decided) - one(attemptRules[from].decided)
	h.declined += one(to == payment.AttemptDeclined) - one(from == payment.AttemptDeclined)
}

func one(is bool) int32 {
	if is {
		return 1
	}
	return 0
}

// declineSlots is the number of rows that share the counts of a minute. Several rows keep concurrent payments from waiting for one.
const declineSlots = 8

// countDecided adds the transaction's decisions to the counts that [Engine.ReadDeclines] reads. The work is constant, no matter how many payments there
// are.
func (c *Engine) countDecided(ctx context.Context, q *db.Queries, held *HeldOutcome) error {
	if held.decided == 0 || held.Order.Purpose == orders.PurposeRenewal { // no payer tries a renewal
		return nil
	}
	slot := int16(int(held.ID[len(held.ID)-1]) % declineSlots) //nolint:gosec // less than declineSlots
	if err := q.CountDecided(ctx, held.CreatedAt.Truncate(declineMinute), slot, held.decided, held.declined); err != nil {
		return fmt.Errorf("count decided payment: %w", err)
	}
	return nil
}

// Tried identifies the payer of an attempt, for counting declines. The zero value counts none, as for a renewal.
type Tried struct {
	Payer       string // id of the account or professional; empty for a sign-up: storing its decline counts it
	Visit       Visit  // of a sign-up
	caller.Meta        // client address, and language of the response
}

// CountTried counts a decline against the payer and their mailbox, address and network.
func (c *Engine) CountTried(ctx context.Context, tried Tried) error {
	most := max(c.config.AddressDeclineLimit, c.config.NetworkDeclineLimit)
	return errors.Join(
		c.countDecline(ctx, c.core.Q, tried.Payer),
		c.countRefused(ctx, c.core.Q, limitDeclineMailbox, c.config.DeclineLimit, tried.Visit.mailbox()),
		c.countRefused(ctx, c.core.Q, limitDeclineAddress, c.config.AddressDeclineLimit, tried.ClientAddr),
		c.countRefused(ctx, c.core.Q, limitDeclineNetwork, most, caller.NetworkOf(tried.ClientAddr)),
	)
}

func (c *Engine) countDecline(ctx context.Context, q *db.Queries, subject string) error {
	return c.countRefused(ctx, q, limitDeclines, c.config.DeclineLimit, subject)
}

func (c *Engine) countRefused(ctx context.Context, q *db.Queries, scope core.LimitScope, count int, subject string) error {
	_, err := c.core.CountEvent(ctx, q, scope, caller.Limit{Count: count, Per: c.config.DeclineWindow}, subject)
	if errors.Is(err, fault.TooManyTries) {
		return nil
	}
	return err
}
