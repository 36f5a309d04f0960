package audits_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// The daily audit logs nothing about a payment under way: an operator is woken by differences only. The audit on request lists it. Once no process
// works on it, it is a difference.
func TestDailyAuditIsSilentAboutPaymentsUnderWay(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Log = slog.New(slog.NewTextHandler(&logged, nil)) }))
	w.Subscribe(t, fixture.Kept)
	until := w.Clock.Now().Add(time.Minute)
	for _, damage := range []string{"UPDATE orders SET state = 'cancelled'", "UPDATE payment_attempts SET lease_until = '" + until.Format(time.RFC3339) + "'"} {
		if _, err := w.Pool.Exec(t.Context(), damage); err != nil {
			t.Fatal(err)
		}
	}
	type night struct {
		Lines  int // in the log
		Listed []audit.Kind
	}
	audited := func() (n night) {
		t.Helper()
		logged.Reset()
		if err := w.Client.Audit.Recent(t.Context()); err != nil {
			t.Fatal(err)
		}
		n.Lines = strings.Count(logged.String(), "database and provider differ about a payment")
		report, err := w.Client.Audit.Payments(t.Context(), sdktest.Start)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			n.Listed = append(n.Listed, f.Kind)
		}
		return n
	}
	underWay := audited()
	w.Clock.Set(until)
	want := []night{{0, []audit.Kind{audit.Unsettled}}, {1, []audit.Kind{audit.WithoutOrder}}}
	if diff := cmp.Diff(want, []night{underWay, audited()}); diff != "" {
		t.Errorf("under way, and after it (-want +got):\n%s", diff)
	}
}
