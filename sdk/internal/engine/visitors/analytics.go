package visitors

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/analytics"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/money"
)

// clockSlack is the accepted error of a visitor's clock.
const clockSlack = 24 * time.Hour

// RecordEvents implements [analytics.Client].
func (c *Engine) RecordEvents(ctx context.Context, anonymousID string, events []analytics.Event) error {
	if c.config.Analytics == nil || len(events) == 0 || !core.IsVisibleASCII(anonymousID, signups.MaxAnonymousID) {
		return nil
	}
	now := c.core.Now()
	task := job.AnalyticsJob{Messages: make([]job.AnalyticsMessage, 0, len(events))}
	for _, e := range events {
		at := e.At.UTC()
		if at.Before(now.Add(-clockSlack)) || at.After(now.Add(clockSlack)) {
			at = now
		}
		task.Messages = append(task.Messages, job.AnalyticsMessage{
			Type: job.AnalyticsTrack, MessageID: pg.NewID().String(), AnonymousID: anonymousID, Event: e.Name, Properties: e.Properties, Timestamp: at,
		})
	}
	return c.core.Tx(ctx, func(tx *pg.Tx) error {
		tx.Enqueue(task, job.Options{})
		return nil
	})
}

// SendAnalytics implements [analytics.Client].
func (c *Engine) SendAnalytics(ctx context.Context, messages []job.AnalyticsMessage) error {
	if c.config.Analytics == nil { // switched off meanwhile
		return nil
	}
	err := c.config.Analytics.Send(ctx, messages)
	if errors.Is(err, analytics.ErrRefused) {
		c.core.Log.ErrorContext(ctx, "analytics events refused and dropped", slog.Int("messages", len(messages)), slog.Any("error", err))
		return nil
	}
	if err != nil {
		return fmt.Errorf("analytics: %w", err)
	}
	return nil
}

// SendOrderAnalytics implements [analytics.Client].
func (c *Engine) SendOrderAnalytics(ctx context.Context, orderID string) error {
	id, err := uuid.Parse(orderID)
	if err != nil {
		return fmt.Errorf("order analytics: id: %w", err)
	}
	order, err := c.core.Q.GetOrder(ctx, id)
	if err != nil {
		return fmt.Errorf("order analytics: %w", err)
	}
	if order.AnonymousID == nil || order.AccountID == nil || order.RegistrationID == nil || order.PlacedAt == nil { // erased meanwhile
		return nil
	}
	registration, err := c.core.Q.GetRegistration(ctx, *order.RegistrationID)
	if err != nil {
		return fmt.Errorf("order analytics: registration: %w", err)
	}
	chosen, err := signups.ChoiceOf(registration)
	if err != nil {
		return fmt.Errorf("order analytics: %w", err)
	}
	return c.SendAnalytics(ctx, orderMessages(order, chosen.AnalyticsIdentify))
}

// orderMessages returns the analytics messages about an order.
func orderMessages(order db.Order, identify bool) []job.AnalyticsMessage {
	number := func(minor int64) json.Number {
		return json.Number(money.New(minor, money.Currency(order.Currency)).Decimal())
	}
	placed := job.AnalyticsMessage{
		Type: job.AnalyticsTrack, MessageID: "order-" + order.ID.String(), AnonymousID: *order.AnonymousID, Event: "Order Placed", Timestamp: *order.PlacedAt,
		Properties: map[string]any{
			"order_id": order.ID.String(), "currency": order.Currency, "subtotal": number(order.SubTotalMinor), "discount": number(order.DiscountMinor),
			"tax": number(order.TaxMinor), "total": number(order.TotalMinor), "package_id": order.PackageID, "package": order.PackageName,
			"years": order.Years, "seats": order.Seats,
		},
	}
	if !identify {
		return []job.AnalyticsMessage{placed}
	}
	placed.UserID = order.AccountID.String()
	return []job.AnalyticsMessage{{
		Type: job.AnalyticsIdentify, MessageID: "identify-" + order.ID.String(), AnonymousID: placed.AnonymousID, UserID: placed.UserID,
		Traits: map[string]any{"locale": order.Locale, "package": order.PackageName}, Timestamp: placed.Timestamp,
	}, placed}
}
