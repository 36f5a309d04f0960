package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel"
)

// Every line of the log is JSON, also those of OpenTelemetry. Durations are milliseconds, with the unit in their name.
func TestLogIsJSONWithStatedUnits(t *testing.T) {
	var out bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetErr(&out)
	log := Log(cmd)
	log.Info("call", slog.Duration("took", 1250*time.Microsecond), slog.Group("limit", "window", 15*time.Minute), "status", 200)
	otel.Handle(errors.New("the collector is away"))
	var lines []map[string]any
	for d := json.NewDecoder(&out); d.More(); {
		line := map[string]any{}
		if err := d.Decode(&line); err != nil {
			t.Fatalf("after %d lines: %v", len(lines), err)
		}
		delete(line, slog.TimeKey)
		lines = append(lines, line)
	}
	want := []map[string]any{
		{"level": "INFO", "msg": "call", "took_ms": 1.25, "limit": map[string]any{"window_ms": 900000.0}, "status": 200.0},
		{"level": "WARN", "msg": "traces", "error": "the collector is away"},
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}
