package serve

import (
	"io"
	"log/slog"
	"time"

	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel"
)

// Log returns a logger that writes JSON lines to standard error. It includes OpenTelemetry's own errors, which would
// otherwise be written there as plain text.
func Log(cmd *cobra.Command) *slog.Logger {
	log := jsonLog(cmd.ErrOrStderr())
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces", "error", err) }))
	return log
}

// jsonLog returns a handler that writes a line of JSON for each record.
func jsonLog(w io.Writer) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: statedUnit}))
}

// statedUnit writes all durations in milliseconds and adds the unit to the name: took=1.25ms becomes
// "took_ms":1.25. slog's JSON would write a bare number of nanoseconds.
func statedUnit(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() != slog.KindDuration {
		return a
	}
	return slog.Float64(a.Key+"_ms", float64(a.Value.Duration())/float64(time.Millisecond))
}
