package main

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/grpc"
)

// grpcCollector takes spans as a collector does.
type grpcCollector struct {
	collector.UnimplementedTraceServiceServer
	names chan string
}

func (c *grpcCollector) Export(_ context.Context, in *collector.ExportTraceServiceRequest) (*collector.ExportTraceServiceResponse, error) {
	c.names <- in.ResourceSpans[0].ScopeSpans[0].Spans[0].Name
	return &collector.ExportTraceServiceResponse{}, nil
}

// Spans reach a collector by the protocol that the environment names.
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
		_, span := traces.provider.Tracer("test").Start(t.Context(), "a call")
		span.End()
		if err := traces.stop(t.Context()); err != nil {
			t.Errorf("%q: %v", protocol, err)
		}
		if got := <-names; got != c.want {
			t.Errorf("%q: the collector got %q, want %q", protocol, got, c.want)
		}
	}
}
