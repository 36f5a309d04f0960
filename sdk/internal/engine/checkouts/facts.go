package checkouts

import (
	"bytes"
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
)

// paymentFacts holds the stored data for deciding a payment call on a locked, open registration. Missing data is nil.
type paymentFacts struct {
	live    *db.PaymentAttempt // prevents another one
	mine    *db.PaymentAttempt // opened under this call's key
	visit   payments.Visit
	demand  payments.Demand // on a card or wallet
	taken   bool            // the email has an account
	quote   *db.Quote       // seen by the customer
	pending *db.Order       // locked; it gets the new price

	decision signups.DecisionContext // with the current catalog
}

// readPaymentFacts reads the facts in one round trip.
func (c *Engine) readPaymentFacts(ctx context.Context, tx *pg.Tx, d *signups.Draft, proof payments.Proof, in submit) (s paymentFacts, err error) {
	quoteID, _ := uuid.Parse(in.Payment.TaxID) // an invalid id matches no quote
	var read db.ReadForPaymentRow
	var standing []db.PaymentAttempt
	callHash := payments.CallHash(d.Row.ID.String(), in.meta.IdempotencyKey)
	reads := &db.Batch{}
	reads.FindStandingAttempts(&standing, d.Row.ID, callHash)
	reads.GetQuote(&s.quote, quoteID, d.Row.ID)
	reads.FindOpenOrder(&s.pending, d.Row.ID)
	reads.ReadForPayment(&read, c.core.People.EmailHashes(d.EmailKey()))
	s.visit = visitOf(d.Row, proof, in.meta)
	declines := c.payment.ReadDeclines(reads, s.visit)
	if err := pg.SendBatch(ctx, tx.Transaction, reads); err != nil {
		return s, fmt.Errorf("payment facts: %w", err)
	}
	for i := range standing {
		if standing[i].Live {
			s.live = &standing[i]
		}
		if bytes.Equal(standing[i].CallHash, callHash) {
			s.mine = &standing[i]
		}
	}
	s.demand = c.payment.DemandOn(s.visit, declines)
	s.taken = read.HasAccount
	s.decision = in.decision
	s.decision.Catalog, err = c.core.CatalogOf(ctx, tx.Queries, read.CatalogVersion)
	return s, err
}

// answer returns the answer of a submit that needs no new attempt: confirming while another attempt is open, or the result of the call's own earlier
// attempt after a lost answer. Nil means that the submit needs an attempt.
func (s paymentFacts) answer(locale string) (*payment.Answer, error) {
	switch {
	case s.live != nil:
		return attemptAnswer(*s.live, locale), nil
	case s.mine != nil: // the answer of an earlier send was lost
		return nil, &fault.ValidationError{Violations: attemptAnswer(*s.mine, locale).ValidationErrors}
	}
	return nil, nil
}
