package sdk

import (
	"context"
	"errors"
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

// readPaymentStanding reads everything at once.
func (c *Client) readPaymentStanding(ctx context.Context, q *db.Queries, tx pgx.Tx, row registrationRow, in PaymentInput, meta CallMeta) (s paymentStanding, err error) {
	quoteID, _ := uuid.Parse(in.Payment.TaxID) // what isn't an id is no quote's
	var version int32
	reads := []one{func(q *db.Queries) (err error) {
		s.live, err = found(q.FindLiveAttempt(ctx, &row.ID))
		return err
	}, func(q *db.Queries) (err error) {
		s.mine, err = found(q.FindAttemptByIdempotency(ctx, &row.ID, nameOf("payment key", meta.IdempotencyKey)))
		return err
	}, func(q *db.Queries) (err error) {
		s.account, err = found(q.FindAccountByEmail(ctx, orEmpty(row.ParentEmailKey)))
		return err
	}, func(q *db.Queries) (err error) {
		s.quote, err = found(q.GetQuote(ctx, quoteID, row.ID))
		return err
	}, func(q *db.Queries) (err error) {
		s.pending, err = found(q.FindOpenOrder(ctx, &row.ID))
		return err
	}, func(q *db.Queries) (err error) {
		version, err = q.LatestCatalogVersion(ctx)
		return err
	}}
	for _, refuses := range c.declineLimits(ctx, row.ID.String(), meta.ClientAddr) {
		reads = append(reads, func(q *db.Queries) error {
			err := refuses(q)
			var closed *Fault
			if errors.As(err, &closed) {
				s.closed = closed
				return nil
			}
			return err
		})
	}
	if err := together(ctx, tx, reads...); err != nil {
		return s, fmt.Errorf("payment's standing: %w", err)
	}
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
