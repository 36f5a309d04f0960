package sdk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/money"
)

// SubscriptionNotFound is the fault of a subscription that isn't there, or isn't the caller's to see.
var SubscriptionNotFound = NewFault(FaultNotFound, "subscription_not_found", nil)

// Subscription is a term that was bought for one person: ids and amounts, never a person.
type Subscription struct {
	ID           string            `json:"id"`
	State        SubscriptionState `json:"state" enum:"active,suspended,cancelled,lapsed,ended"`
	UserID       string            `json:"userId" doc:"Who uses it"`
	PayerID      string            `json:"payerId" doc:"Who pays for it, and may cancel it"`
	OrderID      string            `json:"orderId" doc:"That bought the present term"`
	Seat         int               `json:"seat" doc:"1 is the payer's, 2 the co-parent's"`
	PackageID    int               `json:"packageId"`
	PackageName  string            `json:"packageName"`
	Years        int               `json:"years"`
	StartsAt     time.Time         `json:"startsAt"`
	EndsAt       time.Time         `json:"endsAt"`
	Renews       bool              `json:"renews" doc:"False: it ends with its term"`
	Renewal      string            `json:"renewalPrice" doc:"Decimal, before added tax, of this seat"`
	Currency     string            `json:"currency"`
	RefusedTries int               `json:"refusedTries,omitempty" doc:"How often its renewal was refused; the next try is at nextTryAt"`
	NextTryAt    *time.Time        `json:"nextTryAt,omitempty"`
	RenewingNow  bool              `json:"renewingNow,omitempty" doc:"Its renewal is being confirmed"`
	CancelledAt  *time.Time        `json:"cancelledAt,omitempty" doc:"When its renewal was cancelled"`
}

func subscriptionOf(s db.Subscription) Subscription {
	out := Subscription{
		ID: s.ID.String(), State: SubscriptionState(s.State), UserID: s.AccountID.String(), PayerID: s.PayerAccountID.String(), OrderID: s.OrderID.String(),
		Seat: int(s.Seat), PackageID: int(s.PackageID), PackageName: s.PackageName, Years: int(s.Years), StartsAt: s.StartsAt.UTC(), EndsAt: s.EndsAt.UTC(),
		Renews: s.Renews, Renewal: money.New(s.RenewalMinor, money.Currency(s.Currency)).Decimal(), Currency: s.Currency,
		RefusedTries: int(s.RenewalTries), RenewingNow: s.RenewingSince != nil,
	}
	for _, t := range []struct {
		to   **time.Time
		from *time.Time
	}{{&out.NextTryAt, s.RenewalAt}, {&out.CancelledAt, s.CancelledAt}} {
		if t.from != nil {
			*t.to = ptr(t.from.UTC())
		}
	}
	return out
}

// SubscriptionTerm is an order that renewed a subscription, or tries to.
type SubscriptionTerm struct {
	OrderID  string     `json:"orderId"`
	State    OrderState `json:"state"`
	StartsAt time.Time  `json:"startsAt"`
	Tax      string     `json:"tax"`
	Total    string     `json:"total"`
	Currency string     `json:"currency"`
	Attempts int        `json:"attempts"`
	PlacedAt *time.Time `json:"placedAt,omitempty"`
}

// SubscriptionDetail is a subscription with its renewals so far.
type SubscriptionDetail struct {
	Subscription
	Renewals []SubscriptionTerm `json:"renewals"`
}

// SubscriptionStates are all states of a subscription.
var SubscriptionStates = []SubscriptionState{
	SubscriptionActive, SubscriptionSuspended, SubscriptionCancelled, SubscriptionLapsed, SubscriptionEnded,
}

// SubscriptionInvalid is the fault of asking for subscriptions in a state that there isn't.
var SubscriptionInvalid = NewFault(FaultInvalid, "subscription_invalid", nil)

// SubscriptionFilter chooses subscriptions. The zero value is the newest 500.
type SubscriptionFilter struct {
	State      SubscriptionState // empty: all
	EndsBefore time.Time         // zero: all
	Before     string            // id of the last one seen; empty: from the newest
	Limit      int               // 1 to 500; 0 means 500
}

// Subscriptions lists subscriptions for an operator, newest first. Faults: [SubscriptionInvalid],
// [SubscriptionNotFound] for a Before that is no id.
func (c *Client) Subscriptions(ctx context.Context, f SubscriptionFilter) ([]Subscription, error) {
	if f.State != "" && !slices.Contains(SubscriptionStates, f.State) {
		return nil, SubscriptionInvalid
	}
	before, err := olderThan(f.Before, SubscriptionNotFound)
	if err != nil {
		return nil, err
	}
	var ends *time.Time
	if !f.EndsBefore.IsZero() {
		ends = &f.EndsBefore
	}
	rows, err := c.q.ListSubscriptions(ctx, before, optional(string(f.State)), ends, listed(f.Limit, mostListed))
	if err != nil {
		return nil, fmt.Errorf("list subscriptions: %w", err)
	}
	return subscriptionsOf(rows), nil
}

func subscriptionsOf(rows []db.Subscription) []Subscription {
	out := make([]Subscription, len(rows))
	for i, s := range rows {
		out[i] = subscriptionOf(s)
	}
	return out
}

// Subscription gives one subscription with its renewals, to an operator. Fault: [SubscriptionNotFound].
func (c *Client) Subscription(ctx context.Context, id string) (*SubscriptionDetail, error) {
	s, err := c.findSubscription(ctx, id)
	if err != nil {
		return nil, err
	}
	orders, err := c.q.ListRenewalOrders(ctx, &s.ID)
	if err != nil {
		return nil, fmt.Errorf("renewals of subscription: %w", err)
	}
	out := &SubscriptionDetail{Subscription: subscriptionOf(s), Renewals: make([]SubscriptionTerm, len(orders))}
	for i, o := range orders {
		cur := money.Currency(o.Currency)
		out.Renewals[i] = SubscriptionTerm{
			OrderID: o.ID.String(), State: OrderState(o.State), StartsAt: orZero(o.TermStartsAt).UTC(), Tax: money.New(o.TaxMinor, cur).Decimal(),
			Total: money.New(o.TotalMinor, cur).Decimal(), Currency: o.Currency, Attempts: int(o.Attempts),
		}
		if o.PlacedAt != nil {
			out.Renewals[i].PlacedAt = ptr(o.PlacedAt.UTC())
		}
	}
	return out, nil
}

func (c *Client) findSubscription(ctx context.Context, id string) (db.Subscription, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return db.Subscription{}, SubscriptionNotFound
	}
	s, err := c.q.GetSubscription(ctx, parsed)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, SubscriptionNotFound
	}
	if err != nil {
		return s, fmt.Errorf("subscription: %w", err)
	}
	return s, nil
}

// OwnSubscriptions lists what the holder of an account token pays for or uses, the present term first.
// Fault: [TokenInvalid].
func (c *Client) OwnSubscriptions(ctx context.Context, token Secret) ([]Subscription, error) {
	account, err := c.accountOfToken(ctx, token)
	if err != nil {
		return nil, err
	}
	rows, err := c.q.ListPayerSubscriptions(ctx, account.ID)
	if err != nil {
		return nil, fmt.Errorf("own subscriptions: %w", err)
	}
	return subscriptionsOf(rows), nil
}
