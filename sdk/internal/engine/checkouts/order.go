package checkouts

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/secret"
)

// placedOrder holds everything that placing an order created.
type placedOrder struct {
	order    orders.Priced
	accounts CreatedAccounts
	receipt  *order.Receipt
	token    secret.Secret
}

// placeOrder creates the family, accounts, subscriptions, receipts and redemptions of an order that is paid or has nothing due, and enqueues the jobs
// that follow. It runs in the transaction that decides the payment. attempt is nil if nothing was due.
func (c *Engine) placeOrder(ctx context.Context, tx *pg.Tx, d *signups.Draft, bought orders.Priced, attempt *db.PaymentAttempt) (*placedOrder, error) {
	now := c.core.Now()
	accounts, err := c.checkouts[bought.Purpose].Accounts(ctx, tx, d, FamilyPaid{
		CoParentSeat: bought.Seats == 2, PackageID: int(bought.PackageID),
		MarketingOptIn: bought.MarketingOptIn, TermsAgreed: bought.TermsAcceptedAt != nil,
	})
	if err != nil {
		return nil, err
	}
	if err := c.markPlaced(ctx, tx, d, bought.Order, accounts, now); err != nil {
		return nil, err
	}
	bought.PlacedAt = &now
	if attempt != nil && attempt.PaymentMethodID != nil {
		if err := tx.OwnPaymentMethod(ctx, &accounts.AccountID, *attempt.PaymentMethodID); err != nil {
			return nil, fmt.Errorf("payment method's owner: %w", err)
		}
	}
	if err := c.startSubscription(ctx, tx.Queries, bought.Order, accounts, attempt); err != nil {
		return nil, err
	}
	if err := c.order.Redeem(ctx, tx.Queries, bought); err != nil {
		return nil, err
	}
	placed := &placedOrder{order: bought, accounts: accounts}
	if err := c.issueReceipts(ctx, tx, placed, attempt); err != nil {
		return nil, err
	}
	c.enqueueAfterOrder(tx, placed, attempt)
	placed.token, err = c.core.NewToken(ctx, tx.Queries, core.TokenCredentials, accounts.AccountID, core.CredentialsTokenLife) // the first one, so there is none to revoke
	return placed, err
}

// markPlaced marks an order as placed and its registration as paid.
func (c *Engine) markPlaced(ctx context.Context, tx *pg.Tx, d *signups.Draft, o db.Order, accounts CreatedAccounts, now time.Time) error {
	var placed, paid int64
	writes := &db.Batch{}
	writes.PlaceOrder(&placed, &accounts.AccountID, &accounts.FamilyID, &now, o.ID)
	writes.MarkRegistrationPaid(&paid, pg.NewID(), now, accounts.AccountID, d.Row.ID)
	err := pg.SendBatch(ctx, tx.Transaction, writes)
	switch {
	case err != nil:
		return fmt.Errorf("place order: %w", err)
	case placed == 0:
		return fmt.Errorf("place order %s: it isn't pending", o.ID)
	case paid == 0:
		return fmt.Errorf("registration %s isn't open", d.Row.ID)
	}
	return nil
}

// enqueueAfterOrder enqueues the jobs that follow an order, in its transaction.
func (c *Engine) enqueueAfterOrder(tx *pg.Tx, placed *placedOrder, attempt *db.PaymentAttempt) {
	var after []job.Job
	if attempt != nil {
		after = append(after, job.CaptureJob{AttemptID: attempt.ID.String()})
	}
	if placed.accounts.InvitationID != nil {
		after = append(after, email.InvitationJob{InvitationID: placed.accounts.InvitationID.String()})
	}
	if c.core.CountsOrders && placed.order.AnonymousID != nil {
		after = append(after, job.AnalyticsOrderJob{OrderID: placed.order.ID.String()})
	}
	for _, task := range after {
		tx.Enqueue(task, job.Options{})
	}
}
