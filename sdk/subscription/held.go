package subscription

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/text"
)

// HeldSubscription is a subscription as one of its two people sees it. Who only uses it is told who pays, and neither
// what it costs nor with what it is paid.
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
	PaidBy      string                  `json:"paidBy,omitempty" doc:"Name of who pays, where the account doesn't"`
	Renewal     *RenewalTerms           `json:"renewal,omitempty" doc:"Only for the payer of a subscription that renews"`
	Due         *Due                    `json:"due,omitempty" doc:"Only for the payer of a suspended subscription whose payment could not be collected"`
}

// RenewalTerms says what the next term costs, and what it is paid with.
type RenewalTerms struct {
	Price          string      `json:"price" doc:"Decimal, of this seat"`
	PriceFormatted string      `json:"priceFormatted"`
	Currency       string      `json:"currency"`
	TaxIncluded    bool        `json:"taxIncluded" doc:"False: tax is added to the price where there is any"`
	Untaxed        bool        `json:"untaxed,omitempty" doc:"Of a price that would include tax: none is charged where the payer lives"`
	Country        string      `json:"country,omitempty" doc:"Of the billing address: says whether the bank verifies another card's holder"`
	Method         *KeptMethod `json:"method,omitempty"`
	NextTryAt      *time.Time  `json:"nextTryAt,omitempty" doc:"When a renewal that was declined is tried again"`
}

// KeptMethod is a payment method as its owner recognises it.
type KeptMethod struct {
	PaymentType gateway.PaymentType `json:"paymentType"`
	Brand       string              `json:"brand,omitempty"`
	LastFour    string              `json:"lastFour,omitempty"`
}

// Held lists what an account pays for or uses, the present term first.
func (c *Client) Held(ctx context.Context, accountID uuid.UUID, meta caller.Meta) ([]HeldSubscription, error) {
	rows, err := c.core.Q.ListPayerSubscriptions(ctx, accountID)
	if err != nil {
		return nil, fmt.Errorf("subscriptions of account: %w", err)
	}
	out := make([]HeldSubscription, len(rows))
	for i, s := range seatsOf(rows) {
		bought, err := order.Get(ctx, c.core.Q, s.SubscriptionTerm.OrderID)
		if err != nil {
			return nil, fmt.Errorf("order of subscription: %w", err)
		}
		if out[i], err = c.heldBy(ctx, accountID, s, bought, meta); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (c *Client) heldBy(ctx context.Context, accountID uuid.UUID, s Seat, bought order.Priced, meta caller.Meta) (HeldSubscription, error) {
	out := HeldSubscription{
		ID: s.ID().String(), State: s.State(), IsOwn: s.AccountID != nil && *s.AccountID == accountID, Years: int(s.SubscriptionTerm.Years),
		StartsAt: s.SubscriptionTerm.StartsAt.UTC(), EndsAt: s.SubscriptionTerm.EndsAt.UTC(), Renews: s.Renews(),
	}
	if cancelled := s.SubscriptionSeat.CancelledAt; cancelled != nil {
		out.CancelledAt = pg.Ptr(cancelled.UTC())
	}
	var err error
	if out.PackageName, err = c.PackageNameIn(ctx, s.SubscriptionTerm, bought, text.Language(meta.Lang)); err != nil {
		return out, err
	}
	if s.Subscription.PayerAccountID != accountID {
		payer, err := c.core.Account(ctx, c.core.Q, s.Subscription.PayerAccountID)
		if err != nil {
			return out, fmt.Errorf("payer of subscription: %w", err)
		}
		out.PaidBy = payer.Person.FirstName + " " + payer.Person.LastName
		return out, nil
	}
	if out.Due, err = c.dueOf(ctx, s, bought.Order, meta); err != nil {
		return out, err
	}
	if s.Renews() {
		out.Renewal, err = c.renewalTerms(ctx, s, bought, meta)
	}
	return out, err
}

func (c *Client) renewalTerms(ctx context.Context, s Seat, bought order.Priced, meta caller.Meta) (*RenewalTerms, error) {
	priced, err := order.PricingOf(bought.Price)
	if err != nil {
		return nil, err
	}
	amount := money.New(s.SubscriptionSeat.RenewalMinor, money.Currency(s.Subscription.Currency))
	locale, err := c.core.LocaleIn(ctx, bought.Country, cmp.Or(meta.Locale, text.Language(meta.Lang)))
	if err != nil {
		return nil, err
	}
	out := &RenewalTerms{
		Price: amount.Decimal(), PriceFormatted: amount.Format(locale), Currency: s.Subscription.Currency, TaxIncluded: priced.TaxIncluded,
		Untaxed: priced.Untaxed(), Country: pg.OrEmpty(bought.Country),
	}
	if s.Subscription.RetryAt != nil {
		out.NextTryAt = pg.Ptr(s.Subscription.RetryAt.UTC())
	}
	if id := s.Subscription.PaymentMethodID; id != nil {
		kept, err := c.core.Q.GetPaymentMethod(ctx, *id)
		if err != nil {
			return nil, fmt.Errorf("payment method of subscription: %w", err)
		}
		out.Method = &KeptMethod{
			PaymentType: gateway.PaymentType(kept.PaymentType), Brand: pg.OrEmpty(kept.Brand), LastFour: pg.OrEmpty(kept.LastFour),
		}
	}
	return out, nil
}
