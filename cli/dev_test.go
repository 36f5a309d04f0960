package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/internal/race"
	"github.com/cojoin/cojoin/sdk/signup"
)

// output is a command's output while it runs.
type output struct {
	mu    sync.Mutex
	b     bytes.Buffer
	grown chan struct{}
}

func newOutput() *output { return &output{grown: make(chan struct{}, 1)} }

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	select {
	case o.grown <- struct{}{}:
	default:
	}
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// waitFor returns the first submatch as soon as the output has it.
func (o *output) waitFor(t *testing.T, pattern string, ended <-chan int) string {
	t.Helper()
	want := regexp.MustCompile(pattern)
	limit := time.NewTimer(2 * time.Minute)
	defer limit.Stop()
	for {
		if m := want.FindStringSubmatch(o.String()); m != nil {
			return m[1]
		}
		select {
		case <-o.grown:
		case code := <-ended:
			t.Fatalf("ended with exit code %d:\n%s", code, o.String())
		case <-limit.C:
			t.Fatalf("the output lacks %s:\n%s", pattern, o.String())
		}
	}
}

// development is a running `cojoin dev`.
type development struct {
	public, ledger, database string
	folder                   string
	out                      *output
	stop                     func() int
}

// startDev starts `cojoin dev` in this process, in a folder of its own.
func startDev(t *testing.T) *development {
	t.Helper()
	folder, err := os.MkdirTemp("", "cojoin-dev-test-") // not t.TempDir: run as root, Postgres has to enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o711); err != nil { //nolint:gosec // others may pass through
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	d := &development{out: newOutput(), folder: folder}
	ended := make(chan int, 1)
	go func() {
		ended <- runUntil(ctx, []string{"dev", "--addr", "127.0.0.1:0", "--data", folder}, strings.NewReader(""), d.out, d.out)
	}()
	var once sync.Once
	code := -1
	d.stop = func() int {
		once.Do(func() { cancel(); code = <-ended })
		return code
	}
	t.Cleanup(func() { d.stop() })
	d.out.waitFor(t, `(Ctrl-C stops everything)`, ended)
	d.public = d.out.waitFor(t, `Join page\s+(http://[^/\s]+)/app/join`, ended)
	d.ledger = d.out.waitFor(t, `sandbox's ledger\s+(\S+)`, ended)
	d.database = d.out.waitFor(t, `DATABASE_URL=(\S+)`, ended)
	d.out.waitFor(t, "("+regexp.QuoteMeta(os.Args[0])+") signup run examples/scenarios/parent-card.yaml --server http", ended)
	return d
}

// command runs another command line, and returns its exit code and output.
func command(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = runUntil(t.Context(), args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

func getJSON(t *testing.T, address string, v any) {
	t.Helper()
	res, err := http.Get(address) //nolint:gosec // the test's own server
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		t.Fatalf("%s: %v: %s", address, err, raw)
	}
}

// The whole path of a developer: dev, a scripted sign-up, the sandbox's charge, and the emails.
func TestDevCompletesASignup(t *testing.T) {
	t.Parallel()
	d := startDev(t)
	code, out, errOut := command(t, "signup", "run", "../examples/scenarios/parent-card.yaml", "--json", "--server", d.public)
	if code != exitOK {
		t.Fatalf("exit code %d: %s%s", code, out, errOut)
	}
	var result scenario.Result
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatal(err)
	}
	if !result.OK || result.Outcome != "receipt" || result.Receipt == nil {
		t.Fatalf("no receipt: %s", out)
	}
	type transaction struct{ ID, Status, Amount, Currency string }
	var captured []transaction
	eventually(t, "the payment is captured", func() bool {
		var ledger struct {
			Transactions []struct {
				ID       string `json:"id"`
				Status   string `json:"status"`
				Amount   string `json:"amount"`
				Currency string `json:"currency"`
			} `json:"transactions"`
		}
		getJSON(t, d.ledger+"/sandbox/ledger", &ledger)
		captured = nil
		for _, tx := range ledger.Transactions {
			captured = append(captured, transaction(tx))
		}
		return len(captured) > 0 && captured[0].Status != "authorized"
	})
	want := []transaction{{result.Receipt.TransactionID, "submitted_for_settlement", result.Receipt.Totals.Total, "USD"}}
	if diff := cmp.Diff(want, captured); diff != "" {
		t.Errorf("ledger (-want +got):\n%s", diff)
	}
	var kinds []string
	eventually(t, "two mails are in the outbox", func() bool {
		var outbox struct {
			Mails []struct{ Kind, To string }
		}
		getJSON(t, d.public+"/dev/outbox.json", &outbox)
		kinds = nil
		for _, m := range outbox.Mails {
			kinds = append(kinds, m.Kind)
		}
		return len(kinds) >= 2
	})
	if len(kinds) != 2 || !strings.Contains(strings.Join(kinds, " "), "receipt") || !strings.Contains(strings.Join(kinds, " "), "invitation") {
		t.Errorf("outbox holds %v, want one receipt and one invitation", kinds)
	}
	if code := d.stop(); code != exitOK {
		t.Errorf("Ctrl-C: exit code %d:\n%s", code, d.out)
	}
	if res, err := http.Get(d.public + "/livez"); err == nil {
		_ = res.Body.Close()
		t.Error("the server still answers after Ctrl-C")
	}
}

// renewals are the scenarios that move the server's clock.
func renewals(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../examples/scenarios/renewals/*.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("found %d scenarios of renewals: %v", len(files), err)
	}
	return files
}

// The matrix of countries, methods, languages and layouts passes, eight runs in parallel, and after it each scenario of later events, by itself.
func TestMatrixAndLaterEventsPass(t *testing.T) {
	t.Parallel()
	d := startDev(t)
	files := []string{"../examples/scenarios/later", "../examples/scenarios/matrix"}
	want := "87 of 87 runs as expected\n"
	if race.Detector { // the detector makes the server five times slower; without it, make test runs them all
		files, want = []string{"../examples/scenarios/later/lost-answer.yaml", "../examples/scenarios/later/mailed-link.yaml"}, "2 of 2 runs as expected\n"
	}
	code, out, errOut := command(t, append([]string{"signup", "run", "--server", d.public, "--parallel", "8"}, files...)...)
	if code != exitOK || !strings.HasSuffix(errOut, want) {
		t.Errorf("exit code %d, want 0 and %q:\n%s%s", code, want, out, errOut)
	}
}

// Every shipped scenario passes, eight in parallel, and passes again on the same database. Scenarios that move the clock run last. The operator's
// commands show the results.
func TestShippedScenariosPassTwice(t *testing.T) {
	t.Parallel()
	d := startDev(t)
	files, err := filepath.Glob("../examples/scenarios/*.yaml")
	if err != nil || len(files) < 30 {
		t.Fatalf("found %d scenarios: %v", len(files), err)
	}
	summary := filepath.Join(t.TempDir(), "summary.json")
	for range 2 {
		args := append([]string{"signup", "run", "--server", d.public, "--parallel", "8", "--summary", summary}, files...)
		code, out, errOut := command(t, args...)
		if code != exitOK {
			t.Fatalf("exit code %d:\n%s%s\n%s", code, out, errOut, d.out)
		}
		if want := fmt.Sprintf("%d of %d runs as expected\n", len(files), len(files)); !strings.HasSuffix(errOut, want) { // lines of progress are before it on a slow machine
			t.Errorf("output %q, want %q", errOut, want)
		}
		if code, out, errOut := command(t, append([]string{"signup", "run", "--server", d.public}, renewals(t)...)...); code != exitOK {
			t.Fatalf("renewals: exit code %d:\n%s%s", code, out, errOut)
		}
	}
	raw, err := os.ReadFile(summary)
	if err != nil {
		t.Fatal(err)
	}
	var sum struct {
		Runs, Passed int
		Scenarios    []json.RawMessage
	}
	if err := json.Unmarshal(raw, &sum); err != nil || sum.Runs != len(files) || sum.Passed != len(files) || len(sum.Scenarios) != len(files) {
		t.Errorf("summary %+v: %v", sum, err)
	}

	code, out, errOut := command(t, "signup", "generate", "--count", "12", "--seed", "11", "--run", "--parallel", "8", "--server", d.public)
	if code != exitOK {
		t.Errorf("generated sign-ups: exit code %d:\n%s%s", code, out, errOut)
	}

	config := filepath.Join(d.folder, "cojoin.yaml")
	var paid []signup.Info
	code, out, errOut = command(t, "signup", "list", "--config", config, "--state", "paid", "--limit", "500", "--json")
	if err := json.Unmarshal([]byte(out), &paid); code != exitOK || err != nil || len(paid) < 12 {
		t.Fatalf("%d paid sign-ups are listed, exit code %d, %v: %s", len(paid), code, err, errOut)
	}
	code, out, errOut = command(t, "signup", "inspect", paid[0].SignupID, "--config", config)
	if code != exitOK || !strings.Contains(out, paid[0].SignupID) || !strings.Contains(out, "created") || !strings.Contains(out, "paid") {
		t.Errorf("inspect: exit code %d:\n%s%s", code, out, errOut)
	}
}

// A scenario with an unmet expectation fails and reports it.
func TestSignupRunFailsOnUnmetExpectation(t *testing.T) {
	t.Parallel()
	d := startDev(t)
	file := filepath.Join(t.TempDir(), "wrong.yaml")
	if err := os.WriteFile(file, []byte(`name: Wrong
steps:
  - parent: { firstName: Ada, lastName: Lee, email: "ada.{{unique}}@example.com", phoneNumber: "215{{digits}}" }
    expect: { next: /step9 }
`), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, _ := command(t, "signup", "run", file, "--server", d.public)
	if code != exitFailed || !strings.Contains(out, `expected /step9 next, got "/step2"`) {
		t.Errorf("exit code %d, output:\n%s", code, out)
	}
}

// eventually waits until the condition holds. It checks every 20 ms.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond) // the awaited work needs the processor, too
	defer tick.Stop()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); <-tick.C {
		if so() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}
