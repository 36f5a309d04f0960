package console

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Painter colors text for people. It uses no color if the output isn't a terminal, if NO_COLOR is
// set (https://no-color.org) or if the terminal is dumb.
type Painter bool

// NewPainter returns the painter of an output.
func NewPainter(out io.Writer) Painter {
	f, ok := out.(*os.File)
	return Painter(ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd())))
}

// In paints with an ANSI code.
func (p Painter) In(code, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// Good paints a success.
func (p Painter) Good(s string) string { return p.In("32", s) }

// Bad paints a failure.
func (p Painter) Bad(s string) string { return p.In("31", s) }

// Bold paints the most important text.
func (p Painter) Bold(s string) string { return p.In("1", s) }

// Soft paints the least important text.
func (p Painter) Soft(s string) string { return p.In("2", s) }
