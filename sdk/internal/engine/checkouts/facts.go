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

// paymentFacts is what a payment call for a locked, open registration is decided on. Missing facts are nil.
type paymentFacts struct {
	live    *db.PaymentAttempt // prevents another one
	mine    *db.PaymentAttempt // was opened under this call's key
	visit   payments.Visit
	demand  payments.Demand // before a card or wallet is tried
	taken   bool            // the e-mail has an account
	quote   *db.Quote       // that the customer saw
	pending *db.Order       // is priced again; locked

	decision signups.DecisionContext // with the catalogue in force
}

// readPaymentFacts reads the facts in one round trip.
func (c *Engine) readPaymentFacts(ctx context.Context, tx *pg.Tx, d *signups.Draft, proof payments.Proof, in submit) (s paymentFacts, err error) {
	quoteID, _ := uuid.Parse(in.Payment.TaxID) // what isn't an id names no quote
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

// answer returns the answer to a submit for an open registration that needs no new attempt: confirming while
// another attempt is open, or the result of the call's own earlier attempt whose answer was lost. Nil means: go on and pay.
func (s paymentFacts) answer(locale string) (*payment.Answer, error) {
	switch {
	case s.live != nil:
		return attemptAnswer(*s.live, locale), nil
	case s.mine != nil: // the answer to this very call was lost, and the attempt has ended since
		return nil, &fault.ValidationError{Violations: attemptAnswer(*s.mine, locale).ValidationErrors}
	}
	return nil, nil
}
