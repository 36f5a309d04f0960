package apiserver

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/cojoin/cojoin/apiserver/request"
)

const tracerName = "github.com/cojoin/cojoin/apiserver"

// startSpan starts a call's span, in the trace of a W3C traceparent. The span has neither path, address nor
// header, because any of them may contain personal data. A tracestate is discarded, because up to 16 KiB
// of the caller's data would be sent with each span and stored with each job.
func (s *server) startSpan(r *http.Request, c request.Call) (context.Context, trace.Span) {
	ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.MapCarrier{"traceparent": r.Header.Get("Traceparent")})
	return s.tracer.Start(ctx, knownMethod(r.Method), trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("http.request.method", knownMethod(r.Method)), attribute.String("cojoin.request_id", c.RequestID)))
}

// endSpan names the span by its route, which wasn't known before, and ends it.
func endSpan(span trace.Span, rec *request.Recorder, c request.Call) {
	status := request.StatusOf(rec)
	if rec.Route != "" {
		span.SetName(rec.Route)
		span.SetAttributes(attribute.String("http.route", rec.Route))
	}
	if c.Registration != "" {
		span.SetAttributes(attribute.String("cojoin.registration", c.Registration))
	}
	span.SetAttributes(attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, http.StatusText(status))
	}
	span.End()
}
