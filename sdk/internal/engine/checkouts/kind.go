package checkouts

import (
	"context"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// Kind holds the differences between paying for a sign-up and for an invited parent's seat.
type Kind struct {
	// AtPayment reports whether all steps before the payment are done.
	AtPayment func(ctx context.Context, q *db.Queries, d *signups.Draft, decision signups.DecisionContext) (bool, error)
	// Accounts creates the registration's accounts, and the family if there is none. Faults: [fault.AccountExists] if the email has an account by
	// then, [account.SeatTaken]. The transaction must not commit after them.
	Accounts func(ctx context.Context, tx *pg.Tx, d *signups.Draft, paid FamilyPaid) (CreatedAccounts, error)
}

// purposeOf returns the purpose of an order for a registration.
func purposeOf(row signups.Row) string {
	if row.InvitationID != nil {
		return orders.PurposeInvitation
	}
	return orders.PurposeSignup
}

// LockRegistrationOfOrder is the [payments.SubjectLock] of registrations. Its subject is a *signups.Row.
func LockRegistrationOfOrder(b *db.Batch, orderID uuid.UUID) func() any {
	var row *signups.Row
	b.LockRegistrationOfOrder(&row, orderID)
	return func() any {
		if row == nil {
			return nil
		}
		return row
	}
}
