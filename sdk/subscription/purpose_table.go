package subscription

import (
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// LockSeatsOfRenewal is the [payment.payment.subjectLock] of renewals: []db.Subscription.
func LockSeatsOfRenewal(b *db.Batch, orderID uuid.UUID) func() any {
	var seats []db.Subscription
	b.LockSeatsOfRenewal(&seats, orderID)
	return func() any {
		if len(seats) == 0 {
			return nil
		}
		return seats
	}
}
