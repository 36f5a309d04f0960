package sdk

import (
	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// purposeTable says what is particular to each purpose: to the payment engine, and to the checkout of a registration.
func (c *Client) purposeTable() (payment.Purposes, error) {
	registration := payment.Purpose{
		Session: func(o db.Order) string { return o.RegistrationID.String() },
		Place:   c.Checkout.PlaceRegistration, Follow: c.Checkout.FollowRegistration, Unplaced: c.Checkout.FreeRegistration, Price: price.Taxed,
		WithinPlace: payment.InterruptWithinPlace, AfterPlace: payment.InterruptAfterPlace,
	}
	nobody := func(db.Order) string { return "" }
	return payment.NewPurposes(map[string]payment.Purpose{
		order.PurposeSignup:     registration,
		order.PurposeInvitation: registration,
		order.PurposeRenewal: {
			Session: nobody, Place: c.Subscription.PlaceRenewal, Follow: c.Subscription.FollowRenewal, Unplaced: c.Subscription.FreeSeats, Price: price.Taxed,
			WithinPlace: payment.InterruptWithinRenewalPlace, AfterPlace: payment.InterruptAfterRenewalPlace,
		},
		order.PurposeCodeBatch: {
			Session: nobody, // the professional's, counted where the card was tried
			Place:   c.Codes.PlaceCodeBatch, Follow: c.Codes.FollowCodeBatch, Price: codes.PriceCodeBatch,
		},
	}, checkout.LockRegistrationOfOrder, subscription.LockRenewed)
}

func (c *Client) checkoutTable() map[string]checkout.Kind {
	return map[string]checkout.Kind{
		order.PurposeSignup:     {AtPayment: checkout.SignupAtPayment, Accounts: c.Checkout.CreateAccounts},
		order.PurposeInvitation: {AtPayment: c.Invite.InvitedAtPayment, Accounts: c.Invite.JoinFamily},
	}
}
