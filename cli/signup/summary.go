package signup

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/cli/scenario"
)

// signupSummary is the outcome of all runs.
type signupSummary struct {
	Runs      int               `json:"runs"`
	Passed    int               `json:"passed"`
	Failed    int               `json:"failed"`
	Millis    int64             `json:"ms"`
	Scenarios []scenarioSummary `json:"scenarios"`
}

// scenarioSummary is the outcome of one file's runs.
type scenarioSummary struct {
	Scenario string   `json:"scenario"`
	File     string   `json:"file"`
	Runs     int      `json:"runs"`
	Failed   int      `json:"failed"`
	Median   int64    `json:"medianMs"`
	Slowest  int64    `json:"slowestMs"`
	Failures []string `json:"failures"` // without repetitions
}

func summarize(results []scenario.Result, took time.Duration) signupSummary {
	sum := signupSummary{Runs: len(results), Millis: took.Milliseconds(), Scenarios: []scenarioSummary{}}
	times := map[string][]int64{}
	at := map[string]int{}
	for _, r := range results {
		i, ok := at[r.File]
		if !ok {
			i = len(sum.Scenarios)
			at[r.File] = i
			sum.Scenarios = append(sum.Scenarios, scenarioSummary{Scenario: r.Scenario, File: r.File, Failures: []string{}})
		}
		s := &sum.Scenarios[i]
		s.Runs++
		times[r.File] = append(times[r.File], r.Millis)
		if r.OK {
			sum.Passed++
			continue
		}
		sum.Failed++
		s.Failed++
		for _, f := range failuresOf(r) {
			if !slices.Contains(s.Failures, f) {
				s.Failures = append(s.Failures, f)
			}
		}
	}
	for i := range sum.Scenarios {
		t := times[sum.Scenarios[i].File]
		slices.Sort(t)
		sum.Scenarios[i].Median, sum.Scenarios[i].Slowest = t[len(t)/2], t[len(t)-1]
	}
	slices.SortFunc(sum.Scenarios, func(a, b scenarioSummary) int { return strings.Compare(a.File, b.File) })
	return sum
}

// failuresOf lists the unmet expectations, each with its step.
func failuresOf(r scenario.Result) []string {
	var all []string
	for _, s := range r.Steps {
		for _, f := range s.Failures {
			all = append(all, fmt.Sprintf("step %d (%s): %s", s.Step, s.Action, f))
		}
	}
	return append(all, r.Failures...)
}

func writeSummary(path string, sum signupSummary) error {
	raw, err := json.MarshalIndent(sum, "", "  ")
	if err != nil {
		return fmt.Errorf("summary: %w", err)
	}
	return writeReport(path, append(raw, '\n'))
}

// The parts of JUnit's format that CI servers read.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Seconds  string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	File     string      `xml:"file,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Seconds  string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Seconds string        `xml:"time,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a suite for each file and a case for each run.
func writeJUnit(path string, results []scenario.Result, took time.Duration) error {
	sorted := slices.Clone(results)
	slices.SortFunc(sorted, func(a, b scenario.Result) int {
		if byFile := strings.Compare(a.File, b.File); byFile != 0 {
			return byFile
		}
		return a.Run - b.Run
	})
	all := junitSuites{Name: "cojoin signup run", Seconds: seconds(took.Milliseconds())}
	var spent int64
	for _, r := range sorted {
		if len(all.Suites) == 0 || all.Suites[len(all.Suites)-1].File != r.File {
			all.Suites = append(all.Suites, junitSuite{Name: r.Scenario, File: r.File})
			spent = 0
		}
		suite := &all.Suites[len(all.Suites)-1]
		spent += r.Millis
		c := junitCase{Name: fmt.Sprintf("run %d", r.Run), Class: r.Scenario, Seconds: seconds(r.Millis)}
		if failures := failuresOf(r); !r.OK {
			all.Failures++
			suite.Failures++
			c.Failure = &junitFailure{Text: strings.Join(failures, "\n")}
			if len(failures) > 0 {
				c.Failure.Message = failures[0]
			}
		}
		all.Tests++
		suite.Tests++
		suite.Seconds = seconds(spent)
		suite.Cases = append(suite.Cases, c)
	}
	raw, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return fmt.Errorf("junit report: %w", err)
	}
	return writeReport(path, append([]byte(xml.Header), append(raw, '\n')...))
}

func seconds(millis int64) string { return fmt.Sprintf("%.3f", float64(millis)/1000) }

func writeReport(path string, raw []byte) error {
	if err := os.WriteFile(path, raw, 0o644); err != nil { //nolint:gosec // a report for others to read
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
