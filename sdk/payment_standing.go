package sdk

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// paymentStanding is what a submit for a locked, open registration is decided on. What isn't there is nil.
type paymentStanding struct {
	live    *db.PaymentAttempt // stands in the way of another
	mine    *db.PaymentAttempt // was opened under this call's key
	closed  error              // too many were declined
	account *db.Account        // has the e-mail
	quote   *db.Quote          // that the customer saw
	pending *db.Order          // is priced again; locked
	catalog *Catalog           // in force
}

// readPaymentStanding reads it in one round trip.
func (c *Client) readPaymentStanding(ctx context.Context, q *db.Queries, tx pgx.Tx, row registrationRow, in PaymentInput, meta CallMeta) (s paymentStanding, err error) {
	quoteID, _ := uuid.Parse(in.Payment.TaxID) // what isn't an id is no quote's
	var version int32
	reads := &db.Batch{}
	reads.FindLiveAttempt(&s.live, &row.ID)
	reads.FindAttemptByIdempotency(&s.mine, &row.ID, nameOf("payment key", meta.IdempotencyKey))
	reads.FindAccountByEmail(&s.account, orEmpty(row.ParentEmailKey))
	reads.GetQuote(&s.quote, quoteID, row.ID)
	reads.FindOpenOrder(&s.pending, &row.ID)
	reads.LatestCatalogVersion(&version)
	declines := c.readDeclines(reads, row.ID.String(), meta.ClientAddr)
	if err := sendBatch(ctx, tx, reads); err != nil {
		return s, fmt.Errorf("payment's standing: %w", err)
	}
	s.closed = c.closedBy(declines)
	s.catalog, err = c.catalogOf(ctx, q, version)
	return s, err
}

// answer gives what a new submit for an open registration is told without trying anything: confirming while
// another attempt is open, the outcome of its own where that answer was lost. Nil: go on and pay.
func (s paymentStanding) answer(locale string) (*PaymentAnswer, error) {
	switch {
	case s.live != nil:
		return standingOf(*s.live, locale), nil
	case s.mine != nil: // the answer to this very call was lost, and the attempt has ended since
		return nil, &ValidationError{Violations: standingOf(*s.mine, locale).ValidationErrors}
	}
	return nil, nil
}
