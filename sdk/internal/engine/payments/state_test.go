package payments

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/payment"
)

var updateDocs = flag.Bool("update-docs", false, "write docs/payment-states.md")

const (
	stateDoc       = "../../../../docs/payment-states.md"
	stateMigration = "../../../internal/db/migrations/20261123000000_baseline.sql"
)

// sqlStates returns the list of states after a piece of the migration.
func sqlStates(t *testing.T, after string) []string {
	t.Helper()
	raw, err := os.ReadFile(stateMigration)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(raw), after)
	if !found {
		t.Fatalf("%s has no %q", stateMigration, after)
	}
	_, list, _ := strings.Cut(rest, " IN (")
	list, _, _ = strings.Cut(list, ")")
	var states []string
	for _, quoted := range regexp.MustCompile(`'(\w+)'`).FindAllStringSubmatch(list, -1) {
		states = append(states, quoted[1])
	}
	return states
}

// statesWhere returns the states that match a predicate, in the order of AttemptStates.
func statesWhere(f func(payment.AttemptState) bool) []string {
	var out []string
	for _, s := range payment.AttemptStates {
		if f(s) {
			out = append(out, string(s))
		}
	}
	return slices.Clip(out)
}

func TestAttemptRules(t *testing.T) {
	t.Parallel()
	sorted := func(s []string) []string { return slices.Sorted(slices.Values(s)) }

	t.Run("database", func(t *testing.T) {
		t.Parallel()
		all := statesWhere(func(payment.AttemptState) bool { return true })
		for after, want := range map[string][]string{
			"CONSTRAINT payment_attempts_state":   all,
			"    live     ":                       statesWhere(IsLive),
			"CONSTRAINT payment_attempts_watched": statesWhere(isWatched),
			"    unsettled     ":                  statesWhere(func(s payment.AttemptState) bool { return IsUnsettled(s) && !isWatched(s) }),
		} {
			want = slices.DeleteFunc(want, func(s string) bool { return isStored(payment.AttemptState(s)) != payment.AttemptState(s) }) // columns beside another state
			if diff := cmp.Diff(sorted(want), sorted(sqlStates(t, after))); diff != "" {
				t.Errorf("%s (-table +SQL):\n%s", after, diff)
			}
		}
		if len(all) != len(attemptRules) {
			t.Errorf("AttemptStates lists %d of %d states", len(all), len(attemptRules))
		}
	})

	t.Run("every state can be reached and is left only for a known one", func(t *testing.T) {
		t.Parallel()
		reached := map[payment.AttemptState]bool{payment.AttemptCreated: true}
		for range attemptRules {
			for from := range reached {
				for _, to := range attemptRules[from].next {
					reached[to] = true
				}
			}
		}
		for _, s := range payment.AttemptStates {
			if !reached[s] {
				t.Errorf("%s can't be reached", s)
			}
			if _, known := attemptRules[s]; !known {
				t.Errorf("%s has no rule", s)
			}
		}
	})

	t.Run("diagram", func(t *testing.T) {
		t.Parallel()
		want := stateDiagram()
		if *updateDocs {
			if err := os.WriteFile(stateDoc, want, 0o644); err != nil { //nolint:gosec // a document
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(stateDoc)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s differs from the table; run: go test ./sdk/internal/engine/payments -run TestAttemptRules -update-docs (-want +got):\n%s", stateDoc, diff)
		}
	})
}

// A time beside the stored state counts in that state only, since an older release doesn't clear it.
func TestStateOf(t *testing.T) {
	t.Parallel()
	at := time.Now()
	for _, tc := range []struct {
		attempt db.PaymentAttempt
		want    payment.AttemptState
	}{
		{db.PaymentAttempt{State: "captured"}, payment.AttemptCaptured},
		{db.PaymentAttempt{State: "captured", SettledAt: &at}, payment.AttemptSettled},
		{db.PaymentAttempt{State: "captured", LostAt: &at}, payment.AttemptCaptured},
		{db.PaymentAttempt{State: "disputed", SettledAt: &at}, payment.AttemptDisputed},
		{db.PaymentAttempt{State: "disputed", SettledAt: &at, LostAt: &at}, payment.AttemptLost},
		{db.PaymentAttempt{State: "refunded", SettledAt: &at, LostAt: &at}, payment.AttemptRefunded},
	} {
		if got := StateOf(tc.attempt); got != tc.want {
			t.Errorf("%s, settled %t, lost %t: %s, want %s", tc.attempt.State, tc.attempt.SettledAt != nil, tc.attempt.LostAt != nil, got, tc.want)
		}
	}
}

// An unsettled attempt is one that the sweep or an operator has work with.
func TestUnsettled(t *testing.T) {
	t.Parallel()
	want := []string{
		"created", "sent", "unknown", "authorised", "capturing", "review", "capture_failed",
	}
	if diff := cmp.Diff(want, statesWhere(IsUnsettled)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// walk holds the attempt's past, as far as money is concerned.
type walk struct {
	state                               payment.AttemptState
	sent, approved, capturing, captured bool
	wasLive, refused, gaveUp            bool
}

func (w *walk) check(t *rapid.T) {
	rule := attemptRules[w.state]
	switch {
	case w.captured && !w.approved:
		t.Fatalf("%s: captured without an authorization", w.state)
	case w.approved && !w.sent:
		t.Fatalf("%s: approved, and nothing was sent", w.state)
	case rule.status == payment.Accepted && !w.approved:
		t.Fatalf("%s: the customer sees a payment without an approval", w.state)
	case rule.subscription == subscriptionActive && !w.approved:
		t.Fatalf("%s: an active subscription without money", w.state)
	case w.captured && !rule.live && w.state != payment.AttemptVoided:
		t.Fatalf("%s: money moved, but another attempt is allowed", w.state)
	case (w.refused || w.gaveUp) && rule.codes != codesReleased:
		t.Fatalf("%s: nothing will be charged, but the codes aren't released", w.state)
	case rule.Open && rule.status != payment.Confirming:
		t.Fatalf("%s: open, but the customer's status isn't \"confirming\"", w.state)
	case !w.wasLive && rule.live:
		t.Fatalf("%s: a replaced attempt is live again", w.state)
	}
	w.wasLive = rule.live
}

// In whatever order events happen, the machine's state is true about the money.
func TestAttemptSequences(t *testing.T) {
	t.Parallel()
	events := map[payment.AttemptEvent]bool{}
	for _, rule := range attemptRules {
		for e := range rule.next {
			events[e] = true
		}
	}
	all := slices.Sorted(maps.Keys(events))
	rapid.Check(t, func(t *rapid.T) {
		w := &walk{state: payment.AttemptCreated, wasLive: true}
		for range rapid.IntRange(1, 30).Draw(t, "length") {
			event := rapid.SampledFrom(all).Draw(t, "event")
			to, err := stepFrom(w.state, event)
			if err != nil {
				if to != w.state {
					t.Fatalf("%s: a refused %s led to %s", w.state, event, to)
				}
				continue
			}
			w.state = to
			switch event {
			case payment.EventSend:
				w.sent = true
			case payment.EventApprove:
				w.approved = true
			case payment.EventCapture:
				if !w.approved { // a renewal that an operator found after all
					w.approved = true
				}
				w.capturing = true
			case payment.EventSettle:
				w.captured = true
			case payment.EventDecline:
				w.refused = true
			case payment.EventGiveUp, payment.EventSupersede, payment.EventAbort:
				w.gaveUp = true
			}
			w.check(t)
		}
	})
}

// stateDiagram returns the table as a document.
func stateDiagram() []byte {
	var b bytes.Buffer
	b.WriteString("# The states of a payment attempt\n\n")
	b.WriteString("Made from the table in `sdk/internal/engine/payments/state.go`; a test fails when the two differ. Don't edit it.\n\n")
	b.WriteString("```mermaid\nstateDiagram-v2\n    [*] --> created\n")
	for _, from := range payment.AttemptStates {
		next := attemptRules[from].next
		for _, e := range slices.Sorted(maps.Keys(next)) {
			fmt.Fprintf(&b, "    %s --> %s: %s\n", from, next[e], e)
		}
		if IsFinal(from) {
			fmt.Fprintf(&b, "    %s --> [*]\n", from)
		}
	}
	b.WriteString("```\n\n")
	b.WriteString("*Live*: no other attempt may be made for the sign-up. *Open*: it isn't decided yet; the sign-up can't be changed.\n")
	b.WriteString("The last four columns say what the state means for the customer, the codes and the coupon, the subscription, and which mail leaves on getting there.\n\n")
	b.WriteString("*Disputed* is a chargeback: the payer's bank has taken the money, and may give it back. A won dispute makes the attempt settled, and the subscription active again. A payment that was refunded in full meanwhile becomes refunded next, and the subscription ends.\n")
	b.WriteString("*Settled* and *lost* are stored as the times `settled_at` and `lost_at` beside the states captured and disputed.\n\n")
	b.WriteString("| state | live | open | customer | codes | subscription | mail |\n|---|---|---|---|---|---|---|\n")
	yes := map[bool]string{true: "yes"}
	for _, s := range payment.AttemptStates {
		r := attemptRules[s]
		status := string(r.status)
		switch {
		case status == "" && r.subscription == subscriptionNone:
			status = "may try again"
		case status == "": // a placed order can get to this state, too
			status = "accepted if the order was placed, else may try again"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", s, yes[r.live], yes[r.Open], status, r.codes, r.subscription, r.mail)
	}
	return b.Bytes()
}
