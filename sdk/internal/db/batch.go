package db

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Batch is a list of statements that are sent in one round trip, in order. Closing the batch's results fills each
// statement's destination and returns the first error, under the failed statement's name. The methods are named like
// those of [Queries]. A method for a row that may be missing writes nil without one.
type Batch struct{ pgx.Batch }

// StatementName returns the name that sqlc wrote above a statement.
func StatementName(sql string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(sql, "-- name: "), " ")
	return name
}

// row queues a statement with one row as its result.
func row[T any](b *Batch, into *T, scan pgx.RowToFunc[T], sql string, args ...any) {
	b.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		if *into, err = pgx.CollectOneRow(rows, scan); err != nil {
			return fmt.Errorf("%s: %w", StatementName(sql), err)
		}
		return nil
	})
}

// maybe queues a statement with at most one row as its result.
func maybe[T any](b *Batch, into **T, sql string, args ...any) {
	b.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		*into, err = pgx.CollectOneRow(rows, pgx.RowToAddrOfStructByPos[T])
		if errors.Is(err, pgx.ErrNoRows) {
			*into = nil
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", StatementName(sql), err)
		}
		return nil
	})
}

// rows queues a statement with any number of rows as its result.
func rows[T any](b *Batch, into *[]T, sql string, args ...any) {
	b.Queue(sql, args...).Query(func(found pgx.Rows) (err error) {
		if *into, err = pgx.CollectRows(found, pgx.RowToStructByPos[T]); err != nil {
			return fmt.Errorf("%s: %w", StatementName(sql), err)
		}
		return nil
	})
}

// affected queues a statement and stores the number of rows that it wrote.
func affected(b *Batch, into *int64, sql string, args ...any) {
	item := b.Queue(sql, args...)
	item.Fn = func(results pgx.BatchResults) error {
		tag, err := results.Exec()
		if err != nil {
			return fmt.Errorf("%s: %w", StatementName(sql), err)
		}
		*into = tag.RowsAffected()
		return nil
	}
}

// The statements that are sent in batches.

func (b *Batch) CountDeclines(into *CountDeclinesRow, p CountDeclinesParams) {
	row(b, into, pgx.RowToStructByPos[CountDeclinesRow], countDeclines, p.Since, p.Session, p.Mailbox, p.Address, p.Network)
}

func (b *Batch) FindOpenOrder(into **Order, subjectID uuid.UUID) {
	maybe(b, into, findOpenOrder, subjectID)
}

func (b *Batch) FindStandingAttempts(into *[]PaymentAttempt, subjectID uuid.UUID, callHash []byte) {
	rows(b, into, findStandingAttempts, subjectID, callHash)
}

func (b *Batch) GetAccount(into *Account, id uuid.UUID) {
	row(b, into, pgx.RowToStructByPos[Account], getAccount, id)
}

func (b *Batch) GetQuote(into **Quote, id, registrationID uuid.UUID) {
	maybe(b, into, getQuote, id, registrationID)
}

func (b *Batch) LockAttempt(into *LockAttemptRow, id uuid.UUID) {
	row(b, into, func(r pgx.CollectableRow) (LockAttemptRow, error) {
		all, err := pgx.RowToStructByPos[struct {
			PaymentAttempt
			Order
			OrderPrice
		}](r)
		return LockAttemptRow{all.PaymentAttempt, all.Order, all.OrderPrice}, err
	}, lockAttempt, id)
}

func (b *Batch) LockRegistrationOfOrder(into **Registration, orderID uuid.UUID) {
	maybe(b, into, lockRegistrationOfOrder, orderID)
}

func (b *Batch) LockRenewed(into **Subscription, orderID uuid.UUID) {
	maybe(b, into, lockRenewed, orderID)
}

func (b *Batch) MarkRegistrationPaid(into *int64, eventID uuid.UUID, now time.Time, accountID, id uuid.UUID) {
	affected(b, into, markRegistrationPaid, eventID, now, accountID, id)
}

func (b *Batch) PlaceOrder(into *int64, accountID, familyID *uuid.UUID, now *time.Time, id uuid.UUID) {
	affected(b, into, placeOrder, accountID, familyID, now, id)
}

func (b *Batch) ReadForPayment(into *ReadForPaymentRow, emailHashes [][]byte) {
	row(b, into, pgx.RowToStructByPos[ReadForPaymentRow], readForPayment, emailHashes)
}

func (b *Batch) UsernameTaken(into *bool, usernameHashes [][]byte) {
	row(b, into, pgx.RowTo[bool], usernameTaken, usernameHashes)
}

// Conn returns the connection of the queries: a pool or a transaction.
func (q *Queries) Conn() DBTX { return q.db }
