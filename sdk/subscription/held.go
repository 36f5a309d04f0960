package subscription

import (
	"time"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/order"
)

// HeldSubscription is a subscription as its payer or its user sees it. A user who isn't the payer sees the payer's name, but no price and no payment
// method.
type HeldSubscription struct {
	ID          string                  `json:"id"`
	State       order.SubscriptionState `json:"state" enum:"active,suspended,cancelled,lapsed,ended"`
	IsOwn       bool                    `json:"isOwn" doc:"The account uses it; false: it pays for the co-parent's"`
	PackageName string                  `json:"packageName"`
	Years       int                     `json:"years"`
	StartsAt    time.Time               `json:"startsAt"`
	EndsAt      time.Time               `json:"endsAt"`
	Renews      bool                    `json:"renews" doc:"False: it ends with its term"`
	CancelledAt *time.Time              `json:"cancelledAt,omitempty" doc:"When its renewal was cancelled"`
	PaidBy      string                  `json:"paidBy,omitempty" doc:"Name of the payer, if it isn't the account's owner"`
	Renewal     *RenewalTerms           `json:"renewal,omitempty" doc:"Only for the payer of a subscription that renews"`
	Due         *Due                    `json:"due,omitempty" doc:"Only for the payer of a suspended subscription whose payment could not be collected"`
}

// RenewalTerms holds the price of the next term and its payment method.
type RenewalTerms struct {
	Price          string      `json:"price" doc:"Decimal, of this seat"`
	PriceFormatted string      `json:"priceFormatted"`
	Currency       string      `json:"currency"`
	TaxIncluded    bool        `json:"taxIncluded" doc:"If false, any tax is added to the price"`
	Untaxed        bool        `json:"untaxed,omitempty" doc:"Prices include tax, but none is charged at the payer's address"`
	Country        string      `json:"country,omitempty" doc:"Country of the billing address. It determines whether the bank verifies the holder of another card"`
	Method         *KeptMethod `json:"method,omitempty"`
	NextTryAt      *time.Time  `json:"nextTryAt,omitempty" doc:"When a renewal that was declined is tried again"`
}

// KeptMethod holds the details by which owners recognize their payment method.
type KeptMethod struct {
	PaymentType gateway.PaymentType `json:"paymentType"`
	Brand       string              `json:"brand,omitempty"`
	LastFour    string              `json:"lastFour,omitempty"`
}
