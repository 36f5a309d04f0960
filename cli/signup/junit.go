package signup

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cojoin/cojoin/cli/scenario"
)

// The parts of JUnit's format that CI servers read.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Seconds  string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	File     string      `xml:"file,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Seconds  string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
	millis   int64
}

type junitCase struct {
	Name       string           `xml:"name,attr"`
	Class      string           `xml:"classname,attr"`
	File       string           `xml:"file,attr"`
	Line       string           `xml:"line,attr,omitempty"`
	Seconds    string           `xml:"time,attr"`
	Properties *junitProperties `xml:"properties"`
	Skipped    *junitSkipped    `xml:"skipped"`
	Failure    *junitFailure    `xml:"failure"`
	Output     string           `xml:"system-out,omitempty"`
}

type junitProperties struct {
	All []junitProperty `xml:"property"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Kind    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// junitOf returns a suite for each file and a case for each run. An invalid file is one failed case.
func junitOf(r *report, took time.Duration) junitSuites {
	all := junitSuites{Name: "cojoin signup run", Seconds: seconds(took.Milliseconds())}
	suites := map[string]*junitSuite{}
	add := func(file string, c junitCase, millis int64) {
		s := suites[file]
		if s == nil {
			s = &junitSuite{Name: c.Class, File: file}
			suites[file] = s
		}
		if s.Name != c.Class {
			s.Name = file
		}
		s.Tests++
		all.Tests++
		if c.Failure != nil {
			s.Failures++
			all.Failures++
		}
		if c.Skipped != nil {
			s.Skipped++
			all.Skipped++
		}
		s.millis += millis
		s.Cases = append(s.Cases, c)
	}
	for _, in := range r.invalid {
		add(in.file, invalidCase(in), 0)
	}
	for _, o := range inFileOrder(r.outcomes) {
		add(o.File, runCase(o), o.Millis)
	}
	for _, j := range r.notRun {
		s := j.scenario
		at := failedAt(scenario.Result{File: s.File}, s.At)
		add(s.File, junitCase{
			Name: runName(j.number), Class: s.Name, File: at.File, Line: lineOf(at), Seconds: seconds(0), Skipped: &junitSkipped{"not run: an earlier run failed or was interrupted"},
		}, 0)
	}
	for _, s := range suites {
		s.Seconds = seconds(s.millis)
		all.Suites = append(all.Suites, *s)
	}
	slices.SortFunc(all.Suites, func(a, b junitSuite) int { return strings.Compare(a.File, b.File) })
	return all
}

// inFileOrder sorts runs by file, scenario and number.
func inFileOrder(outcomes []outcome) []outcome {
	sorted := slices.Clone(outcomes)
	slices.SortStableFunc(sorted, func(a, b outcome) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if c := strings.Compare(a.Scenario, b.Scenario); c != 0 {
			return c
		}
		return a.Run - b.Run
	})
	return sorted
}

func runCase(o outcome) junitCase {
	at := failedAt(o.Result, o.at)
	c := junitCase{Name: runName(o.Run), Class: o.Scenario, File: at.File, Line: lineOf(at), Seconds: seconds(o.Millis)}
	if o.Try > 1 {
		first := failureText(*o.First, o.at)
		c.Properties = &junitProperties{[]junitProperty{{"tries", strconv.Itoa(o.Try)}, {"firstFailure", firstLine(first)}}}
		c.Output = fmt.Sprintf("failed %d tries; the first:\n%s", o.Try, first)
		if o.OK {
			c.Output = fmt.Sprintf("passed at try %d; the first failed:\n%s", o.Try, first)
		}
	}
	if !o.OK {
		text := failureText(o.Result, o.at)
		c.Failure = &junitFailure{Message: firstLine(text), Kind: "unexpected", Text: text}
	}
	return c
}

func invalidCase(in input) junitCase {
	text := in.mistakes.Error()
	at := scenario.Position{File: in.file}
	if len(in.mistakes) > 0 {
		at = in.mistakes[0].At
	}
	return junitCase{
		Name: "invalid file", Class: in.file, File: at.File, Line: lineOf(at), Seconds: seconds(0),
		Failure: &junitFailure{Message: firstLine(text), Kind: "invalid", Text: text},
	}
}

func runName(number int) string { return fmt.Sprintf("run %d", number) }

func lineOf(at scenario.Position) string {
	if at.Line == 0 {
		return ""
	}
	return strconv.Itoa(at.Line)
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

func seconds(millis int64) string { return fmt.Sprintf("%.3f", float64(millis)/1000) }

func writeJUnit(path string, suites junitSuites) error {
	raw, err := xml.MarshalIndent(suites, "", "  ")
	if err != nil {
		return fmt.Errorf("junit report: %w", err)
	}
	return writeReport(path, append([]byte(xml.Header), append(raw, '\n')...))
}
