package subscription

import (
	"time"

	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/order"
)

// HeldSubscription is a subscription as its payer or its user sees it. A user who isn't the payer sees the payer's name, but no price and no payment
// method.
type HeldSubscription struct {
	ID          string                  `json:"id"`
	State       order.SubscriptionState `json:"state" enum:"active,suspended,cancelled,lapsed,ended"`
	IsOwn       bool                    `json:"isOwn" doc:"True: the account uses it. False: the account pays for the co-parent's"`
	PackageName string                  `json:"packageName"`
	Years       int                     `json:"years"`
	StartsAt    time.Time               `json:"startsAt"`
	EndsAt      time.Time               `json:"endsAt"`
	EndsOn      day.Day                 `json:"endsOn" format:"date" doc:"Day, in the payer's time zone, at whose beginning the term is over and is charged again if it renews. The last day to cancel is the day before"`
	Renews      bool                    `json:"renews" doc:"False: it ends with its term"`
	CancelledAt *time.Time              `json:"cancelledAt,omitempty" doc:"Time at which its renewal was cancelled"`
	PaidBy      string                  `json:"paidBy,omitempty" doc:"Name of the payer, if another account pays"`
	Renewal     *RenewalTerms           `json:"renewal,omitempty" doc:"Only for the payer of a subscription that renews"`
	Due         *Due                    `json:"due,omitempty" doc:"Only for the payer of a suspended subscription whose payment could not be collected"`
}

// RenewalTerms holds the price of the next term and its payment method.
type RenewalTerms struct {
	Price          string      `json:"price" doc:"Decimal, of this seat"`
	PriceFormatted string      `json:"priceFormatted"`
	Currency       string      `json:"currency"`
	TaxIncluded    bool        `json:"taxIncluded" doc:"False: tax, if any, is added to the price"`
	Untaxed        bool        `json:"untaxed,omitempty" doc:"True for a price that would include tax, if no tax applies at the payer's address"`
	Country        string      `json:"country,omitempty" doc:"Country of the billing address; decides whether the bank verifies the holder of a new card"`
	Method         *KeptMethod `json:"method,omitempty"`
	NextTryAt      *time.Time  `json:"nextTryAt,omitempty" doc:"Time of the next attempt after a declined renewal"`
	NextTryOn      day.Day     `json:"nextTryOn,omitempty" format:"date" doc:"Day of the next attempt in the payer's time zone"`
}

// KeptMethod holds the details by which owners recognize their payment method.
type KeptMethod struct {
	PaymentType gateway.PaymentType `json:"paymentType"`
	Brand       string              `json:"brand,omitempty"`
	LastFour    string              `json:"lastFour,omitempty"`
}
