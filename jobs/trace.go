package jobs

import (
	"context"
	"encoding/json"

	"github.com/riverqueue/river/rivertype"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

const tracerName = "github.com/cojoin/cojoin/jobs"

// traceMetadata returns the trace of the insertion as W3C trace context, or nil if there is none.
func traceMetadata(ctx context.Context) []byte {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	if len(carrier) == 0 {
		return nil
	}
	raw, err := json.Marshal(carrier)
	if err != nil { // a map of strings always encodes
		panic("jobs: " + err.Error())
	}
	return raw
}

// traced runs a job in a span that continues the trace of the insertion. The span has the job's kind, id and attempt, but no arguments.
func (r *registry) traced(ctx context.Context, job *rivertype.JobRow, do func(context.Context) error) error {
	var metadata map[string]any
	carrier := propagation.MapCarrier{}
	if json.Unmarshal(job.Metadata, &metadata) == nil {
		for _, name := range (propagation.TraceContext{}).Fields() {
			if value, ok := metadata[name].(string); ok {
				carrier[name] = value
			}
		}
	}
	// Our own server wrote it, so its sampling flag is trusted, unlike a visitor's.
	left := trace.SpanContextFromContext(propagation.TraceContext{}.Extract(context.Background(), carrier)).WithRemote(false)
	ctx, span := r.tracer.Start(trace.ContextWithSpanContext(ctx, left), "job "+job.Kind, trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attribute.String("job.kind", job.Kind), attribute.Int64("job.id", job.ID), attribute.Int("job.attempt", job.Attempt)))
	defer span.End()
	err := do(ctx)
	if err != nil {
		span.SetStatus(codes.Error, "failed")
	}
	return err
}
