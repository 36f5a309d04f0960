package signup

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/scenario"
)

// summary is the outcome of all runs.
type summary struct {
	Runs      int               `json:"runs"`
	Passed    int               `json:"passed"` // with the retried
	Retried   int               `json:"retried"`
	Failed    int               `json:"failed"`
	NotRun    int               `json:"notRun"`
	Millis    int64             `json:"ms"`
	Scenarios []scenarioSummary `json:"scenarios"`
	Invalid   []invalidFile     `json:"invalidFiles"`
}

// invalidFile is a file that can't be run.
type invalidFile struct {
	File     string            `json:"file"`
	OK       bool              `json:"ok"` // false
	Mistakes scenario.Mistakes `json:"mistakes"`
}

// scenarioSummary is the outcome of one scenario's runs.
type scenarioSummary struct {
	Scenario string   `json:"scenario"`
	File     string   `json:"file"`
	Runs     int      `json:"runs"`
	Retried  int      `json:"retried"` // passed, but not at the first try
	Failed   int      `json:"failed"`
	Median   int64    `json:"medianMs"`
	Slowest  int64    `json:"slowestMs"`
	Failures []string `json:"failures"` // without repetitions, also of the first tries
}

func summarize(r *report, took time.Duration) summary {
	sum := summary{Runs: len(r.outcomes), NotRun: len(r.notRun), Millis: took.Milliseconds(), Scenarios: []scenarioSummary{}, Invalid: []invalidFile{}}
	for _, in := range r.invalid {
		sum.Invalid = append(sum.Invalid, invalidFile{File: in.file, Mistakes: in.mistakes})
	}
	var times []int64
	for _, o := range inFileOrder(r.outcomes) {
		if n := len(sum.Scenarios); n == 0 || sum.Scenarios[n-1].File != o.File || sum.Scenarios[n-1].Scenario != o.Scenario {
			sum.Scenarios = append(sum.Scenarios, scenarioSummary{Scenario: o.Scenario, File: o.File, Failures: []string{}})
			times = nil
		}
		s := &sum.Scenarios[len(sum.Scenarios)-1]
		s.Runs++
		times = append(times, o.Millis)
		slices.Sort(times)
		s.Median, s.Slowest = times[len(times)/2], times[len(times)-1]
		failed := []scenario.Result{}
		if o.First != nil {
			failed = append(failed, *o.First)
		}
		switch {
		case o.retried():
			sum.Passed, sum.Retried, s.Retried = sum.Passed+1, sum.Retried+1, s.Retried+1
		case o.OK:
			sum.Passed++
		default:
			sum.Failed, s.Failed = sum.Failed+1, s.Failed+1
			failed = append(failed, o.Result)
		}
		for _, res := range failed {
			for _, f := range failuresOf(res, o.at) {
				if !slices.Contains(s.Failures, f) {
					s.Failures = append(s.Failures, f)
				}
			}
		}
	}
	return sum
}

// totals formats the numbers of runs, e.g. 78 of 80 runs as expected, 1 at try 2, 1 file invalid, 3 not run.
func totals(outcomes []outcome, invalid, notRun int) string {
	passed, retried, most := 0, map[int]int{}, 1
	for _, o := range outcomes {
		if o.OK {
			passed++
		}
		if o.retried() {
			retried[o.Try]++
			most = max(most, o.Try)
		}
	}
	parts := []string{fmt.Sprintf("%d of %d runs as expected", passed, len(outcomes))}
	for try := 2; try <= most; try++ {
		if retried[try] > 0 {
			parts = append(parts, fmt.Sprintf("%d at try %d", retried[try], try))
		}
	}
	if invalid > 0 {
		parts = append(parts, console.Count(invalid, "file")+" invalid")
	}
	if notRun > 0 {
		parts = append(parts, fmt.Sprintf("%d not run", notRun))
	}
	return strings.Join(parts, ", ")
}

func writeSummary(path string, sum summary) error {
	raw, err := json.MarshalIndent(sum, "", "  ")
	if err != nil {
		return fmt.Errorf("summary: %w", err)
	}
	return writeReport(path, append(raw, '\n'))
}

func writeReport(path string, raw []byte) error {
	if err := os.WriteFile(path, raw, 0o644); err != nil { //nolint:gosec // a report for others to read
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
