package stack

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/exaring/otelpgx"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/cli/console"
)

// Tracing creates spans, and sends the remaining ones when the process stops.
type Tracing struct {
	Provider trace.TracerProvider
	stop     func(context.Context) error
}

// newTracing reads OpenTelemetry's own variables. Tracing is off unless
// OTEL_EXPORTER_OTLP_ENDPOINT (or …_TRACES_ENDPOINT) names a collector or OTEL_TRACES_EXPORTER is otlp.
func newTracing(ctx context.Context) (Tracing, error) {
	off := Tracing{Provider: noop.NewTracerProvider(), stop: func(context.Context) error { return nil }}
	enabled, err := tracesEnabled(os.Getenv)
	if err != nil || !enabled {
		return off, err
	}
	exporter, err := newExporter(ctx, os.Getenv)
	if err != nil {
		return off, fmt.Errorf("traces: %w", err)
	}
	return TracingTo(exporter)
}

// newExporter returns an exporter for the protocol in OTEL_EXPORTER_OTLP_PROTOCOL (or …_TRACES_PROTOCOL):
// http/protobuf, by default to port 4318 of a collector, or grpc, to 4317.
func newExporter(ctx context.Context, env func(string) string) (sdktrace.SpanExporter, error) {
	protocol, err := traceProtocol(env)
	if err != nil {
		return nil, err
	}
	if protocol == protocolGRPC {
		return otlptracegrpc.New(ctx)
	}
	return otlptracehttp.New(ctx)
}

const (
	protocolHTTP = "http/protobuf"
	protocolGRPC = "grpc"
)

func traceProtocol(env func(string) string) (string, error) {
	name := "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"
	if env(name) == "" {
		name = "OTEL_EXPORTER_OTLP_PROTOCOL"
	}
	switch p := env(name); p {
	case "", protocolHTTP:
		return protocolHTTP, nil
	case protocolGRPC:
		return protocolGRPC, nil
	default:
		return "", console.Usagef("%s: must be %s (port 4318 of a collector) or %s (port 4317), not %q", name, protocolHTTP, protocolGRPC, p)
	}
}

// tracesEnabled reports whether the environment enables traces.
func tracesEnabled(env func(string) string) (bool, error) {
	if strings.EqualFold(env("OTEL_SDK_DISABLED"), "true") {
		return false, nil
	}
	switch exporter := env("OTEL_TRACES_EXPORTER"); exporter {
	case "none":
		return false, nil
	case "", "otlp":
		enabled := exporter == "otlp" || env("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != ""
		if enabled {
			_, err := traceProtocol(env)
			return err == nil, err
		}
		return false, nil
	default:
		return false, console.Usagef("OTEL_TRACES_EXPORTER: %q is neither otlp nor none", exporter)
	}
}

// TracingTo creates spans for an exporter. It samples calls at random, with the probability in
// OTEL_TRACES_SAMPLER_ARG, and ignores the visitor's traceparent, because strangers control its flag and its
// id. The spans and jobs of a call are sampled with it.
func TracingTo(exporter sdktrace.SpanExporter) (Tracing, error) {
	res, err := resource.New(context.Background(), resource.WithAttributes(
		attribute.String("service.name", "cojoin"), attribute.String("service.version", BuildVersion())), resource.WithFromEnv())
	if err != nil && !errors.Is(err, resource.ErrPartialResource) {
		return Tracing{}, fmt.Errorf("traces: %w", err)
	}
	own, err := ownSampler(os.Getenv)
	if err != nil {
		return Tracing{}, err
	}
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(scrubbed{exporter}), sdktrace.WithResource(res),
		sdktrace.WithSampler(sdktrace.ParentBased(own, sdktrace.WithRemoteParentSampled(own), sdktrace.WithRemoteParentNotSampled(own))))
	return Tracing{Provider: provider, stop: provider.Shutdown}, nil
}

func ownSampler(env func(string) string) (sdktrace.Sampler, error) {
	share := env("OTEL_TRACES_SAMPLER_ARG")
	if share == "" {
		return sdktrace.AlwaysSample(), nil
	}
	var of float64
	if _, err := fmt.Sscanf(share, "%g", &of); err != nil || of < 0 || of > 1 {
		return nil, console.Usagef("OTEL_TRACES_SAMPLER_ARG: %q is not a number from 0 to 1", share)
	}
	return drawn(of), nil
}

// drawn samples a random share of the calls. [sdktrace.TraceIDRatioBased] uses the trace's id: a caller who chooses it
// could have all of their calls sampled, or none.
type drawn float64

// ShouldSample implements [sdktrace.Sampler].
func (share drawn) ShouldSample(p sdktrace.SamplingParameters) sdktrace.SamplingResult {
	if rand.Float64() < float64(share) { //nolint:gosec // not security relevant
		return sdktrace.AlwaysSample().ShouldSample(p)
	}
	return sdktrace.NeverSample().ShouldSample(p)
}

// Description implements [sdktrace.Sampler].
func (share drawn) Description() string { return fmt.Sprintf("drawn{%g}", float64(share)) }

// sqlTracer creates a span for every statement, named after its query, with its text but never its arguments.
func sqlTracer(provider trace.TracerProvider) *otelpgx.Tracer {
	return otelpgx.NewTracer(otelpgx.WithTracerProvider(provider), otelpgx.WithSpanNameFunc(queryName),
		otelpgx.WithDisableConnectionDetailsInAttributes(), otelpgx.WithDisableAcquireTracer())
}

// queryName returns the name in the comment at the start of generated queries, or the verb of other statements.
func queryName(sql string) string {
	if rest, ok := strings.CutPrefix(sql, "-- name: "); ok {
		name, _, _ := strings.Cut(rest, " ")
		return "sql " + name
	}
	verb, _, _ := strings.Cut(strings.TrimSpace(sql), " ")
	return "sql " + strings.ToLower(verb[:min(len(verb), 20)])
}

// scrubbed removes the texts of errors from every span, because they may repeat a value. It keeps the fact of an
// error, its type and SQL state.
type scrubbed struct{ sdktrace.SpanExporter }

// ExportSpans implements [sdktrace.SpanExporter].
func (s scrubbed) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	clean := make([]sdktrace.ReadOnlySpan, len(spans))
	for i, span := range spans {
		clean[i] = scrubbedSpan{span}
	}
	return s.SpanExporter.ExportSpans(ctx, clean)
}

type scrubbedSpan struct{ sdktrace.ReadOnlySpan }

func (s scrubbedSpan) Status() sdktrace.Status {
	return sdktrace.Status{Code: s.ReadOnlySpan.Status().Code}
}

func (s scrubbedSpan) Events() []sdktrace.Event {
	events := make([]sdktrace.Event, 0, len(s.ReadOnlySpan.Events()))
	for _, e := range s.ReadOnlySpan.Events() {
		kept := sdktrace.Event{Name: e.Name, Time: e.Time}
		for _, a := range e.Attributes {
			if a.Key == "exception.type" {
				kept.Attributes = append(kept.Attributes, a)
			}
		}
		events = append(events, kept)
	}
	return events
}
