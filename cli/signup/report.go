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

// report writes each invalid file and each run, as text or as one JSON object per line, and collects them for the reports at the end.
type report struct {
	mu       sync.Mutex
	out, err io.Writer
	json     bool
	paint    console.Painter
	progress *progress

	outcomes []outcome
	invalid  []input
	notRun   []job
}

func newReport(out, errOut io.Writer, asJSON bool, total int) *report {
	return &report{out: out, err: errOut, json: asJSON, paint: console.NewPainter(out), progress: newProgress(errOut, total)}
}

// begin reports the start of a run.
func (r *report) begin(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.begin(name)
}

// waits reports a pause of a run on standard error.
func (r *report) waits(name string, w scenario.Wait) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.clear()
	fmt.Fprintf(r.err, "%s: %s\n", name, w)
}

// addInvalid reports an invalid file: one line, and its mistakes on standard error.
func (r *report) addInvalid(in input) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.invalid = append(r.invalid, in)
	fmt.Fprintln(r.err, in.mistakes.Error())
	if r.json {
		r.writeLine(invalidFile{File: in.file, Mistakes: in.mistakes})
		return
	}
	fmt.Fprintf(r.out, "%s  %s  %s\n", r.mark(false), r.paint.Bold(in.file), r.paint.Soft("invalid, not run: "+console.Count(len(in.mistakes), "mistake")))
}

// add reports a run. Runs may end at the same time.
func (r *report) add(o outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.outcomes = append(r.outcomes, o)
	r.progress.clear()
	defer r.progress.end(o.Scenario, o.OK)
	if r.json {
		r.writeLine(o)
		return
	}
	r.print(o)
}

// writeLine writes one value per line.
func (r *report) writeLine(value any) {
	line, err := json.Marshal(value)
	if err != nil { // texts and numbers only
		panic(err)
	}
	fmt.Fprintf(r.out, "%s\n", line)
}

func (r *report) print(o outcome) {
	detail := fmt.Sprintf("run %d, %d ms", o.Run, o.Millis)
	switch {
	case o.retried():
		detail += fmt.Sprintf(", passed at try %d", o.Try)
	case o.Try > 1:
		detail += fmt.Sprintf(", failed %d tries", o.Try)
	}
	fmt.Fprintf(r.out, "%s  %s  %s\n", r.mark(o.OK), r.paint.Bold(o.Scenario), r.paint.Soft(detail))
	if o.retried() {
		fmt.Fprintf(r.out, "%s\n", r.paint.Soft("the first try failed:\n"+failureText(*o.First, o.at)))
	}
	for _, s := range o.Steps {
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
	}
	if o.Receipt != nil {
		t := o.Receipt.Totals
		fmt.Fprintf(r.out, "   receipt %s: %s for %s, transaction %s\n", o.Receipt.ReceiptID, t.TotalFormatted, o.Receipt.ReceiptText, cmp.Or(o.Receipt.TransactionID, "none"))
	}
	if !o.OK {
		first, rest, more := strings.Cut(failureText(o.Result, o.at), "\n")
		fmt.Fprintln(r.out, r.paint.Bad(first))
		if more {
			fmt.Fprintln(r.out, rest)
		}
	}
}

func (r *report) mark(ok bool) string {
	if ok {
		return r.paint.Good("ok")
	}
	return r.paint.Bad("no")
}

// failed reports whether a run failed.
func (r *report) failed() bool {
	for _, o := range r.outcomes {
		if !o.OK {
			return true
		}
	}
	return false
}

// end writes the totals to standard error: standard output is for data only.
func (r *report) end() {
	r.progress.clear()
	if len(r.outcomes) != 1 || !r.outcomes[0].OK || r.outcomes[0].retried() || len(r.invalid)+len(r.notRun) > 0 {
		fmt.Fprintln(r.err, totals(r.outcomes, len(r.invalid), len(r.notRun)))
	}
}
