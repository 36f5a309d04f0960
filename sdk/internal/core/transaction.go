package core

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// Tx runs f in one read-committed transaction. f must use tx only: a second connection asked for
// inside a transaction is how a small pool hangs for good. Mail, gateway and hashing don't belong in it either.
// What f writes is sent when the next answer is waited for, see [pg.Transaction].
//
// f runs again where Postgres rolled the transaction back for another one's sake (a deadlock, a serialisation failure):
// it starts from nothing, sets what it returns in every run, and changes nothing else outside of the database; see
// [pg.Transaction.AfterCommit]. Jobs are inserted with the commit, so those of a run that failed never were.
//
// No two transactions wait for each other, as all lock what they need in this order (and leave out what they don't):
// e-mail addresses of guests (pg.LockEmails), invitation · registration, its person's key, or the subscription that is renewed, before its
// seats · the professional who buys codes · order · attempt · payer, while secrets are replaced (payment.RefusePaying) · e-mail addresses of
// new accounts and usernames (pg.LockEmails), invitations, accounts, the place in a family, persons · subscription of the order or of the
// place, then its seats · code batch · subscription codes, by id · coupon · stored answer (idempotency) · counts of decided payments · jobs.
// What sweeps through many rows takes those that nobody holds (SKIP LOCKED). An erasure holds everything of a person before it looks whether
// they are paying: tokens come before the account there, as where credentials are set. Where two still meet (a payment that places an account,
// with an invitation to its address), one is run again.
func (c *Core) Tx(ctx context.Context, f func(tx *pg.Tx) error) error {
	run := func() error {
		return pgx.BeginFunc(ctx, pg.Transactions{Pool: c.Pool, Jobs: c.Jobs}, func(begun pgx.Tx) error {
			t, ours := begun.(*pg.Transaction)
			if !ours {
				return fmt.Errorf("%T was begun", begun)
			}
			return f(&pg.Tx{Queries: c.Q.WithTx(t), Transaction: t})
		})
	}
	err := pg.Repeat(ctx, run, func(err error) { c.Log.Warn("transaction rolled back for another one, running it again", "error", err) })
	if err != nil && !pg.IsPlainFault(err) {
		return fmt.Errorf("transaction: %w", err)
	}
	return err
}
