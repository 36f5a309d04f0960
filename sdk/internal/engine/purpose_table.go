package engine

import (
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/batches"
	"github.com/cojoin/cojoin/sdk/internal/engine/checkouts"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/subscriptions"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
)

// purposeTable returns the rules of each purpose for the payment engine.
func (e *Engine) purposeTable() (payments.Purposes, error) {
	registration := payments.Purpose{
		Session: func(o db.Order) string { return o.RegistrationID.String() },
		Place:   e.Checkout.PlaceRegistration, Follow: e.Checkout.FollowRegistration, Unplaced: e.Checkout.FreeRegistration, Price: price.Taxed,
		WithinPlace: payment.InterruptWithinPlace, AfterPlace: payment.InterruptAfterPlace,
	}
	noSession := func(db.Order) string { return "" }
	return payments.NewPurposes(map[string]payments.Purpose{
		orders.PurposeSignup:     registration,
		orders.PurposeInvitation: registration,
		orders.PurposeRenewal: {
			Session: noSession, Place: e.Subscription.PlaceRenewal, Follow: e.Subscription.FollowRenewal, Unplaced: e.Subscription.FreeSeats, Price: price.Taxed,
			WithinPlace: payment.InterruptWithinRenewalPlace, AfterPlace: payment.InterruptAfterRenewalPlace,
		},
		orders.PurposeCodeBatch: {
			Session: noSession, // the professional's, counted where the card was tried
			Place:   e.Codes.PlaceCodeBatch, Follow: e.Codes.FollowCodeBatch, Price: batches.PriceCodeBatch,
		},
	}, checkouts.LockRegistrationOfOrder, subscriptions.LockRenewed)
}

// checkoutTable returns the rules of each purpose for the checkout of a registration.
func (e *Engine) checkoutTable() map[string]checkouts.Kind {
	return map[string]checkouts.Kind{
		orders.PurposeSignup:     {AtPayment: checkouts.SignupAtPayment, Accounts: e.Checkout.CreateAccounts},
		orders.PurposeInvitation: {AtPayment: e.Invite.InvitedAtPayment, Accounts: e.Invite.JoinFamily},
	}
}
