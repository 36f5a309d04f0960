package chaos

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/cojoin/cojoin/sdk/payment"
)

// Figures are the results of a run.
type Figures struct {
	Customers int // payments that were tried
	Placed    int // orders of sign-ups
	Renewed   int // terms
	Gone      int // sessions that expired before anything was decided
	Refused   int // duplicates: another sign-up with the same email was quicker

	Kills         map[payment.InterruptPoint]int
	MomentKills   int // at any moment
	PostgresKills int
	Freezes       int
	Takeovers     int            // moves of an attempt to another process
	LostCommits   int            // commits with a lost acknowledgement
	Webhooks      map[string]int // accepted by a server, by time of arrival

	HostKills  int // of the customer's application
	HostEvents int // distinct events delivered
	HostTwice  int // repeated deliveries

	// These have to be zero.
	DoubleCaptures       int
	CapturedWithoutOrder int
	OrderWithoutMoney    int
	ChargedNotDisplayed  int
	OverRedemptions      int
	Orphans              int // authorizations that no process will capture or void
	PaidWithoutAccount   int
	HalfPlaced           int
	Unanswered           int
	AuditDifferences     int
	Doubles              int // two simultaneous payments of one sign-up, order or person
	OldFences            int // writes of a process after its lease
	Stuck                int
	RefundedTwice        int // more refunds than requested
	Astray               int // subscriptions that don't follow the money
	Missed               int // points with fewer kills than required
	HostLost             int // events that the host never accepted
	HostUnordered        int // events that it accepted after a later one of the same subject
	HostDifferent        int // seats that differ at the host
	Books                int // unbalanced entries of the journal, and currencies with another balance than the provider's

	Voided   int // authorizations that were voided, as they should be
	ToSettle time.Duration
	Findings []string // each violation
	Notes    map[string]int

	took, voids []time.Duration
}

func newFigures(w *world, outcomes []outcome) *Figures {
	f := &Figures{
		Customers: len(outcomes), Kills: map[payment.InterruptPoint]int{}, PostgresKills: w.pgKills, Freezes: w.freezes, Notes: w.notes,
		LostCommits: w.commits.losses(), Webhooks: w.hooks.sent,
	}
	for _, s := range w.slots {
		f.MomentKills += s.killed()
	}
	maps.Copy(f.Kills, w.serverPoints.kills)
	maps.Copy(f.Kills, w.workerPoints.kills)
	for point, n := range f.Kills {
		if n < w.o.Kills {
			f.fault(&f.Missed, "too few processes were killed at %s: %d", point, n)
		}
	}
	for _, o := range outcomes {
		f.took = append(f.took, o.took)
	}
	return f
}

func (f *Figures) fault(n *int, format string, args ...any) {
	*n++
	f.Findings = append(f.Findings, fmt.Sprintf(format, args...))
}

// Broken reports whether any promise was broken.
func (f *Figures) Broken() bool { return len(f.Findings) > 0 }

// Write prints the figures as a table, and every finding.
func (f *Figures) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name string, value any) { fmt.Fprintf(w, "%s\t%v\n", name, value) }
	row("customers", f.Customers)
	row("orders placed", f.Placed)
	row("terms renewed", f.Renewed)
	row("sessions that ran out", f.Gone)
	row("refused as a duplicate", f.Refused)
	var kills []string
	for _, point := range slices.Sorted(maps.Keys(f.Kills)) {
		kills = append(kills, fmt.Sprintf("%s %d", point, f.Kills[point]))
	}
	row("kills (SIGKILL) at each point", strings.Join(kills, ", "))
	row("kills at any moment", f.MomentKills)
	row("kills of Postgres while placing", f.PostgresKills)
	row("freezes past the lease", f.Freezes)
	row("attempts that passed to another process", f.Takeovers)
	row("commits whose acknowledgement was lost", f.LostCommits)
	var counts []string
	for _, when := range slices.Sorted(maps.Keys(f.Webhooks)) {
		counts = append(counts, fmt.Sprintf("%s %d", when, f.Webhooks[when]))
	}
	row("webhooks taken", strings.Join(counts, ", "))
	row("kills of the customer's application", f.HostKills)
	row("events that it took, and how often again", fmt.Sprintf("%d, %d", f.HostEvents, f.HostTwice))
	row("events that it never got (0)", f.HostLost)
	row("events out of their subject's order (0)", f.HostUnordered)
	row("entitlements about which it is wrong (0)", f.HostDifferent)
	row("double captures (0)", f.DoubleCaptures)
	row("captured without order (0)", f.CapturedWithoutOrder)
	row("order without money (0)", f.OrderWithoutMoney)
	row("charged ≠ displayed (0)", f.ChargedNotDisplayed)
	row("over-redemptions (0)", f.OverRedemptions)
	row("stuck rows (0)", f.Stuck)
	row("orphan authorizations left (0)", f.Orphans)
	row("account without payment, or the reverse (0)", f.PaidWithoutAccount)
	row("orders half placed (0)", f.HalfPlaced)
	row("customers without an answer (0)", f.Unanswered)
	row("differences of the audit (0)", f.AuditDifferences)
	row("writes under an old fence (0)", f.OldFences)
	row("two simultaneous payments of one sign-up, order or person (0)", f.Doubles)
	row("refunds given more often than asked for (0)", f.RefundedTwice)
	row("subscriptions that don't follow the money (0)", f.Astray)
	row("differences between the books and the provider's (0)", f.Books)
	row("time to resolve p50/p99/max", spread(f.took))
	row("authorizations voided", f.Voided)
	row("time to void p50/p99/max", spread(f.voids))
	row("time until all was settled", f.ToSettle.Round(time.Millisecond))
	for _, note := range slices.Sorted(maps.Keys(f.Notes)) {
		row(note, f.Notes[note])
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("chaos: figures: %w", err)
	}
	for _, finding := range f.Findings {
		fmt.Fprintln(out, "BROKEN:", finding)
	}
	return nil
}

func spread(all []time.Duration) string {
	if len(all) == 0 {
		return "-"
	}
	round := func(share float64) time.Duration { return percentile(all, share).Round(time.Millisecond) }
	return fmt.Sprintf("%s / %s / %s", round(0.5), round(0.99), round(1))
}
