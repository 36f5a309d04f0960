package scenario

import (
	"fmt"
	"strings"
)

// Position is a place in a scenario file. Line and Column count from 1; 0 is unknown.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// String formats the position as file:line:column, without the unknown parts.
func (p Position) String() string {
	out := p.File
	if p.Line > 0 {
		out += fmt.Sprintf(":%d", p.Line)
		if p.Column > 0 {
			out += fmt.Sprintf(":%d", p.Column)
		}
	}
	return out
}

// Mistake is one mistake in a file, found before any run.
type Mistake struct {
	At   Position `json:"at"`
	Text string   `json:"text"`
}

// Mistakes are the mistakes of an invalid file, in the order of their positions. They are the error of [Load].
type Mistakes []Mistake

// Error lists one mistake per line.
func (m Mistakes) Error() string {
	lines := make([]string, len(m))
	for i, one := range m {
		lines[i] = one.At.String() + ": " + one.Text
	}
	return strings.Join(lines, "\n")
}

// Exchange is a call of a failed step and its answer, without secrets.
type Exchange struct {
	Method   string `json:"method"`
	URL      string `json:"url"`
	Sent     string `json:"sent,omitempty"` // body
	Status   int    `json:"status"`
	Answered string `json:"answered,omitempty"` // body
}

// Skipped is a step after a failed one.
type Skipped struct {
	Step   int      `json:"step"` // counted from 1
	Action string   `json:"action"`
	At     Position `json:"at"`
}

// Inputs are the values that a run of the command adds to its files.
type Inputs struct {
	Vars map[string]string // replace the vars of the files
}
