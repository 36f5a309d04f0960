package stack

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/grpc"
)

// grpcCollector receives spans like a collector.
type grpcCollector struct {
	collector.UnimplementedTraceServiceServer
	names chan string
}

func (c *grpcCollector) Export(_ context.Context, in *collector.ExportTraceServiceRequest) (*collector.ExportTraceServiceResponse, error) {
	c.names <- in.ResourceSpans[0].ScopeSpans[0].Spans[0].Name
	return &collector.ExportTraceServiceResponse{}, nil
}

// Spans reach a collector over the protocol in the environment.
func TestSpansReachTheCollector(t *testing.T) {
	names := make(chan string, 1)
	grpcServer := grpc.NewServer()
	collector.RegisterTraceServiceServer(grpcServer, &grpcCollector{names: names})
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = grpcServer.Serve(socket) }()
	t.Cleanup(grpcServer.Stop)
	web := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { names <- r.URL.Path }))
	t.Cleanup(web.Close)
	for protocol, c := range map[string]struct{ endpoint, want string }{
		protocolGRPC: {"http://" + socket.Addr().String(), "a call"},
		"":           {web.URL, "/v1/traces"},
	} {
		t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", c.endpoint)
		t.Setenv("OTEL_EXPORTER_OTLP_PROTOCOL", protocol)
		traces, err := newTracing(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, span := traces.Provider.Tracer("test").Start(t.Context(), "a call")
		span.End()
		if err := traces.stop(t.Context()); err != nil {
			t.Errorf("%q: %v", protocol, err)
		}
		if got := <-names; got != c.want {
			t.Errorf("%q: the collector got %q, want %q", protocol, got, c.want)
		}
	}
}

// A caller's traceparent, sampled or not, doesn't change the sampling. The jobs of a call are sampled with it.
func TestTracesAreSampled(t *testing.T) {
	const calls = 200 // so many that all or none of them sampled means a fault
	for _, flag := range []trace.TraceFlags{0, trace.FlagsSampled} {
		t.Setenv("OTEL_TRACES_SAMPLER_ARG", "0.5")
		kept := tracetest.NewInMemoryExporter()
		traces, err := TracingTo(kept)
		if err != nil {
			t.Fatal(err)
		}
		tracer := traces.Provider.Tracer("test")
		visitor := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{15: 1}, SpanID: trace.SpanID{7: 1}, TraceFlags: flag, Remote: true})
		for range calls {
			ctx, call := tracer.Start(trace.ContextWithRemoteSpanContext(t.Context(), visitor), "call")
			_, job := tracer.Start(trace.ContextWithSpanContext(t.Context(), trace.SpanContextFromContext(ctx).WithRemote(false)), "job")
			job.End()
			call.End()
		}
		flusher, ok := traces.Provider.(*sdktrace.TracerProvider)
		if !ok {
			t.Fatalf("the provider is a %T", traces.Provider)
		}
		if err := flusher.ForceFlush(t.Context()); err != nil {
			t.Fatal(err)
		}
		names := map[string]int{}
		for _, s := range kept.GetSpans() {
			names[s.Name]++
		}
		if names["call"] == 0 || names["call"] == calls || names["job"] != names["call"] {
			t.Errorf("flag %v: %d of %d calls were kept, and %d jobs of them", flag, names["call"], calls, names["job"])
		}
	}
}

// Traces are off unless the environment enables them. An unsupported value is an error, not ignored.
func TestTraceSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		env   map[string]string
		want  bool
		fails bool
	}{
		{"nothing set", nil, false, false},
		{"endpoint", map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, true, false},
		{"exporter", map[string]string{"OTEL_TRACES_EXPORTER": "otlp"}, true, false},
		{"off by exporter", map[string]string{"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, false, false},
		{"disabled", map[string]string{"OTEL_SDK_DISABLED": "true", "OTEL_TRACES_EXPORTER": "otlp"}, false, false},
		{"grpc", map[string]string{"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, true, false},
		{"grpc for traces alone", map[string]string{"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "grpc"}, true, false},
		{"another protocol", map[string]string{"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"}, false, true},
		{"another exporter", map[string]string{"OTEL_TRACES_EXPORTER": "zipkin"}, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := tracesEnabled(func(name string) string { return c.env[name] })
			if got != c.want || (err != nil) != c.fails {
				t.Errorf("got %t, %v; want %t, failure %t", got, err, c.want, c.fails)
			}
		})
	}
}
