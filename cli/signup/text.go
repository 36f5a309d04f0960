package signup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/cojoin/cojoin/cli/scenario"
)

// The longest body in a text; the JSON output has all of it.
const (
	mostBodyLines = 30
	mostLineRunes = 200
)

// failuresOf lists the unmet expectations of a run, each with its place, so that editors and terminals link it.
func failuresOf(res scenario.Result, at scenario.Position) []string {
	var all []string
	for _, s := range res.Steps {
		for _, f := range s.Failures {
			all = append(all, fmt.Sprintf("%s: step %d (%s): %s", placeOf(stepPlace(s), res.File), s.Step, s.Action, f))
		}
	}
	for _, f := range res.Failures {
		all = append(all, placeOf(at, res.File)+": "+f)
	}
	return all
}

// stepPlace returns the position of a step's first failed assertion, or else of the step.
func stepPlace(s scenario.StepResult) scenario.Position {
	if s.FailedAt.File != "" {
		return s.FailedAt
	}
	return s.At
}

// placeOf formats a position. Without one it is the file.
func placeOf(at scenario.Position, file string) string {
	if at.File == "" {
		return file
	}
	return at.String()
}

// failedAt returns the position of a run's failure.
func failedAt(res scenario.Result, at scenario.Position) scenario.Position {
	for _, s := range res.Steps {
		if !s.OK && s.At.File != "" {
			return stepPlace(s)
		}
	}
	if at.File == "" {
		at.File = res.File
	}
	return at
}

// failureText describes a failed run: the unmet expectations, the last call, and the steps that didn't run.
func failureText(res scenario.Result, at scenario.Position) string {
	lines := failuresOf(res, at)
	for _, s := range res.Steps {
		if e := s.Exchange; e != nil {
			lines = append(lines, "   sent      "+e.Method+" "+e.URL)
			lines = append(lines, bodyLines(e.Sent)...)
			lines = append(lines, "   answered  "+statusOf(e.Status))
			lines = append(lines, bodyLines(e.Answered)...)
		}
	}
	if skipped := skippedText(res.Skipped); skipped != "" {
		lines = append(lines, "   skipped:  "+skipped)
	}
	return strings.Join(lines, "\n")
}

func statusOf(status int) string {
	if status == 0 {
		return "nothing"
	}
	return fmt.Sprint(status)
}

// skippedText lists skipped steps, e.g. steps 5 to 9 (pay, credentials, login, read, fits).
func skippedText(skipped []scenario.Skipped) string {
	actions := make([]string, len(skipped))
	for i, s := range skipped {
		actions[i] = s.Action
	}
	names := strings.Join(actions, ", ")
	switch n := len(skipped); n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("step %d (%s)", skipped[0].Step, names)
	default:
		return fmt.Sprintf("steps %d to %d (%s)", skipped[0].Step, skipped[n-1].Step, names)
	}
}

// bodyLines returns a body for people: JSON indented, long lines and long bodies cut.
func bodyLines(body string) []string {
	if strings.TrimSpace(body) == "" {
		return nil
	}
	var indented bytes.Buffer
	if json.Indent(&indented, []byte(body), "", "  ") == nil {
		body = indented.String()
	}
	all := strings.Split(strings.TrimRight(body, "\n"), "\n")
	cut := len(all) - mostBodyLines
	if cut > 0 {
		all = all[:mostBodyLines]
	}
	lines := make([]string, len(all), len(all)+1)
	for i, line := range all {
		if r := []rune(line); len(r) > mostLineRunes {
			line = fmt.Sprintf("%s… (%d more characters)", string(r[:mostLineRunes]), len(r)-mostLineRunes)
		}
		lines[i] = "      " + line
	}
	if cut > 0 {
		lines = append(lines, fmt.Sprintf("      … (%d more lines)", cut))
	}
	return lines
}
