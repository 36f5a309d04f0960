package payments

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// noteDisputes stores a transaction's disputes, with the money that each has taken and given back. It may get them repeatedly and in any order, and
// stores nothing twice. It returns the number of new or changed disputes.
func (c *Engine) noteDisputes(ctx context.Context, q *db.Queries, a db.PaymentAttempt, all []gateway.Dispute) (changed int, err error) {
	now := c.core.Now()
	for _, d := range all {
		note := db.NoteDisputeParams{
			ID: pg.NewID(), AttemptID: a.ID, ProviderID: d.ID, Kind: string(d.Kind), State: string(d.State),
			AmountMinor: d.Amount.Minor, Currency: string(d.Amount.Currency), ReasonCode: pg.Optional(d.Reason), OpenedAt: d.OpenedAt, Now: now,
		}
		if note.OpenedAt.IsZero() {
			note.OpenedAt = now
		}
		if !d.ReplyBy.IsZero() {
			note.EvidenceDueAt = &d.ReplyBy
		}
		if d.State.Decided() {
			note.DecidedAt = &now
		}
		n, err := q.NoteDispute(ctx, note)
		if err != nil {
			return changed, fmt.Errorf("dispute %s: %w", d.ID, err)
		}
		changed += int(n)
		if n > 0 && !d.State.Decided() {
			c.core.Log.Warn("payment disputed", "attempt", a.ID, "dispute", d.ID, "kind", d.Kind, "state", d.State, "reply_by", d.ReplyBy)
		}
		for _, moved := range []struct {
			kind movementKind
			is   bool
		}{{movementChargeback, d.TookMoney()}, {movementChargebackReversal, d.GaveMoneyBack()}} {
			if !moved.is {
				continue
			}
			err := q.NoteChargeback(ctx, db.NoteChargebackParams{
				ProviderID: d.ID, AttemptID: a.ID, Kind: string(moved.kind), AmountMinor: d.Amount.Minor, Currency: string(d.Amount.Currency),
				Status: string(d.State), Now: now,
			})
			if err != nil {
				return changed, fmt.Errorf("dispute %s: %s: %w", d.ID, moved.kind, err)
			}
		}
	}
	return changed, nil
}
