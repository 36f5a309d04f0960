package jobs

import (
	"context"
	"testing"

	"github.com/riverqueue/river/rivertype"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// A job continues the trace of the call that inserted it. It is sampled if the stored context is, whatever the visitor's header.
func TestJobContinuesTrace(t *testing.T) {
	t.Parallel()
	call := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}, TraceFlags: trace.FlagsSampled})
	left := traceMetadata(trace.ContextWithSpanContext(t.Context(), call))
	r := &registry{tracer: noop.NewTracerProvider().Tracer(tracerName)}
	var got trace.SpanContext
	err := r.traced(t.Context(), &rivertype.JobRow{Metadata: left}, func(ctx context.Context) error {
		got = trace.SpanContextFromContext(ctx)
		return nil
	})
	if err != nil || !got.Equal(call) {
		t.Errorf("the job runs under %+v, want the call's %+v (%v)", got, call, err)
	}
}
