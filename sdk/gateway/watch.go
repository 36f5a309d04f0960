package gateway

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/secret"
)

// tracerName is the instrumentation scope of this package's spans.
const tracerName = "github.com/cojoin/cojoin/sdk"

// watchedGateway creates a span for every call to the provider and notifies the observer. The span has the call's name and outcome, but neither path
// nor body, since those hold tokens.
type watchedGateway struct {
	gateway  Gateway
	tracer   trace.Tracer
	observer Observer
}

var _ Gateway = (*watchedGateway)(nil)

// Watch returns the gateway with a span for every call, and reports each outcome to the observer.
func Watch(g Gateway, tracing trace.TracerProvider, observer Observer) Gateway {
	return &watchedGateway{gateway: g, tracer: tracing.Tracer(tracerName), observer: observer}
}

func watched[A any](ctx context.Context, w *watchedGateway, call string, do func(ctx context.Context) (A, error)) (A, error) {
	ctx, span := w.tracer.Start(ctx, "gateway "+call, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("gateway.call", call)))
	defer span.End()
	start := time.Now()
	answer, err := do(ctx)
	outcome := gatewayOutcome(err)
	w.observer.GatewayCalled(call, outcome, time.Since(start))
	span.SetAttributes(attribute.String("gateway.outcome", string(outcome)))
	if outcome == OutcomeUnknown || outcome == OutcomeFailed {
		span.SetStatus(codes.Error, string(outcome))
	}
	return answer, err
}

func gatewayOutcome(err error) Outcome {
	var declined *Decline
	switch {
	case err == nil:
		return OutcomeOK
	case errors.As(err, &declined):
		return OutcomeDeclined
	case errors.Is(err, ErrGatewayNotFound):
		return OutcomeNotFound
	case errors.Is(err, ErrGatewayUnknown):
		return OutcomeUnknown
	}
	return OutcomeFailed
}

// ClientToken implements [Gateway].
func (w *watchedGateway) ClientToken(ctx context.Context, in ClientTokenRequest) (string, error) {
	return watched(ctx, w, "client_token", func(ctx context.Context) (string, error) { return w.gateway.ClientToken(ctx, in) })
}

// Nonce implements [Gateway].
func (w *watchedGateway) Nonce(ctx context.Context, nonce secret.Secret) (Nonce, error) {
	return watched(ctx, w, "nonce", func(ctx context.Context) (Nonce, error) { return w.gateway.Nonce(ctx, nonce) })
}

// Authorize implements [Gateway].
func (w *watchedGateway) Authorize(ctx context.Context, in AuthorizeRequest) (Transaction, error) {
	return watched(ctx, w, "authorize", func(ctx context.Context) (Transaction, error) { return w.gateway.Authorize(ctx, in) })
}

// Vault implements [Gateway].
func (w *watchedGateway) Vault(ctx context.Context, in VaultRequest) (Method, error) {
	return watched(ctx, w, "vault", func(ctx context.Context) (Method, error) { return w.gateway.Vault(ctx, in) })
}

// FindByOrderID implements [Gateway].
func (w *watchedGateway) FindByOrderID(ctx context.Context, gatewayOrderID string) ([]Transaction, error) {
	return watched(ctx, w, "find_by_order", func(ctx context.Context) ([]Transaction, error) {
		return w.gateway.FindByOrderID(ctx, gatewayOrderID)
	})
}

// FindMany implements [Gateway].
func (w *watchedGateway) FindMany(ctx context.Context, transactionIDs []string) ([]Transaction, error) {
	return watched(ctx, w, "find_many", func(ctx context.Context) ([]Transaction, error) { return w.gateway.FindMany(ctx, transactionIDs) })
}

// FindRefundsSince implements [Gateway].
func (w *watchedGateway) FindRefundsSince(ctx context.Context, since time.Time) ([]Transaction, error) {
	return watched(ctx, w, "find_refunds", func(ctx context.Context) ([]Transaction, error) { return w.gateway.FindRefundsSince(ctx, since) })
}

// FindDisputedSince implements [Gateway].
func (w *watchedGateway) FindDisputedSince(ctx context.Context, since time.Time) ([]Transaction, error) {
	return watched(ctx, w, "find_disputed", func(ctx context.Context) ([]Transaction, error) {
		return w.gateway.FindDisputedSince(ctx, since)
	})
}

// FindSince implements [Gateway].
func (w *watchedGateway) FindSince(ctx context.Context, since time.Time) ([]Transaction, error) {
	return watched(ctx, w, "find_since", func(ctx context.Context) ([]Transaction, error) { return w.gateway.FindSince(ctx, since) })
}

// Find implements [Gateway].
func (w *watchedGateway) Find(ctx context.Context, transactionID string) (Transaction, error) {
	return watched(ctx, w, "find", func(ctx context.Context) (Transaction, error) { return w.gateway.Find(ctx, transactionID) })
}

// Capture implements [Gateway].
func (w *watchedGateway) Capture(ctx context.Context, transactionID string) (Transaction, error) {
	return watched(ctx, w, "capture", func(ctx context.Context) (Transaction, error) { return w.gateway.Capture(ctx, transactionID) })
}

// Void implements [Gateway].
func (w *watchedGateway) Void(ctx context.Context, transactionID string) (Transaction, error) {
	return watched(ctx, w, "void", func(ctx context.Context) (Transaction, error) { return w.gateway.Void(ctx, transactionID) })
}

// Refund implements [Gateway].
func (w *watchedGateway) Refund(ctx context.Context, transactionID string, amount money.Amount) (Transaction, error) {
	return watched(ctx, w, "refund", func(ctx context.Context) (Transaction, error) {
		return w.gateway.Refund(ctx, transactionID, amount)
	})
}

// Forget implements [Gateway].
func (w *watchedGateway) Forget(ctx context.Context, paymentMethodToken secret.Secret) error {
	_, err := watched(ctx, w, "forget", func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.gateway.Forget(ctx, paymentMethodToken)
	})
	return err
}

// Notification implements [Gateway]. It makes no call, so there is nothing to watch.
func (w *watchedGateway) Notification(signature, payload string) (Notification, error) {
	return w.gateway.Notification(signature, payload)
}
