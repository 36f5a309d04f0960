package subscription

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/order"
)

// NotFound is the fault of a subscription that doesn't exist or belongs to another caller.
var NotFound = fault.New(fault.NotFound, "subscription_not_found", nil)

// Subscription is one person's bought term. It holds ids and amounts, no personal data.
type Subscription struct {
	ID           string                  `json:"id"`
	State        order.SubscriptionState `json:"state" enum:"active,suspended,cancelled,lapsed,ended"`
	UserID       string                  `json:"userId" doc:"The user's account"`
	PayerID      string                  `json:"payerId" doc:"The payer's account; only the payer may cancel"`
	OrderID      string                  `json:"orderId" doc:"The order that bought the current term"`
	Seat         int                     `json:"seat" doc:"1 is the payer's, 2 the co-parent's"`
	PackageID    int                     `json:"packageId"`
	PackageName  string                  `json:"packageName"`
	Years        int                     `json:"years"`
	StartsAt     time.Time               `json:"startsAt"`
	EndsAt       time.Time               `json:"endsAt"`
	Renews       bool                    `json:"renews" doc:"False: it ends with its term"`
	Renewal      string                  `json:"renewalPrice" doc:"Decimal, before added tax, of this seat; empty for a person who doesn't pay for it"`
	Currency     string                  `json:"currency"`
	RefusedTries int                     `json:"refusedTries,omitempty" doc:"How often its renewal was refused; the next try is at nextTryAt"`
	NextTryAt    *time.Time              `json:"nextTryAt,omitempty"`
	RenewingNow  bool                    `json:"renewingNow,omitempty" doc:"Its renewal is being confirmed"`
	CancelledAt  *time.Time              `json:"cancelledAt,omitempty" doc:"When its renewal was cancelled"`
}

// Term is an order that renewed a subscription, or is trying to.
type Term struct {
	OrderID  string      `json:"orderId"`
	State    order.State `json:"state"`
	StartsAt time.Time   `json:"startsAt"`
	Tax      string      `json:"tax"`
	Total    string      `json:"total"`
	Currency string      `json:"currency"`
	Attempts int         `json:"attempts"`
	PlacedAt *time.Time  `json:"placedAt,omitempty"`
}

// Detail is a subscription with its renewals and the state of its payment method.
type Detail struct {
	Subscription
	// Recourse is the remedy after a declined try. Unless it is RecourseWait, nothing is charged before there is another payment method, and the
	// subscription lapses at NextTryAt.
	Recourse    gateway.Recourse `json:"recourse,omitempty" enum:"wait,replace,authenticate"`
	DeclinedAs  string           `json:"declinedAs,omitempty" doc:"The provider's code of the last refusal"`
	CardExpires string           `json:"cardExpires,omitempty" doc:"Last month in which the stored card is valid, e.g. 2027-05"`
	Due         *Due             `json:"due,omitempty" doc:"The debt of the payer, because the payment could not be collected"`
	Renewals    []Term           `json:"renewals"`
}

// States lists all states of a subscription.
var States = []order.SubscriptionState{
	order.SubscriptionActive, order.SubscriptionSuspended, order.SubscriptionCancelled, order.SubscriptionLapsed, order.SubscriptionEnded,
}

// Invalid is the fault of filtering subscriptions by an unknown state.
var Invalid = fault.New(fault.Invalid, "subscription_invalid", nil)

// Filter selects subscriptions. The zero value selects the newest 500.
type Filter struct {
	State      order.SubscriptionState // empty: all
	EndsBefore time.Time               // zero: all
	Before     string                  // id of the last one on the page before; empty: from the newest
	Limit      int                     // 1 to 500; 0 means 500
}
