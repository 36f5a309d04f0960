package sdk

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// The purposes of orders.
const (
	purposeSignup     = "signup"
	purposeInvitation = "invitation" // an invited parent pays for their own seat
	purposeRenewal    = "renewal"    // the next term of subscriptions
	purposeCodeBatch  = "code_batch"
)

// purposeTable says what is particular to each purpose: to the payment engine, and to the checkout of a registration.
func (c *Client) purposeTable() (purposes, error) {
	registration := purpose{
		session: func(o db.Order) string { return o.RegistrationID.String() },
		place:   c.placeRegistration, follow: c.followRegistration, price: priceTaxed,
		withinPlace: InterruptWithinPlace, afterPlace: InterruptAfterPlace,
	}
	nobody := func(db.Order) string { return "" }
	return newPurposes(map[string]purpose{
		purposeSignup:     registration,
		purposeInvitation: registration,
		purposeRenewal: {
			session: nobody, place: c.placeRenewal, follow: c.followRenewal, givenBack: c.forgoRenewal, price: priceTaxed,
			withinPlace: InterruptWithinRenewalPlace, afterPlace: InterruptAfterRenewalPlace,
		},
		purposeCodeBatch: {
			session: nobody, // the professional's, counted where the card was tried
			place:   c.placeCodeBatch, follow: c.followCodeBatch, price: priceCodeBatch,
		},
	}, lockRegistrationOfOrder, lockSeatsOfRenewal)
}

// checkout is what differs between paying for a sign-up and for an invited parent's seat.
type checkout struct {
	// atPayment reports whether everything before the payment is done.
	atPayment func(ctx context.Context, q *db.Queries, d *draft, world registrationWorld) (bool, error)
	// accounts makes what the registration becomes. Fault: [AccountExists] when the e-mail has an account by then; the
	// transaction must not commit.
	accounts func(ctx context.Context, tx pgx.Tx, d *draft, paid familyPaid) (createdAccounts, error)
}

func (c *Client) checkoutTable() map[string]checkout {
	return map[string]checkout{
		purposeSignup:     {atPayment: signupAtPayment, accounts: c.createAccounts},
		purposeInvitation: {atPayment: c.invitedAtPayment, accounts: c.joinFamily},
	}
}

// purposeOf is what paying for a registration is for.
func purposeOf(row registrationRow) string {
	if row.InvitationID != nil {
		return purposeInvitation
	}
	return purposeSignup
}

// lockRegistrationOfOrder is the [subjectLock] of registrations: *registrationRow.
func lockRegistrationOfOrder(b *db.Batch, orderID uuid.UUID) func() any {
	var row *registrationRow
	b.LockRegistrationOfOrder(&row, orderID)
	return func() any {
		if row == nil {
			return nil
		}
		return row
	}
}

// lockSeatsOfRenewal is the [subjectLock] of renewals: []db.Subscription.
func lockSeatsOfRenewal(b *db.Batch, orderID uuid.UUID) func() any {
	var seats []db.Subscription
	b.LockSeatsOfRenewal(&seats, orderID)
	return func() any {
		if len(seats) == 0 {
			return nil
		}
		return seats
	}
}

// priceTaxed prices what is bought by families, with the tax of the catalogue.
func priceTaxed(cat *Catalog, in PriceInput) (Priced, error) { return Price(cat, &cat.Tax, in) }
