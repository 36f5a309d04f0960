package subscription

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/secret"
)

// NotFound is the fault of a subscription that isn't there, or isn't the caller's to see.
var NotFound = fault.New(fault.NotFound, "subscription_not_found", nil)

// Subscription is a term that was bought for one person: ids and amounts, never a person.
type Subscription struct {
	ID           string                  `json:"id"`
	State        order.SubscriptionState `json:"state" enum:"active,suspended,cancelled,lapsed,ended"`
	UserID       string                  `json:"userId" doc:"Who uses it"`
	PayerID      string                  `json:"payerId" doc:"Who pays for it, and may cancel it"`
	OrderID      string                  `json:"orderId" doc:"That bought the present term"`
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

func subscriptionOf(s Seat) Subscription {
	seat, contract, term := s.SubscriptionSeat, s.Subscription, s.SubscriptionTerm
	out := Subscription{
		ID: s.ID().String(), State: s.State(), PayerID: contract.PayerAccountID.String(), OrderID: term.OrderID.String(),
		Seat: int(seat.Number), PackageID: int(term.PackageID), PackageName: term.PackageName, Years: int(term.Years), StartsAt: term.StartsAt.UTC(), EndsAt: term.EndsAt.UTC(),
		Renews: s.Renews(), Renewal: money.New(seat.RenewalMinor, money.Currency(contract.Currency)).Decimal(), Currency: contract.Currency,
		RenewingNow: contract.RenewingSince != nil && (seat.CancelledAt == nil || !seat.CancelledAt.Before(*contract.RenewingSince)),
	}
	if user := s.UserID(); user != nil {
		out.UserID = user.String()
	}
	if seat.TermStartsAt.Equal(contract.TermStartsAt) { // tries to renew a term that the seat doesn't have are none of its
		out.RefusedTries = int(contract.Tries)
	}
	if contract.RetryAt != nil && seat.Renews {
		out.NextTryAt = pg.Ptr(contract.RetryAt.UTC())
	}
	if seat.CancelledAt != nil {
		out.CancelledAt = pg.Ptr(seat.CancelledAt.UTC())
	}
	return out
}

// Term is an order that renewed a subscription, or tries to.
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

// Detail is a subscription with its renewals so far, and how its payment method fares.
type Detail struct {
	Subscription
	// Recourse is what helps after a refused try. Unless that is another day, nothing is charged before there is another payment method, and the
	// subscription lapses at NextTryAt.
	Recourse    gateway.Recourse `json:"recourse,omitempty" enum:"wait,replace,authenticate"`
	DeclinedAs  string           `json:"declinedAs,omitempty" doc:"The provider's code of the last refusal"`
	CardExpires string           `json:"cardExpires,omitempty" doc:"Month until whose end the kept card is good, e.g. 2027-05"`
	Due         *Due             `json:"due,omitempty" doc:"What the payer has to pay again, as the payment could not be collected"`
	Renewals    []Term           `json:"renewals"`
}

// States are all states of a subscription.
var States = []order.SubscriptionState{
	order.SubscriptionActive, order.SubscriptionSuspended, order.SubscriptionCancelled, order.SubscriptionLapsed, order.SubscriptionEnded,
}

// Invalid is the fault of asking for subscriptions in a state that there isn't.
var Invalid = fault.New(fault.Invalid, "subscription_invalid", nil)

// Filter chooses subscriptions. The zero value is the newest 500.
type Filter struct {
	State      order.SubscriptionState // empty: all
	EndsBefore time.Time               // zero: all
	Before     string                  // id of the last one seen; empty: from the newest
	Limit      int                     // 1 to 500; 0 means 500
}

// List lists subscriptions for an operator, newest first. Faults: [Invalid],
// [NotFound] for a Before that is no id.
func (c *Client) List(ctx context.Context, f Filter) ([]Subscription, error) {
	if f.State != "" && !slices.Contains(States, f.State) {
		return nil, Invalid
	}
	before, err := core.OlderThan(f.Before, NotFound)
	if err != nil {
		return nil, err
	}
	var ends *time.Time
	if !f.EndsBefore.IsZero() {
		ends = &f.EndsBefore
	}
	rows, err := c.core.Q.ListSubscriptions(ctx, before, pg.Optional(string(f.State)), ends, core.Listed(f.Limit, core.MostListed))
	if err != nil {
		return nil, fmt.Errorf("list subscriptions: %w", err)
	}
	return subscriptionsOf(seatsOf(rows)), nil
}

func subscriptionsOf(rows []Seat) []Subscription {
	out := make([]Subscription, len(rows))
	for i, s := range rows {
		out[i] = subscriptionOf(s)
	}
	return out
}

// Find returns one subscription with its renewals, to an operator. Fault: [NotFound].
func (c *Client) Find(ctx context.Context, id string) (*Detail, error) {
	s, err := c.findSubscription(ctx, id)
	if err != nil {
		return nil, err
	}
	orders, err := c.core.Q.ListRenewalOrders(ctx, s.ID())
	if err != nil {
		return nil, fmt.Errorf("renewals of subscription: %w", err)
	}
	out := &Detail{Subscription: subscriptionOf(s), Renewals: make([]Term, len(orders))}
	if out.NextTryAt != nil {
		out.Recourse, out.DeclinedAs = gateway.Recourse(pg.OrEmpty(s.Subscription.Recourse)), pg.OrEmpty(s.Subscription.DeclinedAs)
	}
	if out.CardExpires, err = c.cardExpires(ctx, s.Subscription); err != nil {
		return nil, err
	}
	bought, err := c.orderOf(ctx, c.core.Q, s.SubscriptionTerm.OrderID)
	if err != nil {
		return nil, err
	}
	if out.Due, err = c.dueOf(ctx, s, bought, caller.Meta{}); err != nil {
		return nil, err
	}
	for i, o := range orders {
		cur := money.Currency(o.Currency)
		out.Renewals[i] = Term{
			OrderID: o.ID.String(), State: order.State(o.State), StartsAt: pg.OrZero(o.TermStartsAt).UTC(), Tax: money.New(o.TaxMinor, cur).Decimal(),
			Total: money.New(o.TotalMinor, cur).Decimal(), Currency: o.Currency, Attempts: int(o.Attempts),
		}
		if o.PlacedAt != nil {
			out.Renewals[i].PlacedAt = pg.Ptr(o.PlacedAt.UTC())
		}
	}
	return out, nil
}

// cardExpires is the month until whose end the kept card is good; empty for none.
func (c *Client) cardExpires(ctx context.Context, contract db.Subscription) (string, error) {
	if contract.PaymentMethodID == nil {
		return "", nil
	}
	kept, err := c.core.Q.GetPaymentMethod(ctx, *contract.PaymentMethodID)
	if err != nil {
		return "", fmt.Errorf("payment method of subscription: %w", err)
	}
	if kept.ExpiresAt == nil {
		return "", nil
	}
	return kept.ExpiresAt.UTC().AddDate(0, 0, -1).Format("2006-01"), nil
}

func (c *Client) findSubscription(ctx context.Context, id string) (Seat, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return Seat{}, NotFound
	}
	s, err := SeatOf(ctx, c.core.Q, parsed)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, NotFound
	}
	if err != nil {
		return s, fmt.Errorf("subscription: %w", err)
	}
	return s, nil
}

// Own lists what the holder of an account token pays for or uses, the present term first. What somebody else pays for is
// shown without its price and without the tries to renew it.
// Fault: [fault.TokenInvalid].
func (c *Client) Own(ctx context.Context, token secret.Secret) ([]Subscription, error) {
	owner, err := account.HolderOf(ctx, c.core, token)
	if err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListPayerSubscriptions(ctx, owner.ID)
	if err != nil {
		return nil, fmt.Errorf("own subscriptions: %w", err)
	}
	out := subscriptionsOf(seatsOf(rows))
	for i := range out {
		if out[i].PayerID != owner.ID.String() {
			out[i].Renewal, out[i].RefusedTries, out[i].NextTryAt, out[i].RenewingNow = "", 0, nil, false
		}
	}
	return out, nil
}
