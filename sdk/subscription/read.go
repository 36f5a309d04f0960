package subscription

import (
	"time"

	"github.com/cojoin/cojoin/sdk/day"
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
	UserID       string                  `json:"userId" doc:"User of the subscription"`
	PayerID      string                  `json:"payerId" doc:"Payer; only the payer may cancel it"`
	OrderID      string                  `json:"orderId" doc:"Order of the current term"`
	Seat         int                     `json:"seat" doc:"1 is the payer's, 2 the co-parent's"`
	PackageID    int                     `json:"packageId"`
	PackageName  string                  `json:"packageName"`
	Years        int                     `json:"years"`
	StartsAt     time.Time               `json:"startsAt"`
	EndsAt       time.Time               `json:"endsAt"`
	EndsOn       day.Day                 `json:"endsOn" format:"date" doc:"Day, in the payer's time zone, at whose beginning the term is over"`
	Renews       bool                    `json:"renews" doc:"False: it ends with its term"`
	Renewal      string                  `json:"renewalPrice" doc:"Price of this seat's renewal before added tax, decimal; shown to the payer only, otherwise empty"`
	Currency     string                  `json:"currency"`
	RefusedTries int                     `json:"refusedTries,omitempty" doc:"Declined attempts to renew; the next attempt is at nextTryAt"`
	NextTryAt    *time.Time              `json:"nextTryAt,omitempty"`
	NextTryOn    day.Day                 `json:"nextTryOn,omitempty" format:"date" doc:"Day of the next attempt in the payer's time zone"`
	RenewingNow  bool                    `json:"renewingNow,omitempty" doc:"The payment of its renewal is being confirmed"`
	CancelledAt  *time.Time              `json:"cancelledAt,omitempty" doc:"Time at which its renewal was cancelled"`
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
	DeclinedAs  string           `json:"declinedAs,omitempty" doc:"The provider's code of the last decline"`
	CardExpires string           `json:"cardExpires,omitempty" doc:"Expiry month of the stored card, e.g. 2027-05; valid until its end"`
	Due         *Due             `json:"due,omitempty" doc:"Amount that the payer has to pay again because the payment could not be collected"`
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
