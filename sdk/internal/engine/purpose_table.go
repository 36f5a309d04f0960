package engine

import (
	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// purposeTable returns the rules of each purpose for the payment engine.
func (e *Engine) purposeTable() (payment.Purposes, error) {
	registration := payment.Purpose{
		Session: func(o db.Order) string { return o.RegistrationID.String() },
		Place:   e.Checkout.PlaceRegistration, Follow: e.Checkout.FollowRegistration, Unplaced: e.Checkout.FreeRegistration, Price: price.Taxed,
		WithinPlace: payment.InterruptWithinPlace, AfterPlace: payment.InterruptAfterPlace,
	}
	nobody := func(db.Order) string { return "" }
	return payment.NewPurposes(map[string]payment.Purpose{
		order.PurposeSignup:     registration,
		order.PurposeInvitation: registration,
		order.PurposeRenewal: {
			Session: nobody, Place: e.Subscription.PlaceRenewal, Follow: e.Subscription.FollowRenewal, Unplaced: e.Subscription.FreeSeats, Price: price.Taxed,
			WithinPlace: payment.InterruptWithinRenewalPlace, AfterPlace: payment.InterruptAfterRenewalPlace,
		},
		order.PurposeCodeBatch: {
			Session: nobody, // the professional's, counted where the card was tried
			Place:   e.Codes.PlaceCodeBatch, Follow: e.Codes.FollowCodeBatch, Price: codes.PriceCodeBatch,
		},
	}, checkout.LockRegistrationOfOrder, subscription.LockRenewed)
}

// checkoutTable returns the rules of each purpose for the checkout of a registration.
func (e *Engine) checkoutTable() map[string]checkout.Kind {
	return map[string]checkout.Kind{
		order.PurposeSignup:     {AtPayment: checkout.SignupAtPayment, Accounts: e.Checkout.CreateAccounts},
		order.PurposeInvitation: {AtPayment: e.Invite.InvitedAtPayment, Accounts: e.Invite.JoinFamily},
	}
}
