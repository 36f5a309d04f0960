package core

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// Tx runs f in one read-committed transaction. f must use tx only: requests for a second connection inside a transaction can block a small
// pool forever. Mail, gateway and hashing don't belong in it either. f's writes are sent when it waits for the next result, see
// [pg.Transaction].
//
// f runs again if Postgres rolled the transaction back because of another one (a deadlock, a serialization failure). It must set its results
// in every run and change nothing else outside of the database; see [pg.Transaction.AfterCommit]. Jobs are inserted with the commit, so a
// failed run leaves none.
//
// All transactions lock in this order, so that no two wait for each other: email addresses of guests (pg.LockEmails), invitation ·
// registration, its person's key, or the subscription that is renewed, before its seats · the professional who buys codes · order · attempt ·
// payer, while secrets are replaced (payment.RefusePaying) · email addresses of new accounts and usernames (pg.LockEmails), invitations,
// accounts, the place in a family, persons · subscription of the order or of the place, then its seats · code batch · subscription codes, by
// id · coupon · stored response (idempotency) · counts of decided payments · jobs. Each leaves out the locks that it doesn't need. Sweeps
// through many rows skip locked rows (SKIP LOCKED). An erasure locks all of a person's rows before it checks for payments under way. It locks
// tokens before the account, as the setting of credentials does. If two transactions still meet (a payment that places an account, and an
// invitation to its address), one runs again.
func (c *Core) Tx(ctx context.Context, f func(tx *pg.Tx) error) error {
	run := func() error {
		return pgx.BeginFunc(ctx, pg.Transactions{Pool: c.Pool, Jobs: c.Jobs}, func(begun pgx.Tx) error {
			t, ours := begun.(*pg.Transaction)
			if !ours {
				return fmt.Errorf("the pool began a %T, not a transaction of package pg", begun)
			}
			return f(&pg.Tx{Queries: c.Q.WithTx(t), Transaction: t})
		})
	}
	err := pg.Repeat(ctx, run, func(err error) { c.Log.Warn("transaction rolled back after a conflict, retrying", "error", err) })
	if err != nil && !pg.IsPlainFault(err) {
		return fmt.Errorf("transaction: %w", err)
	}
	return err
}
