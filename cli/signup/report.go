package signup

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/scenario"
)

// signupReport writes a report of each run, as text or as one JSON object per line.
type signupReport struct {
	mu             sync.Mutex
	out            io.Writer
	json           bool
	paint          console.Painter
	passed, failed int
	results        []scenario.Result
	progress       *progress
}

func newSignupReport(out, errOut io.Writer, asJSON bool, total int) *signupReport {
	return &signupReport{out: out, json: asJSON, paint: console.NewPainter(out), progress: newProgress(errOut, total)}
}

// begin reports the start of a run.
func (r *signupReport) begin(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.begin(name)
}

// add reports a run. Runs may end at the same time.
func (r *signupReport) add(res scenario.Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if res.OK {
		r.passed++
	} else {
		r.failed++
	}
	r.results = append(r.results, res)
	r.progress.clear()
	defer r.progress.end(res.Scenario, res.OK)
	if r.json {
		line, err := json.Marshal(res)
		if err != nil { // texts and numbers only
			panic(err)
		}
		fmt.Fprintf(r.out, "%s\n", line)
		return
	}
	r.print(res)
}

func (r *signupReport) print(res scenario.Result) {
	fmt.Fprintf(r.out, "%s  %s  %s\n", r.mark(res.OK), r.paint.Bold(res.Scenario), r.paint.Soft(fmt.Sprintf("run %d, %d ms", res.Run, res.Millis)))
	for _, s := range res.Steps {
		detail := ""
		switch {
		case len(s.Errors) > 0:
			parts := make([]string, len(s.Errors))
			for i, v := range s.Errors {
				parts[i] = fmt.Sprintf("%s: %s", v.Field, v.Text)
			}
			detail = strings.Join(parts, "; ")
		case s.Problem != "":
			detail = s.Problem
		case s.Next != "":
			detail = "next " + s.Next
		}
		fmt.Fprintf(r.out, "   %s  %-12s %s\n", r.mark(s.OK), s.Action, r.paint.Soft(detail))
		for _, f := range s.Failures {
			fmt.Fprintf(r.out, "      %s\n", r.paint.Bad(f))
		}
	}
	if res.Receipt != nil {
		t := res.Receipt.Totals
		fmt.Fprintf(r.out, "   receipt %s: %s for %s, transaction %s\n", res.Receipt.ReceiptID, t.TotalFormatted, res.Receipt.ReceiptText, cmp.Or(res.Receipt.TransactionID, "none"))
	}
	for _, f := range res.Failures {
		fmt.Fprintf(r.out, "   %s\n", r.paint.Bad(f))
	}
}

func (r *signupReport) mark(ok bool) string {
	if ok {
		return r.paint.Good("ok")
	}
	return r.paint.Bad("no")
}

// summary writes the number of successful runs to standard error: standard output is for data only.
func (r *signupReport) summary(w io.Writer) {
	r.progress.clear()
	if r.passed+r.failed > 1 || r.failed > 0 {
		fmt.Fprintf(w, "%d of %d runs as expected\n", r.passed, r.passed+r.failed)
	}
}
