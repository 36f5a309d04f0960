package subscriptions

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/text"
)

// Held lists the subscriptions that an account pays for or uses, the latest term first.
func (c *Engine) Held(ctx context.Context, accountID uuid.UUID, meta caller.Meta) ([]subscription.HeldSubscription, error) {
	rows, err := c.core.Q.ListPayerSubscriptions(ctx, accountID)
	if err != nil {
		return nil, fmt.Errorf("subscriptions of account: %w", err)
	}
	out := make([]subscription.HeldSubscription, len(rows))
	for i, s := range seatsOf(rows) {
		bought, err := orders.Get(ctx, c.core.Q, s.SubscriptionTerm.OrderID)
		if err != nil {
			return nil, fmt.Errorf("order of subscription: %w", err)
		}
		if out[i], err = c.heldBy(ctx, accountID, s, bought, meta); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (c *Engine) heldBy(ctx context.Context, accountID uuid.UUID, s Seat, bought orders.Priced, meta caller.Meta) (subscription.HeldSubscription, error) {
	out := subscription.HeldSubscription{
		ID: s.ID().String(), State: s.State(), IsOwn: s.AccountID != nil && *s.AccountID == accountID, Years: int(s.SubscriptionTerm.Years),
		StartsAt: s.SubscriptionTerm.StartsAt.UTC(), EndsAt: s.SubscriptionTerm.EndsAt.UTC(), EndsOn: orders.EndsOn(s.SubscriptionTerm), Renews: s.Renews(),
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

func (c *Engine) renewalTerms(ctx context.Context, s Seat, bought orders.Priced, meta caller.Meta) (*subscription.RenewalTerms, error) {
	priced, err := orders.PricingOf(bought.Price)
	if err != nil {
		return nil, err
	}
	amount := money.New(s.SubscriptionSeat.RenewalMinor, money.Currency(s.Subscription.Currency))
	locale, err := c.core.LocaleIn(ctx, bought.Country, cmp.Or(meta.Locale, text.Language(meta.Lang)))
	if err != nil {
		return nil, err
	}
	out := &subscription.RenewalTerms{
		Price: amount.Decimal(), PriceFormatted: amount.Format(locale), Currency: s.Subscription.Currency, TaxIncluded: priced.TaxIncluded,
		Untaxed: priced.Untaxed(), Country: pg.OrEmpty(bought.Country),
	}
	if s.Subscription.RetryAt != nil {
		out.NextTryAt, out.NextTryOn = pg.Ptr(s.Subscription.RetryAt.UTC()), day.On(*s.Subscription.RetryAt, s.SubscriptionTerm.Zone)
	}
	if id := s.Subscription.PaymentMethodID; id != nil {
		kept, err := c.core.Q.GetPaymentMethod(ctx, *id)
		if err != nil {
			return nil, fmt.Errorf("payment method of subscription: %w", err)
		}
		out.Method = &subscription.KeptMethod{
			PaymentType: gateway.PaymentType(kept.PaymentType), Brand: pg.OrEmpty(kept.Brand), LastFour: pg.OrEmpty(kept.LastFour),
		}
	}
	return out, nil
}
