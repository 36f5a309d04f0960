package signup

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/cli/scenario"
)

// at is a place in card.yaml.
func at(line, column int) scenario.Position {
	return scenario.Position{File: "card.yaml", Line: line, Column: column}
}

// failedRun has an unexpected second step and two skipped ones.
func failedRun() scenario.Result {
	return scenario.Result{
		Scenario: "Card", File: "card.yaml", Run: 1, Millis: 12,
		Steps: []scenario.StepResult{
			{Step: 1, Action: "parent", At: at(3, 5), OK: true, Next: "FAMILY"},
			{
				Step: 2, Action: "family", At: at(4, 5), Failures: []string{`expected next "PACKAGE", got "BILLING"`, "expected status 200, got 409"},
				Exchange: &scenario.Exchange{Method: "PUT", URL: "http://x/v1/signups/1", Sent: `{"children":[{"age":3}]}`, Status: 409, Answered: "<html>"},
			},
		},
		Skipped: []scenario.Skipped{{Step: 3, Action: "package"}, {Step: 4, Action: "pay"}},
	}
}

const failedText = `card.yaml:4:5: step 2 (family): expected next "PACKAGE", got "BILLING"
card.yaml:4:5: step 2 (family): expected status 200, got 409
   sent      PUT http://x/v1/signups/1
      {
        "children": [
          {
            "age": 3
          }
        ]
      }
   answered  409
      <html>
   skipped:  steps 3 to 4 (package, pay)`

func TestFailureText(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(failedText, failureText(failedRun(), at(1, 1))); diff != "" {
		t.Errorf("a failed step (-want +got):\n%s", diff)
	}
	ending := scenario.Result{File: "card.yaml", Failures: []string{"expected the outcome receipt, got open"}}
	if got, want := failureText(ending, at(9, 1)), "card.yaml:9:1: expected the outcome receipt, got open"; got != want {
		t.Errorf("a failed ending: %q, want %q", got, want)
	}
	asserted := scenario.Result{Steps: []scenario.StepResult{{Step: 1, Action: "read", At: at(3, 5), FailedAt: at(6, 9), Failures: []string{"no"}}}}
	if got, want := failureText(asserted, at(1, 1)), at(6, 9).String()+": step 1 (read): no"; got != want {
		t.Errorf("a failed assertion: %q, want %q", got, want)
	}
	unplaced := scenario.Result{File: "card.yaml:7", Steps: []scenario.StepResult{{Step: 1, Action: "pay", Failures: []string{"no"}, Exchange: &scenario.Exchange{Method: "GET", URL: "u"}}}}
	if got, want := failureText(unplaced, scenario.Position{}), "card.yaml:7: step 1 (pay): no\n   sent      GET u\n   answered  nothing"; got != want {
		t.Errorf("without positions: %q, want %q", got, want)
	}
}

func TestLongBodiesAreCut(t *testing.T) {
	t.Parallel()
	if got, want := bodyLines(strings.Repeat("é", 203)), "      "+strings.Repeat("é", 200)+"… (3 more characters)"; len(got) != 1 || got[0] != want {
		t.Errorf("a long line is %q, want %q", got, want)
	}
	got := bodyLines("[" + strings.Repeat("1,", 40) + "1]")
	if last, want := got[len(got)-1], "      … (13 more lines)"; len(got) != 31 || last != want {
		t.Errorf("a long body has %d lines and ends with %q, want 31 and %q", len(got), last, want)
	}
}

// made returns a report of a passed, a retried and a failed run, of an invalid file, and of a run that didn't begin.
func made(asJSON bool) (r *report, out, errOut *bytes.Buffer) {
	out, errOut = &bytes.Buffer{}, &bytes.Buffer{}
	r = newReport(out, errOut, asJSON, 4)
	first := failedRun()
	r.addInvalid(input{file: "bad.yaml", mistakes: scenario.Mistakes{{At: scenario.Position{File: "bad.yaml", Line: 2, Column: 3}, Text: "unknown key dance"}}})
	r.add(outcome{Result: scenario.Result{Scenario: "Card", File: "card.yaml", Run: 2, OK: true, Millis: 8}, Try: 2, First: &first, at: at(1, 1)})
	r.add(outcome{Result: failedRun(), Try: 1, at: at(1, 1)})
	r.add(outcome{Result: scenario.Result{Scenario: "Code", File: "code.yaml", Run: 1, OK: true, Millis: 5}, Try: 1})
	r.notRun = []job{{&scenario.Scenario{Name: "Late", File: "late.yaml"}, 1}}
	r.end()
	return r, out, errOut
}

func TestReportOfRuns(t *testing.T) {
	t.Parallel()
	_, out, errOut := made(false)
	want := "no  bad.yaml  invalid, not run: 1 mistake\n" +
		"ok  Card  run 2, 8 ms, passed at try 2\nthe first try failed:\n" + failedText + "\n" +
		"no  Card  run 1, 12 ms\n   ok  parent       next FAMILY\n   no  family       \n" + failedText + "\n" +
		"ok  Code  run 1, 5 ms\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("standard output (-want +got):\n%s", diff)
	}
	want = "bad.yaml:2:3: unknown key dance\n2 of 3 runs as expected, 1 at try 2, 1 file invalid, 1 not run\n"
	if diff := cmp.Diff(want, errOut.String()); diff != "" {
		t.Errorf("standard error (-want +got):\n%s", diff)
	}
}

func TestJSONOfRuns(t *testing.T) {
	t.Parallel()
	_, out, _ := made(true)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if want := `{"file":"bad.yaml","ok":false,"mistakes":[{"at":{"file":"bad.yaml","line":2,"column":3},"text":"unknown key dance"}]}`; len(lines) != 4 || lines[0] != want {
		t.Errorf("%d lines, the first %s, want %s", len(lines), lines[0], want)
	}
	for _, want := range []string{`"ok":true`, `"try":2`, `"firstFailure":{"scenario":"Card"`, `"skipped":[{"step":3,`, `"answered":"\u003chtml\u003e"`} {
		if !strings.Contains(lines[1], want) {
			t.Errorf("no %s in %s", want, lines[1])
		}
	}
}

func TestJUnitOfRuns(t *testing.T) {
	t.Parallel()
	r, _, _ := made(false)
	raw, err := xml.MarshalIndent(junitOf(r, time.Second), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	var escaped bytes.Buffer
	if err := xml.EscapeText(&escaped, []byte(failedText)); err != nil {
		t.Fatal(err)
	}
	text := escaped.String()
	message := firstLine(strings.ReplaceAll(text, "&#xA;", "\n"))
	want := fmt.Sprintf(`<testsuites name="cojoin signup run" tests="5" failures="2" skipped="1" time="1.000">
 <testsuite name="bad.yaml" file="bad.yaml" tests="1" failures="1" skipped="0" time="0.000">
  <testcase name="invalid file" classname="bad.yaml" file="bad.yaml" line="2" time="0.000">
   <failure message="bad.yaml:2:3: unknown key dance" type="invalid">bad.yaml:2:3: unknown key dance</failure>
  </testcase>
 </testsuite>
 <testsuite name="Card" file="card.yaml" tests="2" failures="1" skipped="0" time="0.020">
  <testcase name="run 1" classname="Card" file="card.yaml" line="4" time="0.012">
   <failure message="%[2]s" type="unexpected">%[1]s</failure>
  </testcase>
  <testcase name="run 2" classname="Card" file="card.yaml" line="1" time="0.008">
   <properties>
    <property name="tries" value="2"></property>
    <property name="firstFailure" value="%[2]s"></property>
   </properties>
   <system-out>passed at try 2; the first failed:&#xA;%[1]s</system-out>
  </testcase>
 </testsuite>
 <testsuite name="Code" file="code.yaml" tests="1" failures="0" skipped="0" time="0.005">
  <testcase name="run 1" classname="Code" file="code.yaml" time="0.005"></testcase>
 </testsuite>
 <testsuite name="Late" file="late.yaml" tests="1" failures="0" skipped="1" time="0.000">
  <testcase name="run 1" classname="Late" file="late.yaml" time="0.000">
   <skipped message="not run: an earlier run failed or was interrupted"></skipped>
  </testcase>
 </testsuite>
</testsuites>`, text, message)
	got := strings.ReplaceAll(string(raw), "\n   <system-out>passed at try 2; the first failed:\n", "\n   <system-out>passed at try 2; the first failed:&#xA;")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

func TestSummaryOfRuns(t *testing.T) {
	t.Parallel()
	r, _, _ := made(false)
	failures := strings.Split(failedText, "\n")[:2]
	want := summary{
		Runs: 3, Passed: 2, Retried: 1, Failed: 1, NotRun: 1, Millis: 1000,
		Scenarios: []scenarioSummary{
			{Scenario: "Card", File: "card.yaml", Runs: 2, Retried: 1, Failed: 1, Median: 12, Slowest: 12, Failures: failures},
			{Scenario: "Code", File: "code.yaml", Runs: 1, Median: 5, Slowest: 5, Failures: []string{}},
		},
		Invalid: []invalidFile{{File: "bad.yaml", Mistakes: scenario.Mistakes{{At: scenario.Position{File: "bad.yaml", Line: 2, Column: 3}, Text: "unknown key dance"}}}},
	}
	if diff := cmp.Diff(want, summarize(r, time.Second)); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
}
