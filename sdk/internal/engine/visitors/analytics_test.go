package visitors_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/analytics"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// counted records the messages sent to analytics and returns err.
type counted struct {
	messages []job.AnalyticsMessage
	err      error
}

func (c *counted) Send(_ context.Context, batch []job.AnalyticsMessage) error {
	if c.err == nil {
		c.messages = append(c.messages, batch...)
	}
	return c.err
}

func withAnalytics(c *counted) sdktest.Option {
	return sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Analytics = c })
}

func TestRecordEvents(t *testing.T) {
	t.Parallel()
	service := &counted{}
	env := sdktest.New(t, withAnalytics(service))
	now := env.Clock.Now()
	events := []analytics.Event{
		{Name: "Step Viewed", At: now.Add(-time.Minute), Properties: map[string]any{"path": "/step1", "step": float64(1)}},
		{Name: "Step Completed", At: now.Add(400 * time.Hour)},
	}
	for _, anonymous := range []string{"visitor-1", "", "a visitor"} { // only valid anonymous ids are counted
		if err := env.Client.Analytics.RecordEvents(t.Context(), anonymous, events); err != nil {
			t.Fatal(err)
		}
	}
	env.RunJobs(t)
	want := []job.AnalyticsMessage{
		{Type: "track", AnonymousID: "visitor-1", Event: "Step Viewed", Properties: map[string]any{"path": "/step1", "step": float64(1)}, Timestamp: now.Add(-time.Minute)},
		{Type: "track", AnonymousID: "visitor-1", Event: "Step Completed", Timestamp: now},
	}
	if diff := cmp.Diff(want, service.messages, cmpopts.IgnoreFields(job.AnalyticsMessage{}, "MessageID")); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	if a, b := service.messages[0].MessageID, service.messages[1].MessageID; a == "" || a == b {
		t.Errorf("message ids aren't unique: %q, %q", a, b)
	}
}

func TestAnalyticsThatFail(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	messages := []job.AnalyticsMessage{{Type: job.AnalyticsTrack, Event: "x", AnonymousID: "visitor-1"}}
	if err := env.Client.Analytics.SendAnalytics(t.Context(), messages); err != nil {
		t.Errorf("switched off: %v", err)
	}
	for err, again := range map[error]bool{analytics.ErrRefused: false, errors.New("busy"): true} {
		cfg := env.Config
		cfg.Analytics = &counted{err: err}
		if got := env.NewClient(t, cfg).Analytics.SendAnalytics(t.Context(), messages); (got != nil) != again {
			t.Errorf("%v: %v", err, got)
		}
	}
}

func TestOrderAnalytics(t *testing.T) {
	t.Parallel()
	service := &counted{}
	w := fixture.NewTill(t, withAnalytics(service))
	for name, tc := range map[string]struct {
		visitor  string
		identify bool
		want     []string // types
	}{
		"agreed to be identified": {"visitor-1", true, []string{job.AnalyticsIdentify, job.AnalyticsTrack}},
		"counted only":            {"visitor-2", false, []string{job.AnalyticsTrack}},
		"not counted":             {"", false, nil},
	} {
		service.messages = nil
		s := w.SignUp(t, func(in *signup.Input) { in.SegmentIdentify = tc.identify })
		answer, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.SegmentAnonymousID = tc.visitor }))
		if err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		if diff := cmp.Diff(tc.want, typesOf(service.messages)); diff != "" {
			t.Fatalf("%s: sent (-want +got):\n%s", name, diff)
		}
		var account string
		if tc.identify {
			account = answer.Registration.Parent.UserID
		}
		for _, m := range service.messages {
			want := job.AnalyticsMessage{Type: m.Type, MessageID: "identify-" + answer.Receipt.OrderID, AnonymousID: tc.visitor, UserID: account, Timestamp: w.Clock.Now()}
			if m.Type == job.AnalyticsIdentify {
				want.Traits = map[string]any{"locale": "en", "package": "P0_ESSENTIAL_1Y"}
			} else {
				want.MessageID, want.Event = "order-"+answer.Receipt.OrderID, "Order Placed"
				want.Properties = map[string]any{
					"order_id": answer.Receipt.OrderID, "currency": "USD", "subtotal": json.Number("149.99"), "discount": json.Number("0.00"), "tax": json.Number("9.00"),
					"total": json.Number("158.99"), "package_id": int32(2001), "package": "P0_ESSENTIAL_1Y", "years": int16(1), "seats": int16(1),
				}
			}
			if diff := cmp.Diff(want, m); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", name, m.Type, diff)
			}
		}
	}
	service.messages = nil
	w.WorkAgain(t) // sent again with the same ids
	if got := len(service.messages); got != 3 {
		t.Errorf("%d messages the second time, want 3", got)
	}
}

func typesOf(messages []job.AnalyticsMessage) []string {
	var types []string
	for _, m := range messages {
		types = append(types, m.Type)
	}
	return types
}
